import { newReport } from '@sitegrade/testing';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import type { HostPool } from '../src/host-pool.ts';
import { postgresStore } from '../src/index.ts';
import { ownPool } from './own-pool.ts';
import { wrappedPool } from './wrapped-pool.ts';

const long = 3_600_000;
const jobs = { isBatch: false, createdAt: new Date(), maxQueued: 100 };
const urls = ['https://example.com/'];
const error = { code: 'internal', message: 'm' } as const;
let lastToken = 0;

type Own = Awaited<ReturnType<typeof ownPool>>;

function claim({ store }: Own, now = new Date(), perHost = 99) {
  lastToken += 1;
  return store.jobs.claim({ token: `${lastToken}`, leaseMs: 60_000, perHost, now });
}

/** Runs `work` while another transaction has executed `sql`, and afterwards ends that transaction. */
async function holding<Result>(
  { pool, schema }: Own,
  sql: string,
  work: (other: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const other = await pool.connect();
  try {
    await other.query(`begin; set local search_path to ${schema}; ${sql}`);
    return await work(other);
  } finally {
    await other.query('rollback');
    other.release();
  }
}

/** Waits until a statement of the store waits for a lock. */
async function waitForLock({ pool, schema }: Own): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await pool.query(`select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%${schema}%'`);
    expect(rows).toHaveLength(1);
  });
}

it('a claim does not wait for an owner whose counters are locked', async () => {
  const database = await ownPool();
  await database.store.jobs.create({ ...jobs, urls, ownerId: 'a' });
  await database.store.jobs.create({ ...jobs, urls, ownerId: 'b' });
  const lock = `select from sitegrade_lanes where owner_id = 'a' for update`;
  await holding(database, lock, async () => {
    expect(await claim(database)).toMatchObject({ ownerId: 'b' });
  });
  expect(await claim(database)).toMatchObject({ ownerId: 'a' });
});

it('a claim does not wait for a job that is being changed', async () => {
  const database = await ownPool();
  for (let made = 0; made < 2; made += 1) {
    await database.store.jobs.create({ ...jobs, urls, ownerId: 'a' });
  }
  const lock = `select from sitegrade_jobs where id = 1 for update`;
  await holding(database, lock, async () => {
    expect(await claim(database)).toMatchObject({ job: { id: 2 } });
    // The only other job is locked: nothing is found, but nothing waits either.
    expect(await claim(database)).toBeUndefined();
  });
  expect(await claim(database)).toMatchObject({ job: { id: 1 } });
});

it('a claim takes the job of another owner if all due jobs of the first are being changed', async () => {
  const database = await ownPool();
  await database.store.jobs.create({ ...jobs, urls, ownerId: 'a' });
  for (let made = 0; made < 2; made += 1) {
    await database.store.jobs.create({ ...jobs, urls, ownerId: 'b' });
  }
  expect(await claim(database)).toMatchObject({ ownerId: 'a' });
  await database.store.jobs.end(
    { jobId: 1, token: `${lastToken}` },
    { kind: 'given_back' },
    new Date(),
  );
  expect(await claim(database)).toMatchObject({ ownerId: 'b' });
  // It is a's turn, who has none running.
  const lock = `select from sitegrade_jobs where id = 1 for update`;
  await holding(database, lock, async () => {
    expect(await claim(database)).toMatchObject({ ownerId: 'b' });
    expect(await claim(database)).toBeUndefined();
  });
  expect(await claim(database)).toMatchObject({ ownerId: 'a' });
});

it('a claim waits for the counters of the only owner with due jobs, and finds its job', async () => {
  const database = await ownPool();
  await database.store.jobs.create({ ...jobs, urls, ownerId: 'a' });
  const lock = `select from sitegrade_lanes where owner_id = 'a' for update`;
  const claimed = await holding(database, lock, async () => {
    const waiting = claim(database);
    await waitForLock(database);
    return { waiting };
  });
  expect(await claimed.waiting).toMatchObject({ ownerId: 'a' });
});

it('a claim that waits for new jobs of its owner leaves them to the next claim', async () => {
  const database = await ownPool();
  await database.store.jobs.create({ ...jobs, urls, ownerId: 'a' });
  const create = `update sitegrade_lanes set queued = queued + 1 where owner_id = 'a';
    insert into sitegrade_jobs (owner_id, url, url_search, host, created_at)
      select owner_id, url, url_search, host, created_at from sitegrade_jobs`;
  const claimed = await holding(database, create, async (other) => {
    const waiting = claim(database);
    await waitForLock(database);
    await other.query('commit');
    return { waiting };
  });
  expect(await claimed.waiting).toMatchObject({ job: { id: 1 } });
  expect(await claim(database)).toMatchObject({ job: { id: 2 } });
});

