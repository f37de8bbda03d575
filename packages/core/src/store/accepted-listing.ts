import { integerKey, type Listing, type ListQueryOf } from '../listing/listing.ts';
import type { AcceptedFinding } from './accepted-finding.ts';

/** The listing of the accepted findings of a website: the id is the only sort key, which is the order of creation. */
export const acceptedListing = {
  records: 'accepted',
  isCounted: false,
  search: { name: 'path', textOf: ({ path }) => path },
  sortKeys: { id: integerKey(({ id }) => id, 1, Number.MAX_SAFE_INTEGER) },
  filters: {},
} as const satisfies Listing<AcceptedFinding>;

/** A query for one page of accepted findings. */
export type AcceptedListQuery = ListQueryOf<typeof acceptedListing>;
