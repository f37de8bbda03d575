import { integerKey, type Listing, type ListQueryOf, textKey } from '../listing.ts';
import type { Website } from './website.ts';

/** The largest number of reports that any store counts to. */
const maxCount = 2 ** 31 - 1;

/** The listing of websites: search and sort keys. The id stands for the date created. */
export const websiteListing = {
  records: 'websites',
  search: { name: 'domain', textOf: ({ domain }) => domain },
  sortKeys: {
    id: integerKey(({ id }) => id, 1, Number.MAX_SAFE_INTEGER),
    domain: textKey(({ domain }) => domain),
    reports_avg_score: {
      keyOf: ({ reportsAvgScore }) => reportsAvgScore,
      accepts: (key) => key === null || (typeof key === 'number' && key >= 0 && key <= 100),
    },
    reports_count: integerKey(({ reportsCount }) => reportsCount, 0, maxCount),
  },
  filters: {},
} as const satisfies Listing<Website>;

/**
 * A page of websites, as a store is asked for it. Domains sort by code point; a missing average
 * sorts below every score.
 */
export type WebsiteListQuery = ListQueryOf<typeof websiteListing>;
