import Database from 'better-sqlite3';
import { it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { allDeliveredTimeoutMs, expectAllDelivered } from './expect-all-delivered.ts';
import { startProcess } from './start-process.ts';
import { temporaryFile } from './temporary-file.ts';

it(
  'killed processes lose no message to a webhook, and no mail',
  async () => {
    const filename = temporaryFile();
    const store = sqliteStore({ filename });
    await store.migrate();
    const database = new Database(filename);
    await expectAllDelivered(
      store,
      () => startProcess('alert-until-killed.process.ts', filename),
      async () =>
        database.exec(
          `update sitegrade_outbox set due_at = 0; update sitegrade_webhooks set due_at = 0;
          update sitegrade_mails set due_at = 0 where due_at is not null`,
        ),
    );
    database.close();
    await store.close();
  },
  allDeliveredTimeoutMs,
);
