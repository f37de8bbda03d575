import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { explainStatements } from './explain-statements.ts';
import { ownDatabase } from './own-schema.ts';
import { executed, expectFewRows } from './rows-read.ts';

const ownerId = 'owner-1';
const now = new Date();
const tables = 'sitegrade_schedules|schedule';
const websiteId = 7;
const dueAt = new Date(7);
const nextRunAt = new Date(9_000_000_000_000);
const run = { ownerId, websiteId, dueAt, nextRunAt, now };

describe.each([
  { name: 'for these values', mode: 'force_custom_plan', hasStatistics: true },
  { name: 'for any values', mode: 'force_generic_plan', hasStatistics: true },
  { name: 'without statistics', mode: 'force_custom_plan', hasStatistics: false },
])('query plans of schedules $name', ({ mode, hasStatistics }) => {
  let filled: Awaited<ReturnType<typeof filledStore>>;
  beforeAll(async () => {
    filled = await filledStore(mode, hasStatistics);
  });
  afterAll(() => filled.end());

  it('those that are due are read from their index, in order, and no others', async () => {
    const plans = await filled.plansOf(
      async ({ schedules }) =>
        expect((await schedules.due({ limit: 5, now })).schedules).toHaveLength(5),
      executed,
    );
    expect(plans).toHaveLength(1);
    expect(plans[0]?.plan).toMatch(/Index Scan using sitegrade_schedules_due/);
    expect(plans[0]?.plan).not.toMatch(/Sort/);
    expectFewRows(plans, 5, tables);
  });

  it('starting, skipping and putting off a run reads it by its key', async () => {
    const plans = await filled.plansOf(async ({ schedules }) => {
      const urls = ['https://a.com/'];
      const jobs = { ownerId, urls, isBatch: true, createdAt: now, maxQueued: 9 };
      const start = await schedules.start({ ...run, work: { task: 'reports', jobs } });
      expect(start.outcome).toBe('started');
      expect(await schedules.skip({ ...run, dueAt: nextRunAt, missed: null })).toBe(true);
      await schedules.defer([{ websiteId, dueAt: nextRunAt, delayMs: 1 }], now);
    });
    const ofSchedules = plans.filter(({ text }) => text.includes('sitegrade_schedules'));
    expect(ofSchedules.length).toBeGreaterThanOrEqual(5);
    for (const { text, plan } of ofSchedules) {
      expect(plan, text).not.toMatch(/Seq Scan on sitegrade_schedules/);
    }
  });
});

/** 20,000 schedules, of which a hundred are due. */
async function filledStore(mode: string, hasStatistics: boolean) {
  const { connectionString, schema } = await ownDatabase();
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    options: `-c search_path=${schema} -c plan_cache_mode=${mode}`,
  });
  await pool.query(`create schema ${schema}`);
  await postgresStore({ pool }).migrate();
  await pool.query(`
    alter table sitegrade_schedules set (autovacuum_enabled = off);
    insert into sitegrade_schedules (website_id, owner_id, every, time_of_day, time_zone, task,
        next_run_at, due_at, created_at, updated_at)
      select n, 'owner-' || n % 2, 'day', '06:00', 'UTC', 'reports',
        case when n <= 100 then n else 9000000000000 end,
        case when n <= 100 then n else 9000000000000 end, 0, 0 from generate_series(1, 20000) n`);
  if (hasStatistics) await pool.query('vacuum (freeze, analyze) sitegrade_schedules');
  return { pool, plansOf: explainStatements(pool), end: () => pool.end() };
}
