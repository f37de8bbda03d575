import { parseTarget, type SharedResults } from '@sitegrade/audit';
import { announceJobs } from '../background/announce.ts';
import { givingBack, noMemoryDelayMs } from '../background/attempt.ts';
import { untilNotBusy } from '../background/backoff.ts';
import { type Failure, failureOf, passingErrors } from '../background/failure.ts';
import type { Context } from '../context/context.ts';
import { reportCreated } from '../events/report-events.ts';
import { errorRecord } from '../log/error-record.ts';
import { secretValues } from '../log/secret-parameters.ts';
import { auditForReport } from '../reports/audit-for-report.ts';
import { keepPictures } from '../reports/screenshots.ts';
import type { Job, JobError } from '../store/job.ts';
import type { AttemptOutcome, ClaimedJob } from '../store/job-store.ts';
import { redactJobUrl } from '../store/job-url.ts';
import type { Report } from '../store/report.ts';
import type { NewReport } from '../store/report-store.ts';

/** A job that fails in this attempt is not tried again. */
const maxAttempts = 5;

/** The delay after the first attempt. It doubles with each further one. */
const firstDelayMs = 10_000;

/** Attempts for which there is no memory do not count for an hour: they are not the fault of the page. */
const maxFreeMs = 3_600_000;
const noMemory = { kind: 'given_back', delayMs: noMemoryDelayMs } as const;

/**
 * Runs an attempt of a job: creates its report, or records why there is none. If the lease has ended
 * meanwhile (the job was canceled, deleted or given to another worker), nothing is stored and nothing emitted.
 *
 * While the store is busy, the outcome is stored again and again, until the signal aborts: the audit is not repeated.
 *
 * @param results - Those that the reports of a batch share. A job that was created alone requests everything itself:
 * someone may wait for it.
 * @param signal - Aborts the attempt. With the reason {@link givingBack} the job is queued again as if it had
 * not been started.
 * @returns the unexpected error of the attempt, if there was one.
 * @throws the error of the store if the outcome could not be stored: the job stays leased until its lease is
 * over.
 */
export async function runJob(
  context: Context,
  claimed: ClaimedJob,
  results: SharedResults,
  signal: AbortSignal,
): Promise<unknown> {
  const { ownerId, job } = claimed;
  const startedAt = context.monotonicMs();
  const durationMs = () => Math.round(context.monotonicMs() - startedAt);
  let isAudited = false;
  try {
    signal.throwIfAborted();
    const target = parseTarget(job.url, context.network);
    const batch = job.batchId === null ? undefined : JSON.stringify([ownerId, job.batchId]);
    const made = await auditForReport(context, ownerId, target, {
      signal,
      isBackground: true,
      joinBatch: batch === undefined ? undefined : (ends) => results.join(batch, ends),
    });
    isAudited = true;
    const report = await storeReport(context, claimed, made.report, signal);
    if (report === undefined) {
      await emitLostLease(context, claimed);
      return undefined;
    }
    await keepPictures(context, ownerId, report.id, made.pictures);
    const facts = { jobId: job.id, durationMs: durationMs() };
    context.emit(reportCreated(ownerId, report, facts));
    const { attempts } = job;
    context.emit({ type: 'job.done', ownerId, reportId: report.id, attempts, ...facts });
    return undefined;
  } catch (thrown) {
    if (signal.reason === givingBack) {
      await giveBack(context, claimed);
      return undefined;
    }
    const failure = failureOf(thrown);
    const hadNoMemory = failure.error.code === 'overloaded' && !isAudited && !signal.aborted;
    const failed = { ...failure, durationMs: durationMs() };
    await endFailed(context, claimed, failed, { hadNoMemory, signal });
    return failure.unexpected;
  }
}

/** Stores the report of a job. Returns `undefined` if the lease has ended. */
function storeReport(
  { store }: Context,
  { ownerId, job, lease }: ClaimedJob,
  audit: NewReport,
  signal: AbortSignal,
): Promise<Report | undefined> {
  return untilNotBusy(signal, async (tries) => {
    const report = await store.reports.createOnce(audit, lease);
    if (report !== undefined || tries === 1) return report;
    // An earlier call may have stored it, although its response was lost.
    const ended = await store.jobs.find(ownerId, job.id);
    if (ended?.attempts !== job.attempts || ended.reportId === null) return undefined;
    return store.reports.find(ownerId, ended.reportId);
  });
}

/** Queues a job again as if it had not been started, so that another worker starts it at once. */
async function giveBack(context: Context, { lease }: ClaimedJob): Promise<void> {
  const isEnded = await context.store.jobs.end(lease, { kind: 'given_back' }, context.now());
  if (isEnded) await announceJobs(context, 1);
}

async function endFailed(
  context: Context,
  claimed: ClaimedJob,
  failure: Failure & { readonly durationMs: number },
  { hadNoMemory, signal }: { readonly hadNoMemory: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const { ownerId, job, lease } = claimed;
  const now = context.now();
  const isFree = hadNoMemory && now.getTime() - job.createdAt.getTime() < maxFreeMs;
  const outcome = isFree ? noMemory : outcomeOf(job, failure.error);
  const isEnded = await untilNotBusy(signal, () => context.store.jobs.end(lease, outcome, now));
  if (!isEnded) {
    await emitLostLease(context, claimed);
    return;
  }
  if (outcome.kind === 'failed') {
    emitJobFailed(context, ownerId, job, failure);
    return;
  }
  const { delayMs } = outcome;
  const { code } = failure.error;
  context.emit({
    type: 'job.retried',
    ...jobOfEvent(ownerId, job),
    code,
    ...unexpectedOf(job, failure),
    durationMs: failure.durationMs,
    delayMs,
  });
  await announceJobs(context, 1, delayMs);
}

/** Reports that the work of an attempt was lost, unless its job was canceled or deleted. */
async function emitLostLease(
  { store, emitOperation }: Context,
  { ownerId, job: { id } }: ClaimedJob,
): Promise<void> {
  // What cannot be read now is not counted.
  const job = await store.jobs.find(ownerId, id).catch(() => undefined);
  if (job === undefined || job.status === 'canceled') return;
  emitOperation({ type: 'lease.lost', kind: 'job', ownerId, id });
}

function outcomeOf(
  { attempts }: Job,
  error: JobError,
): Exclude<AttemptOutcome, { readonly kind: 'given_back' }> {
  if (!passingErrors.has(error.code) || attempts >= maxAttempts) return { kind: 'failed', error };
  return { kind: 'retry', error, delayMs: firstDelayMs * 2 ** (attempts - 1) };
}

/** Emits `report.failed` and `job.failed` for a job that is not tried again. */
export function emitJobFailed(
  { emit }: Pick<Context, 'emit'>,
  ownerId: string,
  job: Job,
  failure: Failure & { readonly durationMs: number },
): void {
  const { code, reason } = failure.error;
  const about = {
    ...jobOfEvent(ownerId, job),
    code,
    ...(reason !== undefined && { reason }),
    durationMs: failure.durationMs,
  };
  const { attempts: _, ...ofReport } = about;
  emit({ type: 'report.failed', ...ofReport });
  emit({ type: 'job.failed', ...about, ...unexpectedOf(job, failure) });
}

function jobOfEvent(ownerId: string, { id, url, attempts }: Job) {
  return { ownerId, jobId: id, url: redactJobUrl(url), attempts };
}

function unexpectedOf({ url }: Job, { unexpected }: Failure) {
  if (unexpected === undefined) return {};
  return { error: errorRecord(unexpected, secretValues(url)) };
}
