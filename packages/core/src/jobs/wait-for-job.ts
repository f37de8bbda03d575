import * as v from 'valibot';
import { pause } from '../background/pause.ts';
import type { Context } from '../context/context.ts';
import type { Job } from '../store/job.ts';
import { inputObject, validate } from '../validate.ts';
import { getJob } from './get-job.ts';

const firstPauseMs = 200;
const maxPauseMs = 1_000;
const pauseGrowth = 1.25;

/** A day: nothing waits for longer in one call. */
const maxMs = 24 * 60 * 60 * 1000;

const waitForJobSchema = inputObject({
  ms: v.pipe(
    v.number('must be a number of milliseconds.'),
    v.minValue(0, 'must not be negative.'),
    v.maxValue(maxMs, 'must be at most a day.'),
  ),
});

/** Options of {@link waitForJob}. */
export interface WaitForJobOptions {
  /** Milliseconds to wait at most; 0 only reads the job. */
  readonly ms: number;
  /** Ends the wait, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * Waits until a job has ended: reads it from the store five times a second at first, then every second.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the job.
 * @param id - The id of the job.
 * @param options - How long to wait.
 * @returns the job, also if it has not ended in time: see `endedAt`.
 * @throws SitegradeError `not_found` if the owner has no job with this id, or it was deleted meanwhile;
 * `invalid_input` if `ms` is not from 0 to a day.
 * @example
 * ```ts
 * const { status, reportId } = await waitForJob(context, 'user-1', 42, { ms: 30_000 });
 * ```
 */
export async function waitForJob(
  context: Context,
  ownerId: string,
  id: number,
  { signal, ...input }: WaitForJobOptions,
): Promise<Job> {
  const { ms } = validate(waitForJobSchema, input);
  const endsAt = context.monotonicMs() + ms;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * pauseGrowth, maxPauseMs)) {
    signal?.throwIfAborted();
    const job = await getJob(context, ownerId, id);
    const leftMs = endsAt - context.monotonicMs();
    if (job.endedAt !== null || leftMs <= 0) return job;
    await pause(Math.min(pauseMs, leftMs), signal);
  }
}
