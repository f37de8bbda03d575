import type { JobStatus } from '@sitegrade/core';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { explainStatements, type Plan } from './explain-statements.ts';

const ownerId = 'owner-1';
const now = new Date();
const error = { code: 'internal', message: '' } as const;

describe.each([
  { name: 'without statistics', sql: '' },
  { name: 'with statistics', sql: 'analyze' },
  // The statistics claim that all jobs are queued.
  {
    name: 'with stale statistics',
    sql: `update sitegrade_jobs set status = 'queued', ended_at = null where status <> 'running';
      analyze;
      update sitegrade_jobs set status = 'done', ended_at = id where id <= 1000`,
  },
])('query plans of jobs $name', ({ sql }) => {
  it('of a claim: seeks in partial indexes', async () => {
    const plansOf = await filledStore(sql);
    const claim = { token: 't', leaseMs: 9, perHost: 2, now };
    const plans = await plansOf((store) => store.jobs.claim(claim));
    expect(plans.map((plan) => plan.sql.split(' ')[0])).toEqual([
      ...['with', 'select', 'update', 'update'],
    ]);
    expectTurns(plans);
    expectSteps(plans, 'select "id"', [
      'SEARCH sitegrade_jobs USING INTEGER PRIMARY KEY (rowid=?)',
      'SCALAR SUBQUERY 1',
      'SEARCH job USING INDEX sitegrade_jobs_due_by_owner (owner_id=? AND due_at>? AND due_at<?)',
      'SCALAR SUBQUERY 2',
      'SEARCH job USING INDEX sitegrade_jobs_due_by_owner (owner_id=? AND due_at<?)',
    ]);
    const start = plans.find((plan) => plan.sql.startsWith('update "sitegrade_jobs"'));
    expect(start?.plan).toContain(
      'SEARCH running USING COVERING INDEX sitegrade_jobs_running (host=? AND leased_until>?)',
    );
  });

  it('of a claim that finds nothing: one statement, which seeks the first row of each index', async () => {
    const plansOf = await filledStore(`${sql};
      update sitegrade_jobs set due_at = 9e15 where status = 'queued';
      update sitegrade_lanes set next_due_at = 9e15`);
    const claim = { token: 't', leaseMs: 9, perHost: 2, now };
    const plans = await plansOf(async (store) =>
      expect(await store.jobs.claim(claim)).toBeUndefined(),
    );
    expect(plans).toHaveLength(1);
    expectTurns(plans);
    const steps = plans[0]?.plan ?? [];
    expect(steps).toContain('SCAN lane USING COVERING INDEX sitegrade_lanes_by_turn');
    expect(steps).toContain('SEARCH lane USING COVERING INDEX sitegrade_lanes_due (next_due_at>?)');
    // From one host with waiting jobs to the next.
    expect(steps).toContain('SEARCH job USING COVERING INDEX sitegrade_jobs_waiting (host>?)');
  });

  it('of how long work has been waiting: seeks in partial indexes', async () => {
    const plansOf = await filledStore(sql);
    const plans = await plansOf((store) => store.delays(now));
    expect(plans).toHaveLength(1);
    const steps = plans[0]?.plan.filter((step) => /^(SCAN|SEARCH|USE)/.test(step)) ?? [];
    expect(steps).toEqual([
      'SCAN CONSTANT ROW',
      'SEARCH sitegrade_jobs USING INDEX sitegrade_jobs_due (due_at<?)',
      'SEARCH sitegrade_jobs USING INDEX sitegrade_jobs_due (due_at>? AND due_at<?)',
      'SCAN sitegrade_crawls USING INDEX sitegrade_crawls_running',
    ]);
  });

  it('of a claim of a busy host: its jobs by keys and by owner', async () => {
    const plansOf = await filledStore(`${sql};
      update sitegrade_jobs set host = 'h1', leased_until = 9e15 where status = 'running';
      update sitegrade_jobs set host = 'h1' where status = 'queued'`);
    const claim = { token: 't', leaseMs: 9, perHost: 2, now };
    const plans = await plansOf(async (store) =>
      expect(await store.jobs.claim(claim)).toBeUndefined(),
    );
    expect(plans.some((plan) => plan.sql.includes('"host_place" = cast'))).toBe(true);
    expectTurns(plans);
  });

  it('of a sweep: ranges of the partial indexes', async () => {
    const plansOf = await filledStore(sql);
    const sweep = { now, maxAttempts: 5, error, keepMs: 1000, limit: 10 };
    const plans = await plansOf((store) => store.jobs.sweep(sweep));
    const steps = plans.flatMap(({ plan }) => plan).join('\n');
    expect(steps).toContain('sitegrade_jobs_leased (leased_until<?)');
    expect(steps).toContain('sitegrade_jobs_ended (ended_at<?)');
    expect(steps).toContain('sitegrade_jobs_due (due_at<?)');
    expectNoScanAndNoSort(plans);
  });

  it('of all other statements: no full table scan', async () => {
    const plansOf = await filledStore(sql);
    const newJobs = { ownerId, createdAt: now, maxQueued: 20_000 };
    const plans = await plansOf(async ({ jobs }) => {
      await jobs.create({ ...newJobs, urls: ['https://a.com/'], isBatch: false });
      await jobs.create({ ...newJobs, urls: ['https://a.com/', 'https://b.com/'], isBatch: true });
      await jobs.create({ ...newJobs, urls: ['https://a.com/'], isBatch: false, maxQueued: 1 });
      const lease = { jobId: 2001, token: 't1' };
      expect(await jobs.end(lease, { kind: 'given_back' }, now)).toBe(true);
      expect(await jobs.cancel(ownerId, 2002, now)).toMatchObject({ isNew: true });
      expect(await jobs.delete(ownerId, 2003)).toBe(true);
      expect(await jobs.find(ownerId, 2004)).toBeDefined();
      expect(await jobs.progress(ownerId, 7)).toBeDefined();
    });
    expect(plans.length).toBeGreaterThan(10);
    expectNoScanAndNoSort(plans);
  });

  it('of lists: ids in order from a covering index, which begins with the filters', async () => {
    const plansOf = await filledStore(sql);
    const starts = [{ page: 1 }, { page: 3 }, { after: { key: 50, id: 50 } }] as const;
    const filters: { batchId?: number; status?: JobStatus }[] = [
      {},
      { status: 'done' },
      { batchId: 7 },
      { batchId: 7, status: 'done' },
    ];
    for (const filter of filters) {
      for (const start of starts) {
        for (const sort of ['asc', 'desc'] as const) {
          const query = { start, sort, sortBy: 'id', perPage: 10, ...filter } as const;
          const plans = await plansOf((store) => store.jobs.list(ownerId, query));
          const ids =
            plans.find((statement) => statement.sql.includes('order by'))?.plan.join('\n') ?? '';
          const names = `${filter.batchId ? 'batch_' : ''}${filter.status ? 'status_' : ''}`;
          expect(ids).toContain(`USING COVERING INDEX sitegrade_jobs_by_${names}id (owner_id=?`);
          expectNoScanAndNoSort(plans);
        }
      }
    }
  });

  it('of searches: a range of the index, from the oldest of the newest jobs', async () => {
    const plansOf = await filledStore(`${sql};
      insert into sitegrade_jobs (owner_id, url, url_search, created_at, host)
        select '${ownerId}', one.n, one.n, 0, 'h' from numbers as one, numbers as two where two.n <= 20`);
    const query = {
      start: { page: 1 },
      sort: 'desc',
      sortBy: 'id',
      perPage: 10,
      search: 'x',
    } as const;
    for (const filter of [{}, { status: 'queued' }] as const) {
      const plans = await plansOf((store) => store.jobs.list(ownerId, { ...query, ...filter }));
      expectSteps(plans, 'select id from', [
        'SEARCH sitegrade_jobs USING COVERING INDEX sitegrade_jobs_by_id (owner_id=?)',
      ]);
      const [index, range] =
        'status' in filter
          ? ['by_status_id', 'owner_id=? AND status=? AND id>?']
          : ['by_id', 'owner_id=? AND id>?'];
      const steps = plans.flatMap(({ plan }) => plan);
      expect(steps).toContain(
        `SEARCH sitegrade_jobs USING INDEX sitegrade_jobs_${index} (${range})`,
      );
    }
  });
});

