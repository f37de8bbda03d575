import { openCpuAccount, parseTarget, runInSlices, takeSlices } from '@sitegrade/audit';
import { isSitegradeError, SitegradeError } from '@sitegrade/foundation/errors';
import * as v from 'valibot';
import { announceJobs } from '../background/announce.ts';
import type { Context } from '../context/context.ts';
import { quotaExceeded } from '../context/quotas.ts';
import { requireWritable } from '../context/require-writable.ts';
import type { Emitter } from '../events/emit.ts';
import { createOnce } from '../idempotency/create-once.ts';
import { requireIdempotencyKey } from '../idempotency/idempotency-key.ts';
import { reportUrlSchema } from '../reports/create-report.ts';
import type { DoneAttempt } from '../store/idempotency-store.ts';
import type { Job } from '../store/job.ts';
import type { NewJobs } from '../store/job-store.ts';
import { jobUrlOf } from '../store/job-url.ts';
import { inputObject, requireOwnerId, validate } from '../validate.ts';

/** The maximum number of URLs of one call. */
export const maxJobsAtOnce = 1_000;

const createJobSchema = inputObject({
  /** The URL of the page. Without a scheme, https is tried first, then http. */
  url: reportUrlSchema,
});

const createJobsSchema = inputObject({
  /** The URLs of the pages, like `url`: 1 to 1,000. */
  urls: v.pipe(
    // Not `v.array`, which would read all elements before their number is checked.
    v.custom<readonly unknown[]>(Array.isArray, 'must be an array of URLs.'),
    v.minLength(1, 'must not be empty.'),
    v.maxLength(maxJobsAtOnce, `must be at most ${maxJobsAtOnce} URLs.`),
  ),
});

/** Input of {@link createJob}. */
export type CreateJobInput = v.InferInput<typeof createJobSchema>;

/** Input of {@link createJobs}. */
export interface CreateJobsInput {
  /** The URLs of the pages: 1 to 1,000. Without a scheme, https is tried first, then http. */
  readonly urls: readonly string[];
}

/** Options of {@link createJob} and {@link createJobs}. */
export interface CreateJobsOptions {
  /**
   * Identifies this request, as in `createReport`: for 24 hours, calls with the same owner, key and input
   * return the jobs of the first call, in their current state.
   */
  readonly idempotencyKey?: string;
}

/** Jobs that were created together. */
export interface JobBatch {
  readonly batchId: number;
  /** The jobs, in the order of their URLs. If the batch was created before, without those deleted since. */
  readonly jobs: readonly Job[];
}

/**
 * Accepts a report to be created in the background by a worker, see `startWorker`. It survives restarts.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the report.
 * @param input - The URL of the page. It is not requested before the job starts.
 * @param options - An idempotency key.
 * @returns the stored job.
 * @throws SitegradeError `invalid_input` or `url_not_allowed`, with the issue on `url`; `quota_exceeded` if the
 * owner has too many queued jobs. With an `idempotencyKey` also `conflict`, `idempotency_mismatch` and
 * `not_found`, as in `createReport`.
 * @example
 * ```ts
 * const job = await createJob(context, 'user-1', { url: 'https://example.com/' });
 * ```
 */
export async function createJob(
  context: Context,
  ownerId: string,
  input: CreateJobInput,
  options: CreateJobsOptions = {},
): Promise<Job> {
  requireOwnerId(ownerId);
  const { url } = validate(createJobSchema, input);
  const urls = [jobUrlOf(parseTarget(url, context.network))];
  const [job] = await storeOnce(context, { ownerId, urls, isBatch: false }, { url }, options);
  if (job === undefined) throw noJobStored();
  return job;
}

/**
 * Accepts many reports to be created in the background by workers: all of them or none.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the reports.
 * @param input - The URLs of the pages. They are not requested before the jobs start.
 * @param options - An idempotency key.
 * @returns the stored jobs, with the id of their batch for `getJobProgress` and `listJobs`.
 * @throws SitegradeError `invalid_input` or `url_not_allowed` (the code of the first invalid URL), with the
 * issues of all invalid URLs: those of the fourth on `urls.3`; `quota_exceeded` if the owner has too many
 * queued jobs. With an `idempotencyKey` also `conflict`, `idempotency_mismatch` and `not_found`, as in
 * `createReport`.
 * @example
 * ```ts
 * const { batchId } = await createJobs(context, 'user-1', {
 *   urls: ['https://example.com/', 'https://example.com/pricing'],
 * });
 * ```
 */
