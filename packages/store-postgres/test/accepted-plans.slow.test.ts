import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresStore } from '../src/index.ts';
import { explainStatements } from './explain-statements.ts';
import { ownDatabase } from './own-schema.ts';
import { executed, expectFewRows } from './rows-read.ts';

const ownerId = 'owner-1';
const websiteId = 7;

describe.each([
  { name: 'for these values', mode: 'force_custom_plan', hasStatistics: true },
  { name: 'for any values', mode: 'force_generic_plan', hasStatistics: true },
  { name: 'without statistics', mode: 'force_custom_plan', hasStatistics: false },
])('query plans of accepted findings $name', ({ mode, hasStatistics }) => {
  let filled: Awaited<ReturnType<typeof filledStore>>;
  beforeAll(async () => {
    filled = await filledStore(mode, hasStatistics);
  });
  afterAll(() => filled.end());

  it('those of a page are read by fingerprint, and few patterns of the website', async () => {
    const fingerprints = ['7-1001', '7-1002', 'none'];
    const plans = await filled.plansOf(
      async ({ accepted }) =>
        expect(
          await accepted.matching(ownerId, websiteId, { fingerprints, checks: ['h1'] }),
        ).toHaveLength(4),
      executed,
    );
    // Two fingerprints, of an average over three look-ups, and at most all patterns of the website.
    expectFewRows(plans, 3 + 10, 'sitegrade_accepted');
  });
});

/** Ten websites with 2,000 accepted findings each, of which ten are patterns of five checks. */
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
    alter table sitegrade_accepted set (autovacuum_enabled = off);
    insert into sitegrade_websites
        (id, owner_id, domain, domain_search, privacy, share_token, created_at, updated_at)
      overriding system value
      select n, 'owner-1', n, n, 'public', 't' || n, 0, 0 from generate_series(1, 10) n;
    insert into sitegrade_accepted (owner_id, website_id, accepted_key, check_id, path, path_search,
        fingerprint, reason, created_at, updated_at)
      select 'owner-1', w, w || '-' || n, 'h' || n % 5, '/', '/',
        case when n > 10 then w || '-' || n end, 'x', 0, 0
        from generate_series(1, 10) w, generate_series(1, 2000) n`);
  if (hasStatistics) await pool.query('vacuum (freeze, analyze) sitegrade_accepted');
  return { pool, plansOf: explainStatements(pool), end: () => pool.end() };
}