it('a claim takes no room that a host gets meanwhile, for which another job has been waiting', async () => {
  const database = await ownPool();
  await database.store.jobs.create({
    ...jobs,
    urls: [...urls, ...urls],
    isBatch: true,
    ownerId: 'a',
  });
  expect(await claim(database, new Date(), 1)).toMatchObject({ job: { id: 1 } });
  expect(await claim(database, new Date(), 1)).toBeUndefined();
  await database.store.jobs.create({ ...jobs, urls, ownerId: 'b' });
  const end = `select from sitegrade_crawl_hosts for update;
    update sitegrade_jobs set status = 'failed', ended_at = 1, lease_token = null, leased_until = null where id = 1`;
  const claimed = await holding(database, end, async (other) => {
    const waiting = claim(database, new Date(), 1);
    await waitForLock(database);
    await other.query('commit');
    return { waiting };
  });
  expect(await claimed.waiting).toMatchObject({ job: { id: 2 }, ownerId: 'a' });
});

it('a sweep does not wait for jobs that are being changed', async () => {
  const database = await ownPool();
  const { store } = database;
  for (let made = 0; made < 4; made += 1) {
    await store.jobs.create({ ...jobs, urls, ownerId: 'a' });
    if (made < 2) await store.jobs.cancel('a', made + 1, new Date());
    else await store.jobs.claim({ token: `${made}`, leaseMs: 0, perHost: 99, now: new Date() });
  }
  const sweep = () =>
    store.jobs.sweep({ now: new Date(), maxAttempts: 5, error, keepMs: -long, limit: 10 });
  const lock = `select from sitegrade_jobs where id in (1, 3) for update`;
  await holding(database, lock, async () => {
    expect(await sweep()).toMatchObject({ deleted: 1, queuedAgain: 1 });
  });
  expect(await sweep()).toMatchObject({ deleted: 1, queuedAgain: 1 });
});

/** The same pool in a process that reads no reply to statements with this text until `read` is called. */
function withoutReplies(pool: HostPool, text: string) {
  let read = () => {};
  const isRead = new Promise<void>((resolve) => {
    read = resolve;
  });
  let executed = 0;
  const busy = wrappedPool(pool, async (query, client) => {
    const result = await client.query(query);
    if (!query.text.includes(text)) return result;
    executed += 1;
    await isRead;
    return result;
  });
  return { busy, read, executed: () => executed };
}

/** Leases of two jobs of an owner. */
async function twoLeases(database: Own) {
  const { store } = database;
  // The texts of reports are stored with the first one.
  await store.reports.create(newReport());
  const leases: { readonly jobId: number; readonly token: string }[] = [];
  for (let made = 0; made < 2; made += 1) {
    await store.jobs.create({ ...jobs, urls, ownerId: 'owner-1' });
    const claimed = await claim(database);
    if (claimed) leases.push(claimed.lease);
  }
  const [first, second] = leases;
  if (first === undefined || second === undefined) throw new Error('No job is due.');
  return [first, second] as const;
}

it('a report of a job does not wait for a claim of its owner whose process is busy', async () => {
  const database = await ownPool();
  const { pool, schema, store } = database;
  const [lease] = await twoLeases(database);
  await store.jobs.create({ ...jobs, urls, ownerId: 'owner-1' });
  const { busy, read, executed } = withoutReplies(pool, 'set "status" = ');
  const token = 'busy';
  const waiting = postgresStore({ pool: busy, schema }).jobs.claim({
    token,
    leaseMs: long,
    perHost: 99,
    now: new Date(),
  });
  await vi.waitFor(() => expect(executed()).toBe(1));
  expect(await store.reports.createOnce(newReport(), lease)).toBeDefined();
  read();
  expect(await waiting).toMatchObject({ job: { id: 3 }, lease: { token } });
});

it('a report of a job does not wait for another of its owner and website whose process is busy', async () => {
  const database = await ownPool();
  const { pool, schema, store } = database;
  const [first, second] = await twoLeases(database);
  const { busy, read, executed } = withoutReplies(pool, 'sitegrade_reports');
  const waiting = postgresStore({ pool: busy, schema }).reports.createOnce(newReport(), first);
  await vi.waitFor(() => expect(executed()).toBe(1));
  const report = await store.reports.createOnce(newReport({ score: 40 }), second);
  expect(report).toMatchObject({ score: 40 });
  read();
  expect((await waiting)?.id).toBeLessThan(report?.id ?? 0);
  const { drifts } = await store.maintenance.reconcileWebsites({
    after: 0,
    limit: 9,
    repair: false,
  });
  expect(drifts).toEqual([]);
});

it('a report is not stored for a job that is canceled in the meantime', async () => {
  const database = await ownPool();
  const { store } = database;
  await store.jobs.create({ ...jobs, urls, ownerId: 'owner-1' });
  const lease = { jobId: 1, token: 'this' };
  await store.jobs.claim({
    token: lease.token,
    leaseMs: 60_000,
    perHost: 99,
    now: new Date(),
  });
  const cancel = `update sitegrade_jobs
    set status = 'canceled', ended_at = 1, lease_token = null, leased_until = null`;
  const storing = await holding(database, cancel, async (other) => {
    const waiting = store.reports.createOnce(newReport(), lease);
    await waitForLock(database);
    await other.query('commit');
    return { waiting };
  });
  expect(await storing.waiting).toBeUndefined();
  const { rows } = await database.pool.query(`select from ${database.schema}.sitegrade_reports`);
  expect(rows).toEqual([]);
});

