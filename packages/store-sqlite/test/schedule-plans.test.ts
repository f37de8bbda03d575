import { newReport } from '@sitegrade/testing';
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

describe.each([
  { name: 'without statistics', sql: '' },
  { name: 'with statistics', sql: 'analyze' },
])('query plans of second attempts $name', ({ sql }) => {
  it('read those that are due in their index, in order, and start one by its key', async () => {
    const plansOf = await filledStore(sql);
    const due = await plansOf((store) => store.websites.dueRechecks({ limit: 100, now }));
    expect(due.map(({ plan }) => plan)).toEqual([
      [
        'SEARCH sitegrade_websites USING INDEX sitegrade_websites_rechecks (recheck_at>? AND recheck_at<?)',
      ],
    ]);
    const plans = await plansOf(async ({ websites }) => {
      const recheck = { ownerId, websiteId, dueAt, maxQueued: 9, delayMs: 1, now };
      expect(await websites.startRecheck(recheck)).toMatchObject({ outcome: 'started' });
    });
    expectNoScan(plans, 2, 'sitegrade_websites');
  });

  it('find in an index whether a site of the owner fails', async () => {
    const plansOf = await filledStore(sql);
    const plans = await plansOf((store) => store.reports.create(newReport({ ownerId })));
    const steps = plans.flatMap(({ plan }) => plan);
    expect(steps.filter((step) => step.includes('failing'))).toEqual([
      expect.stringMatching(
        /^SEARCH failing USING COVERING INDEX sitegrade_websites_failing \(owner_id=\? AND failing_since>\?\)/,
      ),
    ]);
  });
});

/** Expects that no statement reads all rows of a table. */
function expectNoScan(plans: readonly Plan[], least: number, table = 'sitegrade_schedules'): void {
  const ofTable = plans.filter(({ sql }) => sql.includes(table));
  expect(ofTable.length).toBeGreaterThanOrEqual(least);
  for (const { sql, plan } of ofTable) {
    expect(
      plan.filter((step) => /SCAN sitegrade|TEMP B-TREE/.test(step)),
      sql,
    ).toEqual([]);
  }
}

/** 2,000 schedules of two owners, of which ten are due, and ten of whose sites fail. */
async function filledStore(afterwards: string) {
  const host = new Database(':memory:');
  await sqliteStore({ database: host }).migrate();
  host.exec(`
    create temp table numbers as with recursive counted (n) as
      (select 1 union all select n + 1 from counted where n < 2000) select n from counted;
    insert into sitegrade_websites
        (id, owner_id, domain, domain_search, privacy, share_token, created_at, updated_at,
          failing_since, recheck_at, recheck_url)
      select n, 'owner-' || (n % 2), n, n, 'public', 't' || n, 0, 0,
        iif(n <= 10, 1, null), iif(n <= 10, n, null), iif(n <= 10, 'a.com', null) from numbers;
    insert into sitegrade_schedules (website_id, owner_id, every, time_of_day, time_zone, task,
        next_run_at, due_at, created_at, updated_at)
      select n, 'owner-' || (n % 2), 'day', '06:00', 'UTC', 'reports',
        iif(n <= 10, n, 1900000000000), iif(n <= 10, n, 1900000000000), 0, 0 from numbers;
    ${afterwards}`);
  return explainStatements(host);
}
