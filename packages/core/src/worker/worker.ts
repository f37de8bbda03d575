import { createSharedResults, createSiteHeaders } from '@sitegrade/audit';
import {
  integerBetween,
  isObject,
  mustBe,
  optionsObject,
  validateOptions,
} from '@sitegrade/foundation/validate-options';
import * as v from 'valibot';
import { leaseMarginMs, makeLeaseToken, startAttempt } from '../background/attempt.ts';
import { createBackoff } from '../background/backoff.ts';
import { beatUntil } from '../background/heartbeat.ts';
import { pause } from '../background/pause.ts';
import { maxAnalysisMs } from '../context/analysis-time.ts';
import type { Context } from '../context/context.ts';
import { settingDigest } from '../context/shared-settings.ts';
import { claimCrawl, type LeasedCrawl } from '../crawls/claim-crawl.ts';
import { createSiteCache } from '../crawls/site-cache.ts';
import { createWarnOnce } from '../events/process-warning.ts';
import { runJob } from '../jobs/run-job.ts';
import { secretValues } from '../log/secret-parameters.ts';
import { continueDeletions } from '../maintenance/continue-deletions.ts';
import { processEvents, sendDeliveries } from '../messages/alerts/send-alerts.ts';
import { startRechecks } from '../messages/alerts/start-rechecks.ts';
import { createDigests } from '../messages/mail/create-digests.ts';
import { sendMails } from '../messages/mail/send-mails.ts';
import { runDueSchedules } from '../schedules/run-due-schedules.ts';
import type { ClaimedJob } from '../store/job-store.ts';
import { readOnlyError } from '../store/read-only-error.ts';
import { runCrawlTurn } from './crawl-turn.ts';
import { createPruning, type Retention, retentionOptionSchema } from './retention.ts';
import { sweepJobs } from './sweep-jobs.ts';
import { waitForWork } from './wait-for-work.ts';

/** The default of `concurrency`, unless background work may hold fewer slots. */
const defaultConcurrency = 10;

/** The time between two sweeps. */
const minuteMs = 60_000;

/** The maximum delay of `setTimeout`. */
const maxTimerMs = 2 ** 31 - 1;

const stopSchema = optionsObject({ graceMs: integerBetween(0, maxTimerMs) });

/** Options of {@link startWorker}. */
export interface WorkerOptions {
  /**
   * How many jobs, or pages of crawls, run at a time: from 1 to half of `analyses.total` of the context. Default: 10,
   * or that half if it is less.
   */
  readonly concurrency?: number;
  /**
   * Headers for one crawl, such as `Authorization` for a staging site. They are sent only to the origin of the URL of
   * the crawl, which fails if its start page redirects to another origin. They are not stored: workers without them
   * request the pages of the crawl without them. Default: none.
   */
  readonly crawlHeaders?: CrawlHeaders;
  /**
   * What to keep: the worker deletes older reports and crawls. `false` deletes nothing but jobs. Default: all reports,
   * and the newest 10 crawls of each website.
   */
  readonly retention?: Retention | false;
}

