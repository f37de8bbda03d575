import { setTimeout as sleep } from 'node:timers/promises';
import { newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { expectExactTables } from './exact-tables.ts';
import { killedInARound, killRounds, killTimeoutMs } from './kill-rounds.ts';
import { startProcess } from './start-process.ts';
import { temporaryFile } from './temporary-file.ts';

it(
  'a killed process loses no acknowledged report, and leaves no partial one',
  async () => {
    const file = temporaryFile();
    const acknowledged = new Set<string>();
    const maybeDeleted = new Set<string>();
    const deleted = new Set<string>();

    for (let round = 0; round < killRounds; round += 1) {
      const processes = Array.from({ length: killedInARound }, () =>
        startProcess('create-until-killed.process.ts', file, JSON.stringify(newReport())),
      );
      for (const writer of processes) await writer.printed(1);
      for (const writer of processes) writer.begin();
      for (const writer of processes) {
        // At different points of different statements.
        await writer.printed(5);
        await sleep(Math.random() * 60);
        writer.kill();
        expect((await writer.ended).code, writer.errors()).toBeNull();
        for (const line of writer.lines) {
          const [what, id = ''] = line.split(' ');
          if (what === 'created') acknowledged.add(id);
          if (what === 'deleting') maybeDeleted.add(id);
          if (what === 'deleted') deleted.add(id);
        }
      }

      const database = new Database(file);
      expectExactTables(database);
      const kept = new Set(
        database
          .prepare<[], string>('select cast(id as text) from sitegrade_reports')
          .pluck()
          .all(),
      );
      database.close();
      expect([...acknowledged].filter((id) => !kept.has(id) && !maybeDeleted.has(id))).toEqual([]);
      expect([...deleted].filter((id) => kept.has(id))).toEqual([]);
    }
    expect(acknowledged.size).toBeGreaterThan(killRounds * killedInARound);
  },
  killTimeoutMs,
);
