import type { JobStatus } from '@sitegrade/core';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { explainStatements, type Plan } from './explain-statements.ts';
import { ownDatabase } from './own-schema.ts';
import { executed, expectFewRows as expectFewRowsOf } from './rows-read.ts';

const ownerId = 'owner-1';
const now = new Date();
const error = { code: 'internal', message: '' } as const;

const modes = [
  { name: 'for these values', mode: 'force_custom_plan', statistics: 'exact' },
  { name: 'for any values', mode: 'force_generic_plan', statistics: 'exact' },
  { name: 'without statistics', mode: 'force_custom_plan', statistics: 'none' },
];

describe.each([
  ...modes,
  // The statistics claim that no job is queued.
  { name: 'with stale statistics', mode: 'force_custom_plan', statistics: 'stale' },
])('query plans of jobs $name', ({ mode, statistics }) => {
  let filled: Awaited<ReturnType<typeof filledStore>>;
  beforeAll(async () => {
    filled = await filledStore(mode, statistics);
  });
  afterAll(() => filled.end());
  const plansOf: ReturnType<typeof explainStatements> = (run, options) =>
    filled.plansOf(run, options);

  it('a claim reads few of 100,000 ended and 10,000 queued jobs', async () => {
    const claim = { token: 'one', leaseMs: 1000, perHost: 99, now };
    const plans = await plansOf((store) => store.jobs.claim(claim), executed);
    expect(plans.map(({ text }) => text.split(' ')[0])).toEqual([
      ...['with', 'select', 'insert', 'update', 'update'],
    ]);
    expectFewRows(plans, 30);
    const others = await plansOf(
      (store) => store.jobs.claim({ ...claim, token: 'other', exceptOwner: ownerId }),
      executed,
    );
    expectFewRows(others, 30);
  });

  it('a claim that finds nothing is one statement, and reads few of 100,000 owners with delayed jobs', async () => {
    const { pool } = filled;
    await pool.query('begin');
    await pool.query(`insert into sitegrade_lanes (owner_id, queued, running, last_claim, next_due_at)
        select 'delayed-' || n, 1, 0, n, 9e15::bigint + n from generate_series(1, 100000) n;
      update sitegrade_lanes set next_due_at = 9e15::bigint where next_due_at = 0`);
    await pool.query('commit');
    const claim = { token: 'none', leaseMs: 1000, perHost: 2, now };
    const plans = await plansOf(
      async (store) => expect(await store.jobs.claim(claim)).toBeUndefined(),
      executed,
    );
    expect(plans).toHaveLength(1);
    // None is ready; the first of those that are due later; no job waits for a host.
    expect(plans[0]?.plan).toMatch(/using sitegrade_lanes_by_turn/);
    expect(plans[0]?.plan).toMatch(/using sitegrade_lanes_due/);
    expect(plans[0]?.plan).not.toMatch(/Seq Scan on sitegrade_(jobs|lanes)/);
    expectFewRows(plans, 5);
    await pool.query(`delete from sitegrade_lanes where owner_id like 'delayed-%';
      update sitegrade_lanes set next_due_at = 0 where queued > 0`);
  });

  it('how long jobs have been waiting is one statement, which reads the first job that is due', async () => {
    const plans = await plansOf((store) => store.delays(now), executed);
    expect(plans).toHaveLength(1);
    expect(plans[0]?.plan).not.toMatch(/using sitegrade_jobs_(?!due )|Seq Scan on sitegrade_jobs/);
    // The first that is due at once, and the first that is due later.
    expectFewRows(plans, 2);
  });

  it('a sweep reads few jobs more than it changes', async () => {
    const sweep = { now, maxAttempts: 5, error, keepMs: 1000, limit: 10 };
    const plans = await plansOf((store) => store.jobs.sweep(sweep), executed);
    expect(plans.length).toBeGreaterThan(4);
    expectFewRows(plans, 60);
  });

  it('all other changes of one job read few rows', async () => {
    const lease = { jobId: 160_014, token: 't14' };
    const newJobs = { ownerId, createdAt: now, maxQueued: 20_000 };
    const plans = await plansOf(async ({ jobs }) => {
      await jobs.create({ ...newJobs, urls: ['https://a.com/'], isBatch: false });
      await jobs.create({ ...newJobs, urls: ['https://a.com/', 'https://b.com/'], isBatch: true });
      expect(await jobs.end(lease, { kind: 'given_back' }, now)).toBe(true);
      expect(await jobs.cancel(ownerId, 160_015, now)).toMatchObject({ isNew: true });
      expect(await jobs.delete(ownerId, 160_016)).toBe(true);
      expect(await jobs.find(ownerId, 160_017)).toBeDefined();
    });
    expect(plans.length).toBeGreaterThan(10);
    for (const { text, plan } of plans) {
      expect(plan, text).not.toMatch(/Seq Scan on sitegrade_(jobs|lanes)|Sort/);
    }
  });
});

