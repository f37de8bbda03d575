import { it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { temporaryFile } from './temporary-file.ts';
import { expectOneRunOfThreeWorkers } from './three-schedulers.ts';

it('three workers on one file start each run of a schedule once', async () => {
  const filename = temporaryFile();
  const store = sqliteStore({ filename });
  await store.migrate();
  await store.close();
  await expectOneRunOfThreeWorkers(() => sqliteStore({ filename }));
});
