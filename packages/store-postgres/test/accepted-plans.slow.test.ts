import { expect } from 'vitest';
import { describePlans } from './describe-plans.ts';

describePlans(
  {
    names: ['accepted'],
    counted: 'sitegrade_accepted',
    // Ten websites with 2,000 accepted findings each, of which ten are patterns of five checks.
    filled: `
      insert into sitegrade_websites
          (id, owner_id, domain, domain_search, privacy, share_token, created_at, updated_at)
        overriding system value
        select n, 'owner-1', n, n, 'public', 't' || n, 0, 0 from generate_series(1, 10) n;
      insert into sitegrade_accepted (owner_id, website_id, accepted_key, check_id, path, path_search,
          fingerprint, reason, created_at, updated_at)
        select 'owner-1', w, w || '-' || n, 'h' || n % 5, '/', '/',
          case when n > 10 then w || '-' || n end, 'x', 0, 0
          from generate_series(1, 10) w, generate_series(1, 2000) n`,
  },
  {
    'accepted findings of a page: by fingerprint, and few patterns of the website': {
      async run({ accepted }) {
        const fingerprints = ['7-1001', '7-1002', 'none'];
        const matching = await accepted.matching('owner-1', 7, { fingerprints, checks: ['h1'] });
        expect(matching).toHaveLength(4);
      },
      // Two fingerprints, of an average over three look-ups, and at most all patterns of the website.
      rows: 3 + 10,
    },
  },
);
