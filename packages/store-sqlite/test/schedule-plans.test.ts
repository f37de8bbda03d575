import { newReport } from '@sitegrade/testing';
import { expect } from 'vitest';
import { describePlans } from './describe-plans.ts';

const ownerId = 'owner-1';
const now = new Date(1_800_000_000_000);
const websiteId = 7;
const dueAt = new Date(7);
const nextRunAt = new Date(1_900_000_000_000);
const run = { ownerId, websiteId, dueAt, nextRunAt, now };

// 2,000 schedules of two owners, of which ten are due, and ten of whose sites fail.
const filled = `
  insert into sitegrade_websites
      (id, owner_id, domain, domain_search, privacy, share_token, created_at, updated_at,
        failing_since, recheck_at, recheck_url)
    select n, 'owner-' || (n % 2), n, n, 'public', 't' || n, 0, 0,
      iif(n <= 10, 1, null), iif(n <= 10, n, null), iif(n <= 10, 'a.com', null) from numbers;
  insert into sitegrade_schedules (website_id, owner_id, every, time_of_day, time_zone, task,
      next_run_at, due_at, created_at, updated_at)
    select n, 'owner-' || (n % 2), 'day', '06:00', 'UTC', 'reports',
      iif(n <= 10, n, 1900000000000), iif(n <= 10, n, 1900000000000), 0, 0 from numbers`;
const allowed = /^SCAN (?!sitegrade)/;

describePlans(
  { about: /sitegrade_schedules/, allowed, filled },
  {
    'schedules that are due: a seek in their index, in order': {
      run: (store) => store.schedules.due({ limit: 100, now }),
      statements: 1,
      plans: { '': ['SEARCH sitegrade_schedules USING INDEX sitegrade_schedules_due (due_at<?)'] },
    },
    'starting, skipping and putting off runs: by the key': {
      async run({ schedules }) {
        const urls = ['https://a.com/'];
        const jobs = { ownerId, urls, isBatch: true, createdAt: now, maxQueued: 9 };
        const start = await schedules.start({ ...run, work: { task: 'reports', jobs } });
        expect(start.outcome).toBe('started');
        expect(await schedules.skip({ ...run, dueAt: nextRunAt, missed: 'no_urls' })).toBe(true);
        await schedules.defer([{ websiteId, dueAt: nextRunAt, delayMs: 1 }], now);
      },
      least: 4,
    },
    'setting, finding and deleting one: by keys, and by owner for the quota': {
      async run({ schedules }) {
        const schedule = await schedules.find(ownerId, websiteId);
        if (schedule === undefined) throw new Error('The schedule is missing.');
        expect(await schedules.delete(ownerId, websiteId)).toEqual({ outcome: 'deleted' });
        const set = { ...schedule, ownerId, maxSchedules: 9_999 };
        expect(await schedules.set(set)).toMatchObject({ outcome: 'created' });
      },
      least: 4,
      steps: [
        'SEARCH sitegrade_schedules USING INTEGER PRIMARY KEY (rowid=?)',
        'SEARCH sitegrade_schedules USING COVERING INDEX sitegrade_schedules_by_owner (owner_id=?)',
      ],
    },
  },
);

describePlans(
  { about: /sitegrade_websites/, allowed, filled },
  {
    'second attempts that are due: a seek in their index, in order': {
      run: ({ websites }) => websites.dueRechecks({ limit: 100, now }),
      statements: 1,
      plans: {
        '': [
          'SEARCH sitegrade_websites USING INDEX sitegrade_websites_rechecks (recheck_at>? AND recheck_at<?)',
        ],
      },
    },
    'starting a second attempt: by its key': {
      async run({ websites }) {
        const recheck = { ownerId, websiteId, dueAt, maxQueued: 9, delayMs: 1, now };
        expect(await websites.startRecheck(recheck)).toMatchObject({ outcome: 'started' });
      },
      least: 2,
    },
    'whether a site of the owner fails: a seek in an index': {
      run: (store) => store.reports.create(newReport({ ownerId })),
      also(plans) {
        const steps = plans.flatMap(({ plan }) => plan);
        expect(steps.filter((step) => step.includes('failing'))).toEqual([
          expect.stringMatching(
            /^SEARCH failing USING COVERING INDEX sitegrade_websites_failing \(owner_id=\? AND failing_since>\?\)/,
          ),
        ]);
      },
    },
  },
);
