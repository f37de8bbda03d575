import Database from 'better-sqlite3';
import { it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { expectNoDeliveryLost } from './deliver-until-killed.ts';
import { expectExactTables } from './exact-tables.ts';
import { killTimeoutMs } from './kill-rounds.ts';
import { startProcess } from './start-process.ts';
import { temporaryFile } from './temporary-file.ts';

it(
  'killed processes lose no delivery, and make none twice',
  async () => {
    const filename = temporaryFile();
    const store = sqliteStore({ filename });
    await store.migrate();
    const database = new Database(filename);
    const start = (json: string) => startProcess('deliver-until-killed.process.ts', filename, json);
    await expectNoDeliveryLost(store, start, async () => ({
      reportIds: database
        .prepare<[], string>('select cast(id as text) from sitegrade_reports')
        .pluck()
        .all(),
      outbox:
        database.prepare<[], number>('select count(*) from sitegrade_outbox').pluck().get() ?? 0,
      deliveries: database
        .prepare<[], { message_id: string; state: string }>(
          'select message_id, state from sitegrade_deliveries',
        )
        .all(),
    }));
    expectExactTables(database);
    database.close();
    await store.close();
  },
  killTimeoutMs,
);
