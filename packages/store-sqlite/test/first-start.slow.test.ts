import { newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { expectExactTables } from './exact-tables.ts';
import { startProcess } from './start-process.ts';
import { temporaryFile } from './temporary-file.ts';

it('eight processes may start at the same time on a file that does not exist', async () => {
  const file = temporaryFile();
  const processes = Array.from({ length: 8 }, () =>
    startProcess('first-start.process.ts', file, JSON.stringify(newReport())),
  );
  for (const starter of processes) await starter.printed(1);
  for (const starter of processes) starter.begin();
  for (const starter of processes) {
    expect(await starter.ended, starter.errors()).toEqual({ code: 0 });
    expect(starter.lines).toEqual(['ready', 'done']);
  }

  const database = new Database(file);
  expectExactTables(database);
  expect(database.prepare('select reports_count from sitegrade_websites').all()).toEqual([
    { reports_count: 40 },
  ]);
  database.close();
});
