import type { JobStatus, Store } from '@sitegrade/core';
import { expect } from 'vitest';
import { describePlans } from './describe-plans.ts';
import type { Plan } from './explain-statements.ts';

const ownerId = 'owner-1';
const now = new Date();
const error = { code: 'internal', message: '' } as const;
const claim = { token: 't', leaseMs: 9, perHost: 2, now };
const columns = 'owner_id, batch_id, url, url_search, created_at, host';

const tables = {
  about: /./,
  allowed: /^SCAN (json_each|due$|counted$)/,
  // A thousand ended jobs, a thousand queued and twenty running of one owner, and the jobs of a hundred others.
  filled: `
    insert into sitegrade_jobs (${columns}, status, ended_at)
      select '${ownerId}', n / 100, n, n, 0, 'h' || n, iif(n % 2 = 0, 'done', 'failed'), n from numbers where n <= 1000;
    insert into sitegrade_jobs (${columns}) select '${ownerId}', null, n, n, 0, 'h' || n from numbers where n <= 1000;
    insert into sitegrade_jobs (${columns}, status, lease_token, leased_until)
      select '${ownerId}', null, n, n, 0, 'h' || n, 'running', 't' || n, n from numbers where n <= 20;
    insert into sitegrade_jobs (${columns})
      select 'other-' || n, null, n, n, 0, 'h' || n from numbers where n <= 100;
    insert into sitegrade_lanes (owner_id, queued, running, last_claim, next_due_at)
      select 'other-' || n, 1, 0, n, 0 from numbers where n <= 100;
    insert into sitegrade_lanes values ('${ownerId}', 1000, 20, 5000, 0)`,
  statistics: {
    'with statistics of queued jobs only': `
      update sitegrade_jobs set status = 'queued', ended_at = null where status <> 'running';
      analyze;
      update sitegrade_jobs set status = 'done', ended_at = id where id <= 1000`,
  },
};
/** Owners are read in the order of their turns, of which each statement needs the first. */
const turns =
  /^SCAN (?:CONSTANT ROW|ready$|waited|free|first|json_each|lane USING COVERING INDEX sitegrade_lanes_by_turn)/;
const claimNone = async ({ jobs }: Store) => expect(await jobs.claim(claim)).toBeUndefined();

const page = { sortBy: 'id', perPage: 10 } as const;
const filters: { batchId?: number; status?: JobStatus }[] = [
  {},
  { status: 'done' },
  { batchId: 7 },
  { batchId: 7, status: 'done' },
];

