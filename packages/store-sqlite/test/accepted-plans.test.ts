import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../src/index.ts';
import { explainStatements } from './explain-statements.ts';

const ownerId = 'owner-1';
const websiteId = 7;

describe.each([
  { name: 'without statistics', sql: '' },
  { name: 'with statistics', sql: 'analyze' },
])('query plans of accepted findings $name', ({ sql }) => {
  it('of those of a page: seeks by their fingerprints, and among the patterns of the website', async () => {
    const plansOf = await filledStore(sql);
    const plans = await plansOf(({ accepted }) =>
      accepted.matching(ownerId, websiteId, { fingerprints: ['7-1'], checks: ['h1'] }),
    );
    const steps = plans.flatMap(({ plan }) => plan);
    expect(steps).toContainEqual(
      expect.stringContaining('sitegrade_accepted_by_key (website_id=? AND accepted_key=?)'),
    );
    expect(steps).toContainEqual(
      expect.stringContaining('sitegrade_accepted_patterns (website_id=? AND check_id=?)'),
    );
    expect(steps.filter((step) => /SCAN sitegrade/.test(step))).toEqual([]);
  });

  it('of accepting, listing, finding and deleting: by indexes', async () => {
    const plansOf = await filledStore(sql);
    const plans = await plansOf(async ({ accepted }) => {
      const finding = { check: 'h1', path: '/x', fingerprint: null, quote: null, reason: 'x' };
      const setting = await accepted.accept({
        ...{ ownerId, websiteId, findings: [{ ...finding, expires: null }] },
        ...{ acceptedAt: new Date(0), maxAccepted: 99_999, maxPatterns: 500 },
      });
      if (setting.outcome !== 'accepted') throw new Error(setting.outcome);
      const { id } = setting.findings[0] ?? { id: 0 };
      const page = { start: { page: 1 }, perPage: 10, sortBy: 'id', sort: 'desc' } as const;
      expect((await accepted.list(ownerId, websiteId, page)).total).toBeGreaterThan(10);
      await accepted.list(ownerId, websiteId, { ...page, search: 'x' });
      expect(await accepted.find(ownerId, websiteId, id)).toBeDefined();
      expect(await accepted.delete(ownerId, websiteId, id)).toBe(true);
    });
    const ofAccepted = plans.filter(({ sql: text }) => text.includes('sitegrade_accepted'));
    expect(ofAccepted.length).toBeGreaterThanOrEqual(8);
    for (const { sql: text, plan } of ofAccepted) {
      expect(
        plan.filter((step) => /SCAN sitegrade/.test(step)),
        text,
      ).toEqual([]);
    }
  });
});

/** 200 websites of two owners, each with 100 accepted findings, of which some are patterns. */
async function filledStore(afterwards: string) {
  const host = new Database(':memory:');
  await sqliteStore({ database: host }).migrate();
  host.exec(`
    create temp table numbers as with recursive counted (n) as
      (select 1 union all select n + 1 from counted where n < 200) select n from counted;
    insert into sitegrade_websites
        (id, owner_id, domain, domain_search, privacy, share_token, created_at, updated_at)
      select n, 'owner-' || (n % 2), n, n, 'public', 't' || n, 0, 0 from numbers;
    insert into sitegrade_accepted (owner_id, website_id, accepted_key, check_id, path, path_search,
        fingerprint, reason, created_at, updated_at)
      select 'owner-' || (w.n % 2), w.n, w.n || '-' || a.n, 'h1', '/' || a.n, '/' || a.n,
        iif(a.n <= 5, null, w.n || '-' || a.n), 'x', 0, 0
        from numbers as w, numbers as a where a.n <= 100;
    ${afterwards}`);
  return explainStatements(host);
}
