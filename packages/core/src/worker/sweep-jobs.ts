import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { announceJobs } from '../background/announce.ts';
import type { Context } from '../context/context.ts';
import { emitJobFailed } from '../jobs/run-job.ts';
import type { Job, JobError } from '../store/job.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Jobs are deleted 30 days after they ended, deliveries and mails 30 days after they were created. */
const keepMs = 30 * dayMs;

/** Attempts end mails after three days, with an event. After this time no process sends mails. */
const unsentMs = 4 * dayMs;

/** How old messages become. */
const oldMessages = [
  ['deliveries', keepMs],
  ['mails', keepMs],
  ['unsent_mails', unsentMs],
] as const;

/**
 * A job whose lease was over this often fails. It is more than the attempts that end with an error, since
 * workers are also killed for reasons that have nothing to do with the job.
 */
const maxAttempts = 10;

/** The most jobs to change in one transaction: on SQLite it blocks the event loop, for 2 to 9 ms. */
const limit = 250;

const interrupted: JobError = {
  code: 'internal',
  message: `The analysis was interrupted ${maxAttempts} times.`,
};

/**
 * Ends the leases of jobs that are over, deletes jobs that ended long ago, deliveries and mails of that time and mails that no one sends, admits
 * crawls that wait if others were deleted, and announces the jobs that are due and the crawls that have not ended, in case that a ticket was lost.
 *
 * @throws SitegradeError `overloaded` if the database is not available.
 */
export async function sweepJobs(context: Context): Promise<void> {
  for (;;) {
    const swept = await context.store.jobs.sweep({
      now: context.now(),
      maxAttempts,
      error: interrupted,
      keepMs,
      limit,
    });
    const expired = swept.queuedAgain + swept.failed.length;
    if (expired > 0) {
      context.emitOperation({ type: 'leases.expired', kind: 'job', count: expired });
    }
    if (swept.deleted > 0) {
      context.emitOperation({ type: 'pruned', kind: 'jobs', count: swept.deleted });
    }
    for (const { ownerId, job } of swept.failed) {
      emitJobFailed(context, ownerId, job, { error: interrupted, durationMs: durationOf(job) });
    }
    let isDone = swept.isDone;
    for (const [kind, ageMs] of oldMessages) {
      const query = { createdBefore: new Date(context.now().getTime() - ageMs), limit };
      const part = await context.store.maintenance.deleteOldMessages(kind, query);
      if (part.deleted > 0) context.emitOperation({ type: 'pruned', kind, count: part.deleted });
      isDone &&= part.isDone;
    }
    if (!isDone) {
      await yieldToEventLoop();
      continue;
    }
    await context.store.crawls.admit(context.crawls.maxRunning);
    // It is not known how many crawls have work that is due: a spare ticket does nothing.
    const crawls = Math.min(await context.store.crawls.countUnended(), limit);
    const due = swept.due + crawls;
    if (due > 0) await announceJobs(context, due);
    return;
  }
}

function durationOf({ startedAt, endedAt }: Job): number {
  return startedAt && endedAt ? endedAt.getTime() - startedAt.getTime() : 0;
}