describePlans(tables, {
  'a claim: seeks in partial indexes': {
    run: (store) => store.jobs.claim(claim),
    allowed: turns,
    plans: {
      'select "id"': [
        'SEARCH sitegrade_jobs USING INTEGER PRIMARY KEY (rowid=?)',
        'SCALAR SUBQUERY 1',
        'SEARCH job USING INDEX sitegrade_jobs_due_by_owner (owner_id=? AND due_at>? AND due_at<?)',
        'SCALAR SUBQUERY 2',
        'SEARCH job USING INDEX sitegrade_jobs_due_by_owner (owner_id=? AND due_at<?)',
      ],
    },
    also(plans) {
      const verbs = plans.map(({ sql }) => sql.split(' ')[0]);
      expect(verbs).toEqual(['with', 'select', 'update', 'update']);
      const start = plans.find(({ sql }) => sql.startsWith('update "sitegrade_jobs"'));
      expect(start?.plan).toContain(
        'SEARCH running USING COVERING INDEX sitegrade_jobs_running (host=? AND leased_until>?)',
      );
    },
  },
  'a claim that finds nothing: one statement, which seeks the first row of each index': {
    given: `update sitegrade_jobs set due_at = 9e15 where status = 'queued';
      update sitegrade_lanes set next_due_at = 9e15`,
    run: claimNone,
    allowed: turns,
    statements: 1,
    steps: [
      'SCAN lane USING COVERING INDEX sitegrade_lanes_by_turn',
      'SEARCH lane USING COVERING INDEX sitegrade_lanes_due (next_due_at>?)',
      // From one host with waiting jobs to the next.
      'SEARCH job USING COVERING INDEX sitegrade_jobs_waiting (host>?)',
    ],
  },
  'a claim of a busy host: its jobs by keys and by owner': {
    given: `update sitegrade_jobs set host = 'h1', leased_until = 9e15 where status = 'running';
      update sitegrade_jobs set host = 'h1' where status = 'queued'`,
    run: claimNone,
    allowed: turns,
    also(plans) {
      expect(plans.some(({ sql }) => sql.includes('"host_place" = cast'))).toBe(true);
    },
  },
  'how long work has been waiting: seeks in partial indexes': {
    run: (store) => store.delays(now),
    allowed: /^SCAN/,
    statements: 1,
    also([delays]) {
      expect(delays?.plan.filter((step) => /^(SCAN|SEARCH|USE)/.test(step))).toEqual([
        'SCAN CONSTANT ROW',
        'SEARCH sitegrade_jobs USING INDEX sitegrade_jobs_due (due_at<?)',
        'SEARCH sitegrade_jobs USING INDEX sitegrade_jobs_due (due_at>? AND due_at<?)',
        'SCAN sitegrade_crawls USING INDEX sitegrade_crawls_running',
      ]);
    },
  },
  'a sweep: ranges of the partial indexes': {
    run: ({ jobs }) => jobs.sweep({ now, maxAttempts: 5, error, keepMs: 1000, limit: 10 }),
    steps: [
      'sitegrade_jobs_leased (leased_until<?)',
      'sitegrade_jobs_ended (ended_at<?)',
      'sitegrade_jobs_due (due_at<?)',
    ],
  },
  'all other statements: by indexes': {
    async run({ jobs }) {
      const newJobs = { ownerId, createdAt: now, maxQueued: 20_000 };
      await jobs.create({ ...newJobs, urls: ['https://a.com/'], isBatch: false });
      await jobs.create({ ...newJobs, urls: ['https://a.com/', 'https://b.com/'], isBatch: true });
      await jobs.create({ ...newJobs, urls: ['https://a.com/'], isBatch: false, maxQueued: 1 });
      const lease = { jobId: 2001, token: 't1' };
      expect(await jobs.end(lease, { kind: 'given_back' }, now)).toBe(true);
      expect(await jobs.cancel(ownerId, 2002, now)).toMatchObject({ isNew: true });
      expect(await jobs.delete(ownerId, 2003)).toBe(true);
      expect(await jobs.find(ownerId, 2004)).toBeDefined();
      expect(await jobs.progress(ownerId, 7)).toBeDefined();
    },
    least: 11,
  },
  ...Object.fromEntries(
    filters.map((filter) => {
      const index = `by_${filter.batchId ? 'batch_' : ''}${filter.status ? 'status_' : ''}id`;
      return [
        `lists ${index}: ids in order from a covering index, which begins with the filters`,
        {
          async run({ jobs }: Store) {
            for (const start of [
              { page: 1 },
              { page: 3 },
              { after: { key: 50, id: 50 } },
            ] as const) {
              for (const sort of ['asc', 'desc'] as const) {
                await jobs.list(ownerId, { ...page, start, sort, ...filter });
              }
            }
          },
          also(plans: readonly Plan[]) {
            const ids = plans.filter(({ sql }) => sql.includes('order by'));
            expect(ids.length).toBeGreaterThanOrEqual(4);
            for (const { plan } of ids) {
              expect(plan.join()).toContain(`COVERING INDEX sitegrade_jobs_${index} (owner_id=?`);
            }
          },
        },
      ];
    }),
  ),
  ...Object.fromEntries(
    ([{}, { status: 'queued' }] as const).map((filter) => {
      const [index, range] =
        'status' in filter
          ? ['by_status_id', 'owner_id=? AND status=? AND id>?']
          : ['by_id', 'owner_id=? AND id>?'];
      return [
        `searches ${index}: a range of the index, from the oldest of the newest jobs`,
        {
          given: `insert into sitegrade_jobs (owner_id, url, url_search, created_at, host)
            select '${ownerId}', one.n, one.n, 0, 'h' from numbers as one, numbers as two
            where one.n <= 1000 and two.n <= 20`,
          run: ({ jobs }: Store) =>
            jobs.list(ownerId, {
              ...page,
              start: { page: 1 },
              sort: 'desc',
              search: 'x',
              ...filter,
            }),
          allowed: /^SCAN (found|page|json_each|due$|counted$)|B-TREE/,
          plans: {
            'select id from': [
              'SEARCH sitegrade_jobs USING COVERING INDEX sitegrade_jobs_by_id (owner_id=?)',
            ],
          },
          steps: [`SEARCH sitegrade_jobs USING INDEX sitegrade_jobs_${index} (${range})`],
        },
      ];
    }),
  ),
});
