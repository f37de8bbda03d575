import { expect } from 'vitest';
import { describePlans } from './describe-plans.ts';

const ownerId = 'owner-1';
const now = new Date();
const websiteId = 7;
const dueAt = new Date(7);
const nextRunAt = new Date(9_000_000_000_000);
const run = { ownerId, websiteId, dueAt, nextRunAt, now };

describePlans(
  {
    names: ['schedules'],
    counted: 'sitegrade_schedules|schedule',
    // 20,000 schedules, of which a hundred are due.
    filled: `
      insert into sitegrade_schedules (website_id, owner_id, every, time_of_day, time_zone, task,
          next_run_at, due_at, created_at, updated_at)
        select n, 'owner-' || n % 2, 'day', '06:00', 'UTC', 'reports',
          case when n <= 100 then n else 9000000000000 end,
          case when n <= 100 then n else 9000000000000 end, 0, 0 from generate_series(1, 20000) n`,
  },
  {
    'schedules that are due: from their index, in order, and no others': {
      run: async ({ schedules }) =>
        expect((await schedules.due({ limit: 5, now })).schedules).toHaveLength(5),
      rows: 5,
      statements: 1,
      plan: /Index Scan using sitegrade_schedules_due/,
      never: /Sort/,
    },
    'starting, skipping and putting off a run: by its key': {
      async run({ schedules }) {
        const urls = ['https://a.com/'];
        const jobs = { ownerId, urls, isBatch: true, createdAt: now, maxQueued: 9 };
        const start = await schedules.start({ ...run, work: { task: 'reports', jobs } });
        expect(start.outcome).toBe('started');
        expect(await schedules.skip({ ...run, dueAt: nextRunAt, missed: null })).toBe(true);
        await schedules.defer([{ websiteId, dueAt: nextRunAt, delayMs: 1 }], now);
      },
      of: 'sitegrade_schedules',
      also(plans) {
        const ofSchedules = plans.filter(({ text }) => text.includes('sitegrade_schedules'));
        expect(ofSchedules.length).toBeGreaterThanOrEqual(5);
      },
    },
  },
);
