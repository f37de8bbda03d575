import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { explainStatements, type Plan } from './explain-statements.ts';

const ownerId = 'owner-1';
const now = new Date(1_800_000_000_000);
const websiteId = 7;
const dueAt = new Date(7);
const nextRunAt = new Date(1_900_000_000_000);
const run = { ownerId, websiteId, dueAt, nextRunAt, now };
const byKey = 'SEARCH sitegrade_schedules USING INTEGER PRIMARY KEY (rowid=?)';

describe.each([
  { name: 'without statistics', sql: '' },
  { name: 'with statistics', sql: 'analyze' },
])('query plans of schedules $name', ({ sql }) => {
  it('of those that are due: a seek in their index, in order', async () => {
    const plansOf = await filledStore(sql);
    const plans = await plansOf((store) => store.schedules.due({ limit: 100, now }));
    expect(plans.map(({ plan }) => plan)).toEqual([
      ['SEARCH sitegrade_schedules USING INDEX sitegrade_schedules_due (due_at<?)'],
    ]);
  });

  it('of starting, skipping and putting off runs: by the key', async () => {
    const plansOf = await filledStore(sql);
    const plans = await plansOf(async ({ schedules }) => {
      const urls = ['https://a.com/'];
      const jobs = { ownerId, urls, isBatch: true, createdAt: now, maxQueued: 9 };
      const start = await schedules.start({ ...run, work: { task: 'reports', jobs } });
      expect(start.outcome).toBe('started');
      expect(await schedules.skip({ ...run, dueAt: nextRunAt, missed: 'no_urls' })).toBe(true);
      await schedules.defer([{ websiteId, dueAt: nextRunAt, delayMs: 1 }], now);
    });
    expectNoScan(plans, 4);
  });

  it('of setting, finding and deleting one: by keys, and by owner for the quota', async () => {
    const plansOf = await filledStore(sql);
    const plans = await plansOf(async ({ schedules }) => {
      const schedule = await schedules.find(ownerId, websiteId);
      if (schedule === undefined) throw new Error('The schedule is missing.');
      expect(await schedules.delete(ownerId, websiteId)).toEqual({ outcome: 'deleted' });
      const set = { ...schedule, ownerId, maxSchedules: 9_999 };
      expect(await schedules.set(set)).toMatchObject({ outcome: 'created' });
    });
    expectNoScan(plans, 4);
    const steps = plans.flatMap(({ plan }) => plan);
    expect(steps).toContain(byKey);
    expect(steps).toContain(
      'SEARCH sitegrade_schedules USING COVERING INDEX sitegrade_schedules_by_owner (owner_id=?)',
    );
  });
});

/** Expects that no statement reads all schedules. */
function expectNoScan(plans: readonly Plan[], least: number): void {
  const ofSchedules = plans.filter(({ sql }) => sql.includes('sitegrade_schedules'));
  expect(ofSchedules.length).toBeGreaterThanOrEqual(least);
  for (const { sql, plan } of ofSchedules) {
    expect(
      plan.filter((step) => /SCAN sitegrade|TEMP B-TREE/.test(step)),
      sql,
    ).toEqual([]);
  }
}

/** 2,000 schedules of two owners, of which ten are due. */
async function filledStore(afterwards: string) {
  const host = new Database(':memory:');
  await sqliteStore({ database: host }).migrate();
  host.exec(`
    create temp table numbers as with recursive counted (n) as
      (select 1 union all select n + 1 from counted where n < 2000) select n from counted;
    insert into sitegrade_websites
        (id, owner_id, domain, domain_search, privacy, share_token, created_at, updated_at)
      select n, 'owner-' || (n % 2), n, n, 'public', 't' || n, 0, 0 from numbers;
    insert into sitegrade_schedules (website_id, owner_id, every, time_of_day, time_zone, task,
        next_run_at, due_at, created_at, updated_at)
      select n, 'owner-' || (n % 2), 'day', '06:00', 'UTC', 'reports',
        iif(n <= 10, n, 1900000000000), iif(n <= 10, n, 1900000000000), 0, 0 from numbers;
    ${afterwards}`);
  return explainStatements(host);
}
