import type { Job } from '@sitegrade/core';
import type { ClaimedJob, JobClaim, JobSweep, NewJobs, Store } from '@sitegrade/core/store';
import { expect } from 'vitest';

/** Longer than any test, in milliseconds. */
export const oneDay = 86_400_000;

/** The error of attempts that fail. */
export const jobError = { code: 'page_unreachable', message: 'The page did not respond.' } as const;

let lastToken = 0;

/** Jobs to insert, of `https://example.com/0` and so on. */
export function newJobs(count: number, part: Partial<NewJobs> = {}): NewJobs {
  return {
    ownerId: 'owner-1',
    urls: Array.from({ length: count }, (_, index) => `https://example.com/${index}`),
    isBatch: count > 1,
    createdAt: new Date(),
    maxQueued: 10_000,
    ...part,
  };
}

/** Inserts jobs. */
export async function createJobs(
  store: Store,
  count: number,
  part: Partial<NewJobs> = {},
): Promise<readonly Job[]> {
  const creation = await store.jobs.create(newJobs(count, part));
  if (creation.outcome !== 'created') throw new Error('The quota is exceeded.');
  return creation.jobs;
}

/** A claim with its own token, for any number of jobs of a host. */
export function newClaim(part: Partial<JobClaim> = {}): JobClaim {
  lastToken += 1;
  return {
    token: `token-${lastToken}`,
    leaseMs: oneDay,
    perHost: 10_000,
    now: new Date(),
    ...part,
  };
}

/** Starts the next job, which there must be. */
export async function claimOne(store: Store, part: Partial<JobClaim> = {}): Promise<ClaimedJob> {
  const claimed = await store.jobs.claim(newClaim(part));
  if (claimed === undefined) throw new Error('No job is due.');
  return claimed;
}

/** A sweep that deletes nothing. */
export function newSweep(part: Partial<JobSweep> = {}): JobSweep {
  return { now: new Date(), maxAttempts: 5, error: jobError, keepMs: oneDay, limit: 100, ...part };
}

/** The job with this id, which there must be. */
export async function jobOf(store: Store, id: number, ownerId = 'owner-1'): Promise<Job> {
  const job = await store.jobs.find(ownerId, id);
  expect(job).toBeDefined();
  if (job === undefined) throw new Error('The job is missing.');
  return job;
}
