import type { JobStatus, Store } from '@sitegrade/core';
import { expect } from 'vitest';
import { describePlans } from './describe-plans.ts';
import type { Plan } from './explain-statements.ts';

const ownerId = 'owner-1';
const now = new Date();
const error = { code: 'internal', message: '' } as const;
const claim = { token: 'one', leaseMs: 1000, perHost: 99, now };
const columns = 'owner_id, batch_id, url, url_search, created_at, host';

// 100,000 ended jobs, 10,000 queued and 20 running of one owner, and the jobs of 1,000 others.
const ended = `
    insert into sitegrade_jobs (${columns}, status, ended_at)
      select '${ownerId}', n / 1000, n, n, 0, 'h' || n,
        (array['done', 'failed', 'canceled'])[n % 3 + 1], n from generate_series(0, 99999) n;
    insert into sitegrade_jobs (${columns}, status, ended_at)
      select 'other-' || n % 1000, null, n, n, 0, 'h' || n, 'done', n from generate_series(1, 50000) n`;
// Stale statistics claim that no job is queued.
const queued = `
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
    insert into sitegrade_lanes values ('${ownerId}', 10000, 20, 5000, 0)`;
const tables = { names: ['jobs', 'lanes'], counted: 'sitegrade_(jobs|lanes)|job|lane' };

describePlans(
  { ...tables, filled: ended, more: queued },
  {
    'a claim: few of 100,000 ended and 10,000 queued jobs': {
      run: ({ jobs }) => jobs.claim(claim),
      rows: 30,
      also(plans) {
        const verbs = plans.map(({ text }) => text.split(' ')[0]);
        expect(verbs).toEqual(['with', 'select', 'insert', 'update', 'update']);
      },
    },
    'a claim without an owner: few rows': {
      run: ({ jobs }) => jobs.claim({ ...claim, token: 'other', exceptOwner: ownerId }),
      rows: 30,
    },
    'how long jobs have been waiting: the first that is due at once, and the first that is due later':
      {
        run: (store) => store.delays(now),
        rows: 2,
        statements: 1,
        never: /using sitegrade_jobs_(?!due )|Seq Scan on sitegrade_jobs/,
      },
    'a sweep: few jobs more than it changes': {
      run: ({ jobs }) => jobs.sweep({ now, maxAttempts: 5, error, keepMs: 1000, limit: 10 }),
      rows: 60,
      least: 5,
    },
    'all other changes of one job: few rows': {
      async run({ jobs }) {
        const newJobs = { ownerId, createdAt: now, maxQueued: 20_000 };
        await jobs.create({ ...newJobs, urls: ['https://a.com/'], isBatch: false });
        await jobs.create({
          ...newJobs,
          urls: ['https://a.com/', 'https://b.com/'],
          isBatch: true,
        });
        const lease = { jobId: 160_014, token: 't14' };
        expect(await jobs.end(lease, { kind: 'given_back' }, now)).toBe(true);
        expect(await jobs.cancel(ownerId, 160_015, now)).toMatchObject({ isNew: true });
        expect(await jobs.delete(ownerId, 160_016)).toBe(true);
        expect(await jobs.find(ownerId, 160_017)).toBeDefined();
      },
      of: 'sitegrade_(jobs|lanes)',
      never: /Sort/,
      least: 11,
    },
    // The last one: it adds lanes.
    'a claim that finds nothing: one statement, and few of 100,000 owners with delayed jobs': {
      given: `insert into sitegrade_lanes (owner_id, queued, running, last_claim, next_due_at)
          select 'delayed-' || n, 1, 0, n, 9e15::bigint + n from generate_series(1, 100000) n;
        update sitegrade_lanes set next_due_at = 9e15::bigint where next_due_at = 0`,
      run: async ({ jobs }) =>
        expect(await jobs.claim({ ...claim, token: 'none', perHost: 2 })).toBeUndefined(),
      // None is ready; the first of those that are due later; no job waits for a host.
      rows: 5,
      statements: 1,
      plan: /using sitegrade_lanes_by_turn/,
      never: /Seq Scan on sitegrade_(jobs|lanes)/,
      also: ([look]) => expect(look?.plan).toMatch(/using sitegrade_lanes_due/),
    },
  },
);

const filters: { batchId?: number; status?: JobStatus }[] = [
  {},
  { status: 'failed' },
  { batchId: 7 },
  { batchId: 7, status: 'done' },
];

describePlans(
  { ...tables, filled: `${ended}; ${queued}` },
  {
    ...Object.fromEntries(
      filters.map((filter) => {
        const index = `by_${filter.batchId ? 'batch_' : ''}${filter.status ? 'status_' : ''}id`;
        return [
          `lists ${index}: ids in order from an index, which begins with the filters`,
          {
            async run({ jobs }: Store) {
              for (const start of [
                { page: 1 },
                { page: 19 },
                { after: { key: 500, id: 500 } },
              ] as const) {
                for (const sort of ['asc', 'desc'] as const) {
                  await jobs.list(ownerId, { start, sort, sortBy: 'id', perPage: 10, ...filter });
                }
              }
            },
            of: 'sitegrade_jobs',
            never: /Sort|Filter:/,
            also(plans: readonly Plan[]) {
              const ids = plans.filter(({ text }) => text.includes('order by'));
              expect(ids.length).toBeGreaterThanOrEqual(6);
              for (const { text, plan } of ids) {
                expect(plan, text).toMatch(
                  new RegExp(`Index Only Scan.* using sitegrade_jobs_${index} `),
                );
              }
            },
          },
        ];
      }),
    ),
    'the progress of a batch: its jobs': {
      run: ({ jobs }) => jobs.progress(ownerId, 7),
      rows: 1000,
    },
  },
);
