import { setTimeout as sleep } from 'node:timers/promises';
import { newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { expectExactTables } from './exact-tables.ts';
import { startProcess } from './start-process.ts';
import { temporaryFile } from './temporary-file.ts';

const rounds = 3;
const processesAtOnce = 3;

it('killed processes that share their keys create every report once', async () => {
  const file = temporaryFile();
  const printed = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const processes = Array.from({ length: processesAtOnce }, () =>
      startProcess(
        'create-once-until-killed.process.ts',
        ...[file, JSON.stringify(newReport()), `${round}-`],
      ),
    );
    for (const writer of processes) await writer.printed(1);
    for (const writer of processes) writer.begin();
    for (const writer of processes) {
      await writer.printed(5);
      await sleep(Math.random() * 60);
      writer.kill();
      expect((await writer.ended).code, writer.errors()).toBeNull();
      for (const line of writer.lines) printed.add(line.replace(/^(?:created|replayed) /, ''));
    }
  }
  printed.delete('ready');

  const database = new Database(file);
  expectExactTables(database);
  const rows = (sql: string) =>
    new Set(database.prepare<[], string>(`select ${sql}`).pluck().all());
  const [byKey, byReport] = [
    rows(`idempotency_key || ' ' || made_id from sitegrade_idempotency_keys
      where made_kind = 'report'`),
    rows(`replace(url, 'https://example.com/', '') || ' ' || id from sitegrade_reports`),
  ];
  database.close();
  // A report and its key, both or neither, and no acknowledged report is missing.
  expect(byKey).toEqual(byReport);
  expect([...printed].filter((key) => !byKey.has(key))).toEqual([]);
  // Four acknowledgements of a process are of two keys at least, and each round has its own keys.
  expect(printed.size).toBeGreaterThanOrEqual(rounds * 2);
});