export async function createJobs(
  context: Context,
  ownerId: string,
  input: CreateJobsInput,
  options: CreateJobsOptions = {},
): Promise<JobBatch> {
  requireOwnerId(ownerId);
  // A copy: the caller may change the array between two slices.
  const given = [...validate(createJobsSchema, input).urls];
  const urls = await requireUrls(context, ownerId, given);
  const jobs = await storeOnce(context, { ownerId, urls, isBatch: true }, { urls: given }, options);
  const batchId = jobs[0]?.batchId ?? null;
  if (batchId === null) throw noJobStored();
  return { batchId, jobs };
}

/** Milliseconds of work before yielding to the event loop. */
const sliceMs = 2;

/**
 * Normalises all URLs, in slices: a thousand long ones take tens of milliseconds.
 *
 * @throws SitegradeError with the code of the first invalid URL, and the issues of all.
 */
async function requireUrls(
  context: Context,
  ownerId: string,
  given: readonly unknown[],
): Promise<readonly string[]> {
  const slices = takeSlices(sliceMs, openCpuAccount({ ownerId }));
  const { urls, failures } = await runInSlices(normalise(context, given), slices);
  const [first] = failures;
  if (first === undefined) return urls;
  const { code, reason } = first.error;
  const issues = failures.map(({ field, error }) => [field, issuesOf(error)] as const);
  throw new SitegradeError(code, `${first.field}: ${issuesOf(first.error)[0]}`, {
    issues: Object.fromEntries(issues),
    ...(reason !== undefined && { reason }),
  });
}

/** One URL a step. */
function* normalise({ network }: Context, given: readonly unknown[]) {
  const urls: string[] = [];
  const failures: { readonly field: string; readonly error: SitegradeError }[] = [];
  for (const [index, entry] of given.entries()) {
    try {
      const { url } = validate(createJobSchema, { url: entry });
      urls.push(jobUrlOf(parseTarget(url, network)));
    } catch (error) {
      if (!isSitegradeError(error)) throw error;
      failures.push({ field: `urls.${index}`, error });
    }
    yield;
  }
  return { urls, failures };
}

function issuesOf({ issues, message }: SitegradeError): readonly string[] {
  return issues?.url ?? [message];
}

/** The jobs of one call, without what the store and the quota add. */
type Jobs = Pick<NewJobs, 'ownerId' | 'urls' | 'isBatch'>;

/** Stores jobs, or returns those that were created with this key. */
async function storeOnce(
  context: Context,
  jobs: Jobs,
  input: unknown,
  { idempotencyKey: key }: CreateJobsOptions,
): Promise<readonly Job[]> {
  if (key === undefined) return (await storeJobs(context, jobs)) ?? [];
  requireIdempotencyKey(key);
  const { ownerId, isBatch } = jobs;
  const find = async (id: number) => {
    const found = isBatch
      ? await jobsOfBatch(context, ownerId, id)
      : [await context.store.jobs.find(ownerId, id)];
    const left = found.filter((job) => job !== undefined);
    return left.length === 0 ? undefined : left;
  };
  const request = { ownerId, key, kind: isBatch ? 'batch' : 'job', input, find } as const;
  return createOnce(context, request, (attempt) => storeJobs(context, jobs, attempt));
}

async function jobsOfBatch({ store }: Context, ownerId: string, batchId: number) {
  const { rows } = await store.jobs.list(ownerId, {
    batchId,
    sortBy: 'id',
    sort: 'asc',
    start: { page: 1 },
    perPage: maxJobsAtOnce,
  });
  return rows;
}

async function storeJobs(
  context: Context,
  jobs: Jobs,
  attempt?: DoneAttempt,
): Promise<readonly Job[] | undefined> {
  const { ownerId, urls } = jobs;
  await requireWritable(context);
  const { queuedJobs: maxQueued } = await context.quotas(ownerId);
  const fresh = { ...jobs, createdAt: context.now(), maxQueued };
  const creation = await context.store.jobs.create(fresh, attempt);
  if (creation.outcome === 'key_lost') return undefined;
  if (creation.outcome === 'quota_exceeded') {
    const { queued: used } = creation;
    context.emitOperation({ type: 'write.refused', reason: 'quota_exceeded' });
    throw quotaExceeded('queuedJobs', { limit: maxQueued, used, requested: urls.length });
  }
  emitJobsCreated(context, ownerId, creation.jobs);
  await announceJobs(context, creation.jobs.length);
  return creation.jobs;
}

/** Emits `jobs.created`. */
export function emitJobsCreated({ emit }: Emitter, ownerId: string, jobs: readonly Job[]): void {
  const batchId = jobs[0]?.batchId ?? null;
  emit({ type: 'jobs.created', ownerId, batchId, jobIds: jobs.map(({ id }) => id) });
}

/** The error for a store that does not do what its interface says. */
function noJobStored(): Error {
  return new Error('The store returned no job.');
}
