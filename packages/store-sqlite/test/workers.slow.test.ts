import { it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { startProcess } from './start-process.ts';
import { temporaryFile } from './temporary-file.ts';
import { expectTwoWorkersToShare } from './two-workers.ts';

it('two processes share the jobs of one file, each of which is done once', async () => {
  const filename = temporaryFile();
  const store = sqliteStore({ filename });
  await store.migrate();
  await expectTwoWorkersToShare(store, (origin) =>
    startProcess('worker.process.ts', filename, origin),
  );
  await store.close();
});