it('the clock of the database counts, not that of the machine', async () => {
  const database = await ownPool();
  const { store } = database;
  const wrong = (hours: number) => new Date(Date.now() + hours * long);
  await store.jobs.create({ ...jobs, urls, ownerId: 'a', createdAt: wrong(-9) });
  const lease = { jobId: 1, token: 'this' };
  const started = await store.jobs.claim({
    token: 'this',
    leaseMs: long,
    perHost: 99,
    now: wrong(5),
  });
  expect(started?.job.createdAt.getTime()).toBeGreaterThan(Date.now() - long);
  expect(started?.job.startedAt?.getTime()).toBeLessThan(Date.now() + long);
  const sweep = { maxAttempts: 5, error, keepMs: long, limit: 10 };
  expect(await store.jobs.sweep({ ...sweep, now: wrong(9) })).toMatchObject({ queuedAgain: 0 });
  await store.jobs.end(lease, { kind: 'retry', error, delayMs: long }, wrong(-9));
  expect(await claim(database, wrong(9))).toBeUndefined();
  const canceled = await store.jobs.cancel('a', 1, wrong(-9));
  expect(canceled?.job.endedAt?.getTime()).toBeGreaterThan(Date.now() - long);
  expect(await store.jobs.sweep({ ...sweep, now: wrong(9) })).toMatchObject({ deleted: 0 });
});

/** A pool that counts the deadlocks that Postgres ends, which the store tries again without a word. */
async function countingPool(options: string) {
  let deadlocks = 0;
  class CountingClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      const query = this.query.bind(this) as (...values: unknown[]) => Promise<unknown> | undefined;
      const counting = (...values: unknown[]) => {
        const result = query(...values);
        result?.catch(({ code }) => {
          if (code === '40P01') deadlocks += 1;
        });
        return result;
      };
      this.query = counting as typeof this.query;
    }
  }
  const database = await ownPool({ max: 20, options, Client: CountingClient });
  return { database, deadlocks: () => deadlocks };
}

/** On a busy machine, a method of the store can reach its time limit. */
function unlessBusy(error: { readonly code?: unknown }): void {
  if (error.code !== 'overloaded') throw error;
}

it('a deadlock is counted', async () => {
  const { database, deadlocks } = await countingPool('-c deadlock_timeout=1ms');
  const { store } = database;
  for (const ownerId of ['a', 'b']) await store.jobs.create({ ...jobs, urls, ownerId });
  const lock = (id: number) => `select from sitegrade_jobs where id = ${id} for update`;
  await holding(database, lock(1), async (first) => {
    await holding(database, lock(2), async (second) => {
      const both = [first.query(lock(2)), second.query(lock(1))];
      await expect(Promise.all(both)).rejects.toMatchObject({ code: '40P01' });
      await Promise.allSettled(both);
    });
  });
  expect(deadlocks()).toBe(1);
});

it('twenty connections change jobs of three owners without a deadlock', async () => {
  const { database, deadlocks } = await countingPool('-c deadlock_timeout=1s');
  const { store } = database;
  const worker = async (index: number): Promise<void> => {
    for (let round = 0; round < 8; round += 1) {
      const ownerId = `owner-${(index + round) % 3}`;
      const made = await store.jobs.create({ ...jobs, urls, ownerId, maxQueued: 1000 });
      const id = made.outcome === 'created' ? (made.jobs[0]?.id ?? 0) : 0;
      // Their jobs are of one host: some wait for it.
      const claimed = await claim(database, new Date(), 1 + (round % 4));
      const report = newReport({
        ownerId: claimed?.ownerId ?? ownerId,
        domain: `${round % 2}.com`,
      });
      const token = `${index}-${round}`;
      const attempt = { ownerId, key: `${round % 4}`, token, expiresAt: new Date() };
      await store.idempotencyKeys.begin({ ...attempt, fingerprint: 'f', begunAt: new Date() });
      await Promise.all([
        claimed && store.reports.createOnce(report, claimed.lease),
        claimed &&
          round % 2 === 0 &&
          store.jobs.cancel(claimed.ownerId, claimed.job.id, new Date()),
        claimed &&
          round % 3 === 0 &&
          store.jobs.end(claimed.lease, { kind: 'given_back' }, new Date()),
        round % 4 === 0 && store.jobs.delete(ownerId, id),
        store.jobs.create({ ...jobs, urls: [...urls, ...urls], isBatch: true, ownerId }, attempt),
        round % 3 === 1 &&
          store.jobs.sweep({ now: new Date(), maxAttempts: 2, error, keepMs: 0, limit: 5 }),
        round % 5 === 4 && store.maintenance.reconcileOwners({ after: '', limit: 9, repair: true }),
        round % 5 === 3 && store.websites.delete(ownerId, (round % 6) + 1),
      ]);
    }
  };
  const workers = Array.from({ length: 20 }, (_, index) => worker(index).catch(unlessBusy));
  await Promise.all(workers);
  expect(deadlocks()).toBe(0);
  const { drifts } = await store.maintenance.reconcileOwners({
    after: '',
    limit: 9,
    repair: false,
  });
  expect(drifts).toEqual([]);
});
