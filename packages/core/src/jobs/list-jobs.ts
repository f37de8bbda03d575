import type { Context } from '../context/context.ts';
import { type ListInput, listingInput, type RowsInput } from '../listing/list-input.ts';
import type { List } from '../listing/listing.ts';
import type { Job } from '../store/job.ts';
import { jobListing } from '../store/job-listing.ts';
import { requireOwnerId } from '../validate.ts';

const { each, toListQuery } = listingInput(jobListing);

/** Input of {@link listJobs}: search, filters, sorting and the position. Everything is optional. */
export type ListJobsInput = ListInput<typeof jobListing>;

/** Input of {@link eachJob}: search, filters and sorting. Everything is optional. */
export type EachJobInput = RowsInput<typeof jobListing>;

/**
 * Lists one page of the owner's jobs, newest first by default. A page beyond the end is empty. A search covers
 * the newest 20,000 jobs of the owner.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the jobs.
 * @param input - Search, filters, sorting, and which page to return.
 * @throws SitegradeError `invalid_input` with the issues by field.
 * @example
 * ```ts
 * const { rows } = await listJobs(context, 'user-1', { batchId: 42, status: 'failed' });
 * ```
 */
export async function listJobs(
  context: Context,
  ownerId: string,
  input: ListJobsInput = {},
): Promise<List<Job>> {
  requireOwnerId(ownerId);
  return context.store.jobs.list(ownerId, toListQuery(input));
}

/**
 * Yields all jobs of the owner, newest first by default. They are read from the store in pages of 500, each
 * when its jobs are wanted, so that memory stays small. Jobs created, deleted or changed meanwhile may be
 * missing. A search covers the newest 20,000 jobs of the owner.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the jobs.
 * @param input - Search, filters and sorting.
 * @throws SitegradeError `invalid_input` with the issues by field, when the first job is read.
 * @example
 * ```ts
 * for await (const { url, error } of eachJob(context, 'user-1', { status: 'failed' })) {
 *   console.log(url, error?.message);
 * }
 * ```
 */
export async function* eachJob(
  context: Context,
  ownerId: string,
  input: EachJobInput = {},
): AsyncGenerator<Job, void, undefined> {
  requireOwnerId(ownerId);
  yield* each(input, (query) => context.store.jobs.list(ownerId, query));
}