/** The headers of one crawl. */
interface CrawlHeaders {
  /** The id of the crawl. */
  readonly crawlId: number;
  /** By name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A worker that runs jobs and crawls. */
export interface JobWorker {
  /**
   * Starts no more jobs and pages of crawls, and gives running ones time to end. Then it aborts them, and gives them
   * back, so that another worker starts them at once. Calling it again returns the same promise.
   *
   * @param graceMs - The time for running jobs, in milliseconds. Default 10,000.
   * @throws TypeError if `graceMs` is not an integer from 0 to 2,147,483,647.
   */
  stop(graceMs?: number): Promise<void>;
}

/** A job that this worker runs, or a crawl that it works on. */
interface RunningWork {
  readonly ownerId: string;
  /** Resolves when the attempt has ended. */
  readonly ended: Promise<void>;
  readonly giveBack: () => void;
}

/**
 * Starts a worker, which runs the jobs and crawls of all owners until it is stopped. Any number of workers, in any
 * number of processes, share the jobs and crawls of a store; each job creates one report, and each page of a crawl is
 * checked once. Jobs and crawls alternate, and so do owners: with a `concurrency` above 1, one owner leaves at least
 * one slot to others. Jobs run when no analysis of a request waits for a slot, and hold at most half of the slots.
 *
 * The worker also starts the runs of schedules that are due (`setSchedule`), each minute. It posts to webhooks
 * (`createWebhook`) and mails to recipients (`createRecipient`) what has happened, and what a week has brought. It makes a
 * second attempt where a site did not respond. It deletes deliveries and mails after 30 days, jobs 30 days after they ended, the rest of deleted websites, crawls and owners
 * (`continueDeletions`), and, once an hour, what `retention` does not keep, with idempotency keys that have expired. When the slots of the context close (`context.analyses.close`, or the `close` of an API
 * that has the context), it starts no more jobs, and only this work goes on until it is stopped.
 *
 * Failures of the store and the queue do not end it: it waits up to a few seconds and goes on. It starts nothing while
 * the store accepts no changes. Each outage is reported when it begins and when it has ended, to `onOperation`, or else
 * as a process warning (`SitegradeWarning`).
 *
 * @param context - From `createContext`.
 * @param options - How many jobs run at a time, headers of a crawl, and what to keep.
 * @throws TypeError if an option is not allowed; SitegradeError `invalid_input` for a header that cannot be sent,
 * without its value.
 * @example
 * ```ts
 * const worker = startWorker(context);
 * process.once('SIGTERM', () => void worker.stop());
 * ```
 */
export function startWorker(context: Context, options: WorkerOptions = {}): JobWorker {
  const { concurrency, crawlHeaders, retention } = validOptions(context, options);
  const { outages } = context;
  const stopping = new AbortController();
  /** Aborts when the worker stops, or the slots of the context close. */
  const ending = AbortSignal.any([stopping.signal, context.analyses.closed]);
  /** Aborts when running work is given back. */
  const graceOver = new AbortController();
  const running = new Set<RunningWork>();
  const claimNext = createClaimNext(context);
  const sites = createSiteCache(context.store);
  const results = createSharedResults(context);
  const warnOnce = createWarnOnce();
  /** Aborts when no more jobs start, or a job ends while the worker waits for the queue. */
  let waking = new AbortController();
  ending.addEventListener('abort', () => waking.abort());

  const runLeasedJob = async (
    claimed: ClaimedJob,
    slotSignal: AbortSignal,
    leaseLeftMs: number,
  ) => {
    const attempt = startAttempt(slotSignal, leaseLeftMs);
    const unexpected = await runJob(context, claimed, results, attempt.signal).finally(
      attempt.release,
    );
    if (unexpected === undefined) return;
    const secrets = secretValues(claimed.job.url);
    warnOnce('SITEGRADE_JOB_FAILED', 'A job failed unexpectedly.', unexpected, secrets);
  };

  const runLeasedCrawl = (claimed: LeasedCrawl, slotSignal: AbortSignal) => {
    const headers = claimed.crawl.id === crawlHeaders?.crawlId ? crawlHeaders.headers : undefined;
    const worker = { sites, headers, slotSignal, ending };
    return runCrawlTurn(context, claimed, worker, (unexpected, url) => {
      const secrets = secretValues(url);
      warnOnce('SITEGRADE_CRAWL_FAILED', 'A crawl failed unexpectedly.', unexpected, secrets);
    });
  };

  const run = async (leased: Leased, slotSignal: AbortSignal) => {
    const givingBack = new AbortController();
    const signal = AbortSignal.any([slotSignal, givingBack.signal]);
    const { ownerId } = leased.claimed;
    const { url } = leased.kind === 'job' ? leased.claimed.job : leased.claimed.crawl;
    const work =
      leased.kind === 'job'
        ? runLeasedJob(leased.claimed, signal, leased.leaseLeftMs())
        : runLeasedCrawl(leased.claimed, signal);
    const ended = work.catch((error) => outages.failed(error, undefined, secretValues(url)));
    const piece = { ownerId, ended, giveBack: () => givingBack.abort() };
    running.add(piece);
    if (stopping.signal.aborted) piece.giveBack();
    await ended;
    running.delete(piece);
    waking.abort();
  };

  /** Starts the next job once there is a slot. Returns whether one was due. */
  const startNext = () =>
    new Promise<boolean>((resolve, reject) => {
      const work = async (slotSignal: AbortSignal) => {
        if (!(await context.store.isWritable())) throw readOnlyError();
        const leased = await claimNext(ownerAtLimit(running, concurrency));
        resolve(leased !== undefined);
        if (leased) await run(leased, slotSignal);
      };
      context.analyses.background(stopping.signal, work).catch(reject);
    });

  const startJobs = async () => {
    const backoff = createBackoff(ending);
    let emptyPolls = 0;
    while (!ending.aborted) {
      try {
        if (running.size >= concurrency) {
          await Promise.race([...running].map(({ ended }) => ended));
          continue;
        }
        waking = new AbortController();
        const isStarted = await startNext();
        outages.succeeded('work');
        emptyPolls = isStarted ? 0 : await waitForWork(context, waking.signal, emptyPolls);
        backoff.reset();
      } catch (error) {
        if (ending.aborted) return;
        outages.failed(error, 'work');
        await backoff.wait();
      }
    }
  };

  const everyMinute = async (part: string, work: (signal: AbortSignal) => Promise<unknown>) => {
    while (!stopping.signal.aborted) {
      try {
        await work(stopping.signal);
        outages.succeeded(part);
      } catch (error) {
        outages.failed(error, part);
      }
      await pause(minuteMs, stopping.signal);
    }
  };

  const heartbeat = beatUntil(stopping.signal, context, {
    role: 'worker',
    settings: { ...context.sharedSettings, retention: settingDigest(retention) },
  });
  const loops = [
    startJobs(),
    heartbeat.ended,
    everyMinute('sweep', () => {
      results.dropOld();
      return sweepJobs(context);
    }),
    everyMinute('schedules', (signal) => runDueSchedules(context, signal)),
    everyMinute('rechecks', (signal) => startRechecks(context, signal)),
    processEvents(context, stopping.signal),
    sendDeliveries(context, stopping.signal, graceOver.signal),
    ...(context.alerts.sendMail === undefined
      ? []
      : [
          sendMails(context, stopping.signal, graceOver.signal),
          everyMinute('digests', (signal) => createDigests(context, signal)),
        ]),
    // In separate loops: deleting the rest of a large website takes longer than a minute.
    everyMinute('deletions', (signal) => continueDeletions(context, signal)),
    ...(retention === false
      ? []
      : [
          everyMinute(
            'retention',
            createPruning(context, retention, () => heartbeat.isFirst('retention')),
          ),
        ]),
  ];
  const stop = async (graceMs: number) => {
    stopping.abort();
    const timer = setTimeout(() => {
      graceOver.abort();
      for (const { giveBack } of running) giveBack();
    }, graceMs);
    await Promise.all(loops);
    await Promise.all([...running].map(({ ended }) => ended));
    clearTimeout(timer);
  };
  let stopped: Promise<void> | undefined;

  return {
    stop(graceMs = 10_000) {
      validateOptions(stopSchema, { graceMs }, 'stop: ');
      stopped ??= stop(graceMs);
      return stopped;
    },
  };
}

function validOptions({ analyses }: Context, options: WorkerOptions) {
  const maxConcurrency = analyses.backgroundTotal;
  const allowed = integerBetween(1, maxConcurrency);
  const schema = optionsObject({
    concurrency: v.optional(
      mustBe<number>(`an integer from 1 to ${maxConcurrency}, half of analyses.total`, (value) =>
        v.is(allowed, value),
      ),
    ),
    crawlHeaders: v.optional(
      optionsObject({
        crawlId: integerBetween(1, Number.MAX_SAFE_INTEGER),
        headers: mustBe<CrawlHeaders['headers']>('an object with the value of each name', isObject),
      } satisfies Record<keyof CrawlHeaders, v.GenericSchema>),
    ),
    retention: v.optional(retentionOptionSchema, {}),
  } satisfies Record<keyof WorkerOptions, v.GenericSchema>);
  const valid = validateOptions(schema, options, 'startWorker: ');
  const { concurrency = Math.min(defaultConcurrency, maxConcurrency), crawlHeaders } = valid;
  const { retention } = valid;
  const headers = crawlHeaders?.headers ?? {};
  // Throws now for a header that cannot be sent, and not when the crawl begins. The origin is not known yet.
  createSiteHeaders('', headers);
  // Without any, the start page may redirect to another origin.
  const sent = Object.keys(headers).length > 0 ? crawlHeaders : undefined;
  return { concurrency, crawlHeaders: sent, retention };
}

/** The owner that uses all slots except one, which it must leave to others. */
function ownerAtLimit(running: ReadonlySet<RunningWork>, concurrency: number): string | undefined {
  const limit = Math.max(1, concurrency - 1);
  const counts = new Map<string, number>();
  for (const { ownerId } of running) {
    const count = (counts.get(ownerId) ?? 0) + 1;
    if (count >= limit) return ownerId;
    counts.set(ownerId, count);
  }
  return undefined;
}

/** Work that was leased. */
type Leased =
  | { readonly kind: 'job'; readonly claimed: ClaimedJob; readonly leaseLeftMs: () => number }
  | { readonly kind: 'crawl'; readonly claimed: LeasedCrawl };

/** Leases a job. */
async function claimJob(
  context: Context,
  exceptOwner: string | undefined,
): Promise<Leased | undefined> {
  const leaseMs = maxAnalysisMs(context) + leaseMarginMs;
  // Before the lease begins, so that the attempt is aborted in time.
  const claimedAt = context.monotonicMs();
  const claimed = await context.store.jobs.claim({
    token: makeLeaseToken(context.randomBytes),
    leaseMs,
    perHost: context.crawls.perHost,
    otherReports: context.openReports.hosts(),
    now: context.now(),
    ...(exceptOwner !== undefined && { exceptOwner }),
  });
  const leaseLeftMs = () => leaseMs - (context.monotonicMs() - claimedAt);
  return claimed && { kind: 'job', claimed, leaseLeftMs };
}

/** Leases a piece of a crawl. */
async function claimPiece(
  context: Context,
  exceptOwner: string | undefined,
): Promise<Leased | undefined> {
  const claimed = await claimCrawl(context, exceptOwner === undefined ? {} : { exceptOwner });
  return claimed && { kind: 'crawl', claimed };
}

/** Leases jobs and pieces of crawls alternately while there are both, so that neither waits for the other. */
function createClaimNext(context: Context) {
  const timed = (kind: Leased['kind'], claim: typeof claimJob): typeof claimJob => {
    return async (by, exceptOwner) => {
      const startedAt = by.monotonicMs();
      const leased = await claim(by, exceptOwner);
      const durationMs = by.monotonicMs() - startedAt;
      const isFound = leased !== undefined;
      by.emitOperation({ type: 'work.claimed', kind, isFound, durationMs });
      return leased;
    };
  };
  const claimTimed = { job: timed('job', claimJob), crawl: timed('crawl', claimPiece) };
  let [first, second] = [claimTimed.job, claimTimed.crawl];
  return async (exceptOwner: string | undefined): Promise<Leased | undefined> => {
    const leased = (await first(context, exceptOwner)) ?? (await second(context, exceptOwner));
    if (leased) {
      const { job, crawl } = claimTimed;
      [first, second] = leased.kind === 'job' ? [crawl, job] : [job, crawl];
    }
    return leased;
  };
}