function expectSteps(plans: readonly Plan[], begin: string, steps: readonly string[]): void {
  expect(plans.find(({ sql }) => sql.startsWith(begin))?.plan).toEqual(steps);
}

/** Expects that owners are read in the order of their turns, of which each statement needs the first, and all else by seeks. */
function expectTurns(plans: readonly Plan[]): void {
  for (const { sql, plan } of plans) {
    const scans = plan.filter((step) => /TEMP B-TREE|^SCAN /.test(step));
    const allowed =
      /^SCAN (?:CONSTANT ROW|ready$|waited|free|first|json_each|lane USING COVERING INDEX sitegrade_lanes_by_turn)/;
    expect(
      scans.filter((step) => !allowed.test(step)),
      sql,
    ).toEqual([]);
  }
}

function expectNoScanAndNoSort(plans: readonly Plan[]): void {
  for (const { sql, plan } of plans) {
    const bad = plan.filter((step) => /TEMP B-TREE|^SCAN (?!json_each|due$|counted$)/.test(step));
    expect(bad, sql).toEqual([]);
  }
}

/** A thousand ended jobs, a thousand queued and twenty running of one owner, and the jobs of a hundred others. */
async function filledStore(afterwards: string) {
  const host = new Database(':memory:');
  await sqliteStore({ database: host }).migrate();
  const columns = 'owner_id, batch_id, url, url_search, created_at, host';
  host.exec(`
    create temp table numbers as with recursive counted (n) as
      (select 1 union all select n + 1 from counted where n < 1000) select n from counted;
    insert into sitegrade_jobs (${columns}, status, ended_at)
      select '${ownerId}', n / 100, n, n, 0, 'h' || n, iif(n % 2 = 0, 'done', 'failed'), n from numbers;
    insert into sitegrade_jobs (${columns}) select '${ownerId}', null, n, n, 0, 'h' || n from numbers;
    insert into sitegrade_jobs (${columns}, status, lease_token, leased_until)
      select '${ownerId}', null, n, n, 0, 'h' || n, 'running', 't' || n, n from numbers where n <= 20;
    insert into sitegrade_jobs (${columns})
      select 'other-' || n, null, n, n, 0, 'h' || n from numbers where n <= 100;
    insert into sitegrade_lanes (owner_id, queued, running, last_claim, next_due_at)
      select 'other-' || n, 1, 0, n, 0 from numbers where n <= 100;
    insert into sitegrade_lanes values ('${ownerId}', 1000, 20, 5000, 0);
    ${afterwards}`);
  return explainStatements(host);
}
