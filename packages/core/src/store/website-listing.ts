import { integerKey, type Listing, type ListQueryOf, textKey } from '../listing/listing.ts';
import type { Website } from './website.ts';

/** The largest number of reports that every store supports. */
const maxCount = 2 ** 31 - 1;

/** Whether a key is a score, or its absence. */
function isScore(key: unknown): boolean {
  return key === null || (typeof key === 'number' && key >= 0 && key <= 100);
}

/** The listing of websites: search and sort keys. Sorting by id is sorting by creation time. */
export const websiteListing = {
  records: 'websites',
  isCounted: true,
  search: { name: 'domain', textOf: ({ domain }) => domain },
  sortKeys: {
    id: integerKey(({ id }) => id, 1, Number.MAX_SAFE_INTEGER),
    domain: textKey(({ domain }) => domain),
    reportsAvgScore: {
      keyOf: ({ reportsAvgScore }) => reportsAvgScore,
      accepts: isScore,
    },
    score: {
      keyOf: ({ score }) => score,
      accepts: isScore,
    },
    reportsCount: integerKey(({ reportsCount }) => reportsCount, 0, maxCount),
  },
  filters: {},
} as const satisfies Listing<Website>;

/**
 * A query for one page of websites. Domains are sorted by code point. A missing score or average counts as
 * lower than every score.
 */
export type WebsiteListQuery = ListQueryOf<typeof websiteListing>;