describe.each(modes)('query plans of lists of jobs $name', ({ mode, statistics }) => {
  let filled: Awaited<ReturnType<typeof filledStore>>;
  beforeAll(async () => {
    filled = await filledStore(mode, statistics);
  });
  afterAll(() => filled.end());
  const plansOf: ReturnType<typeof explainStatements> = (run, options) =>
    filled.plansOf(run, options);

  it('lists are ids in order from an index, which begins with the filters', async () => {
    const starts = [{ page: 1 }, { page: 19 }, { after: { key: 500, id: 500 } }] as const;
    const filters: { batchId?: number; status?: JobStatus }[] = [
      {},
      { status: 'failed' },
      { batchId: 7 },
      { batchId: 7, status: 'done' },
    ];
    for (const filter of filters) {
      for (const start of starts) {
        for (const sort of ['asc', 'desc'] as const) {
          const query = { start, sort, sortBy: 'id', perPage: 10, ...filter } as const;
          const plans = await plansOf((store) => store.jobs.list(ownerId, query));
          const ids = plans.find(({ text }) => text.includes('order by'));
          const names = `${filter.batchId ? 'batch_' : ''}${filter.status ? 'status_' : ''}`;
          expect(ids?.plan, ids?.text).toMatch(
            new RegExp(`Index Only Scan.* using sitegrade_jobs_by_${names}id `),
          );
          for (const { text, plan } of plans) {
            expect(plan, text).not.toMatch(/Seq Scan on sitegrade_jobs|Sort|Filter:/);
          }
        }
      }
    }
    const plans = await plansOf((store) => store.jobs.progress(ownerId, 7), executed);
    expectFewRows(plans, 1000);
  });
});

/** Expects that all statements together read at most this many rows of jobs and lanes. */
function expectFewRows(plans: readonly Plan[], most: number): void {
  expectFewRowsOf(plans, most, 'sitegrade_(jobs|lanes)|job|lane');
}

/** 100,000 ended jobs, 10,000 queued and 20 running of one owner, and the jobs of 1,000 others. */
async function filledStore(mode: string, statistics: string) {
  const { connectionString, schema } = await ownDatabase();
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    options: `-c search_path=${schema} -c plan_cache_mode=${mode}`,
  });
  await pool.query(`create schema ${schema}`);
  await postgresStore({ pool }).migrate();
  const analyze = 'vacuum (freeze, analyze) sitegrade_jobs, sitegrade_lanes';
  const columns = 'owner_id, batch_id, url, url_search, created_at, host';
  await pool.query(`
    alter table sitegrade_jobs set (autovacuum_enabled = off);
    alter table sitegrade_lanes set (autovacuum_enabled = off);
    insert into sitegrade_jobs (${columns}, status, ended_at)
      select '${ownerId}', n / 1000, n, n, 0, 'h' || n,
        (array['done', 'failed', 'canceled'])[n % 3 + 1], n from generate_series(0, 99999) n;
    insert into sitegrade_jobs (${columns}, status, ended_at)
      select 'other-' || n % 1000, null, n, n, 0, 'h' || n, 'done', n from generate_series(1, 50000) n`);
  if (statistics === 'stale') await pool.query(analyze);
  await pool.query(`
    insert into sitegrade_jobs (${columns}, due_at)
      select '${ownerId}', n / 1000, n, n, 0, 'h' || n,
        case when n % 2 = 0 then 0 else 9000000000000 end from generate_series(100000, 109999) n;
    insert into sitegrade_jobs (${columns}, status, lease_token, leased_until)
      select '${ownerId}', null, n, n, 0, 'h' || n, 'running', 't' || n, n from generate_series(1, 20) n;
    insert into sitegrade_jobs (${columns})
      select 'other-' || n, null, n, n, 0, 'h' || n from generate_series(1, 1000) n;
    insert into sitegrade_lanes (owner_id, queued, running, last_claim, next_due_at)
      select 'other-' || n, 1, 30, n, 0 from generate_series(1, 1000) n;
    insert into sitegrade_lanes (owner_id, queued, running, last_claim)
      select 'idle-' || n, 0, 0, n from generate_series(1, 1000) n;
    insert into sitegrade_lanes values ('${ownerId}', 10000, 20, 5000, 0)`);
  if (statistics === 'exact') await pool.query(analyze);
  return { pool, plansOf: explainStatements(pool), end: () => pool.end() };
}
