import { expect } from 'vitest';
import { describePlans } from './describe-plans.ts';

const ownerId = 'owner-1';
const websiteId = 7;

// 200 websites of two owners, each with 100 accepted findings, of which some are patterns.
const filled = `
  insert into sitegrade_websites
      (id, owner_id, domain, domain_search, privacy, share_token, created_at, updated_at)
    select n, 'owner-' || (n % 2), n, n, 'public', 't' || n, 0, 0 from numbers where n <= 200;
  insert into sitegrade_accepted (owner_id, website_id, accepted_key, check_id, path, path_search,
      fingerprint, reason, created_at, updated_at)
    select 'owner-' || (w.n % 2), w.n, w.n || '-' || a.n, 'h1', '/' || a.n, '/' || a.n,
      iif(a.n <= 5, null, w.n || '-' || a.n), 'x', 0, 0
      from numbers as w, numbers as a where w.n <= 200 and a.n <= 100`;
const tables = { about: /sitegrade_accepted/, allowed: /^SCAN (?!sitegrade)|B-TREE/, filled };

describePlans(tables, {
  'those of a page: seeks by their fingerprints, and among the patterns of the website': {
    run: ({ accepted }) =>
      accepted.matching(ownerId, websiteId, { fingerprints: ['7-1'], checks: ['h1'] }),
    steps: [
      'sitegrade_accepted_by_key (website_id=? AND accepted_key=?)',
      'sitegrade_accepted_patterns (website_id=? AND check_id=?)',
    ],
  },
  'accepting, listing, finding and deleting: by indexes': {
    async run({ accepted }) {
      const finding = { check: 'h1', path: '/x', fingerprint: null, quote: null, reason: 'x' };
      const setting = await accepted.accept({
        ownerId,
        websiteId,
        findings: [{ ...finding, expires: null }],
        acceptedAt: new Date(0),
        maxAccepted: 99_999,
        maxPatterns: 500,
      });
      if (setting.outcome !== 'accepted') throw new Error(setting.outcome);
      const { id } = setting.findings[0] ?? { id: 0 };
      const page = { start: { page: 1 }, perPage: 10, sortBy: 'id', sort: 'desc' } as const;
      expect((await accepted.list(ownerId, websiteId, page)).total).toBeGreaterThan(10);
      await accepted.list(ownerId, websiteId, { ...page, search: 'x' });
      expect(await accepted.find(ownerId, websiteId, id)).toBeDefined();
      expect(await accepted.delete(ownerId, websiteId, id)).toBe(true);
    },
    least: 8,
  },
});
