import { integerKey, type Listing, type ListQueryOf } from '../listing/listing.ts';
import { type Job, jobStatuses } from './job.ts';

/** The listing of jobs: search, filters, and the id as the only sort key, which is the order of creation. */
export const jobListing = {
  records: 'jobs',
  isCounted: false,
  search: { name: 'url', textOf: ({ url }) => url },
  sortKeys: { id: integerKey(({ id }) => id, 1, Number.MAX_SAFE_INTEGER) },
  filters: {
    batchId: {
      kind: 'id',
      description: 'Restricts to the jobs of one batch.',
      isCounted: false,
    },
    status: {
      kind: 'word',
      words: jobStatuses,
      description: 'Restricts to one status.',
      isCounted: false,
    },
  },
} as const satisfies Listing<Job>;

/**
 * A search covers the newest jobs of the owner, up to this many. It reads every one of them, and quotas limit
 * only those that are queued.
 */
export const maxSearchedJobs = 20_000;

/** A query for one page of jobs. */
export type JobListQuery = ListQueryOf<typeof jobListing>;
