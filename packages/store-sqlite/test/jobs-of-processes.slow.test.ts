import { newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { expectExactTables } from './exact-tables.ts';
import { startProcess } from './start-process.ts';
import { temporaryFile } from './temporary-file.ts';

it('processes that share a file finish every job once', async () => {
  const file = temporaryFile();
  const store = sqliteStore({ filename: file });
  await store.migrate();
  const urls = Array.from({ length: 300 }, (_, index) => `https://example.com/${index}`);
  const [createdAt, maxQueued] = [new Date(), 300];
  await store.jobs.create({ ownerId: 'owner-1', urls, isBatch: true, createdAt, maxQueued });
  await store.close();

  const processes = Array.from({ length: 3 }, () =>
    startProcess('finish-jobs.process.ts', file, JSON.stringify(newReport())),
  );
  for (const worker of processes) await worker.printed(1);
  for (const worker of processes) worker.begin();
  for (const worker of processes) expect(await worker.ended, worker.errors()).toEqual({ code: 0 });
  const done = processes.flatMap(({ lines }) => lines.filter((line) => line !== 'ready'));
  expect(new Set(done).size).toBe(300);
  expect(done).toHaveLength(300);
  for (const { lines } of processes) expect(lines.length).toBeGreaterThan(1);

  const database = new Database(file);
  expectExactTables(database);
  expect(
    database
      .prepare('select status, attempts, count(*) as jobs from sitegrade_jobs group by 1, 2')
      .all(),
  ).toEqual([{ status: 'done', attempts: 1, jobs: 300 }]);
  expect(
    database
      .prepare(`select count(distinct report.id) from sitegrade_jobs as job
        join sitegrade_reports as report on report.id = job.report_id and report.url = job.url`)
      .pluck()
      .get(),
  ).toBe(300);
  database.close();
});
