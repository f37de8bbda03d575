import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { openCpuAccount, parseTarget, runInSlices, takeSlices } from '@sitegrade/audit';
import { isSitegradeError } from '@sitegrade/foundation/errors';
import { announceJobs } from '../background/announce.ts';
import type { Context } from '../context/context.ts';
import type { Quotas } from '../context/quotas.ts';
import { emitCrawlCreated, newCrawlOf } from '../crawls/create-crawl.ts';
import { emitJobsCreated, maxJobsAtOnce } from '../jobs/create-jobs.ts';
import { hostOfJob } from '../store/host-of-job.ts';
import { jobUrlOf } from '../store/job-url.ts';
import type { MissedReason, Schedule } from '../store/schedule.ts';
import type { DueSchedules, RunStart, ScheduledRun } from '../store/schedule-store.ts';
import {
  hashOfWebsite,
  lastRunUntil,
  type NextOccurrence,
  nextOccurrence,
  nextRun,
} from './next-run.ts';

/** How many due schedules are read at once, and how often in one call. */
const batchSize = 100;
const maxBatches = 10;

/** How many runs of one owner are tried in one call: each may read a thousand URLs, and insert a thousand jobs. */
const maxPerOwner = 20;

/** After this many refusals, no others of the owner with the same task are tried in one call: a smaller one might fit. */
const maxRefusals = 3;

/** A run that found no room is tried again by the next call that begins after this time, and at most twice as much. */
const retryMs = 30_000;

/** Of the URLs of a website, the last ones by code point are examined. As many as for a list of them. */
const maxUrls = 5_000;

/** Milliseconds of work before yielding to the event loop. */
const sliceMs = 2;

const minuteMs = 60_000;

/** Less than the shortest time between two runs. */
const shortestPeriodMs = 20 * 3_600_000;

/** A schedule that is due, and by which time. */
type Due = DueSchedules['schedules'][number] & { readonly now: Date };

/** What one call knows of the owners. */
interface Pass {
  /** How many runs it has tried. */
  readonly tried: Map<string, number>;
  /** How many it was refused, by task and owner. */
  readonly refused: Map<string, number>;
  readonly next: NextOccurrence;
}

/**
 * Starts the runs that are due, of all owners: a bounded number, so that it returns soon. Call it each minute. Any number
 * of processes may do so at the same time: each run is started once. A run for which a quota leaves no room stays due,
 * until the next run of its schedule is due; then it was missed, and goes first the next time. A run that was not
 * tried in time, because no worker ran, is made up for once.
 *
 * @param signal - Stops it between two runs.
 * @param next - The rules of time zones.
 * @throws SitegradeError `overloaded` if the database is not available; the first unexpected error of a run, after it
 * has tried the others.
 */
export async function runDueSchedules(
  context: Context,
  signal?: AbortSignal,
  next: NextOccurrence = nextOccurrence,
): Promise<void> {
  const { store } = context;
  if (!(await store.isWritable())) return;
  const pass: Pass = { tried: new Map(), refused: new Map(), next };
  let failed: { readonly error: unknown } | undefined;
  for (let batch = 0; batch < maxBatches && !signal?.aborted; batch += 1) {
    const { now, schedules } = await store.schedules.due({ limit: batchSize, now: context.now() });
    const waiting: Schedule[] = [];
    const inTurn = [
      ...schedules.filter(({ schedule }) => hasMissed(schedule)),
      ...schedules.filter(({ schedule }) => !hasMissed(schedule)),
    ];
    for (const { ownerId, schedule, isDeferred } of inTurn) {
      if (signal?.aborted) break;
      const isWaiting = await runDue(context, { ownerId, schedule, isDeferred, now }, pass).catch(
        (error: unknown) => {
          if (isSitegradeError(error) && error.code === 'overloaded') throw error;
          failed ??= { error };
          // It must not keep others from their turn.
          return true;
        },
      );
      if (isWaiting) waiting.push(schedule);
      await yieldToEventLoop();
    }
    const deferred = waiting.map((schedule) => ({
      websiteId: schedule.websiteId,
      dueAt: schedule.nextRunAt,
      delayMs: retryDelayMs(schedule, now),
    }));
    if (deferred.length > 0) await store.schedules.defer(deferred, context.now());
    if (schedules.length < batchSize) break;
  }
  if (failed) throw failed.error;
}

/**
 * First those that have missed their last run, and then the others: so each website has its turn, however little room
 * there is. Both in the order of hashes, which begins at another website each minute.
 */
function retryDelayMs(schedule: Schedule, now: Date): number {
  const minute = Math.floor(now.getTime() / minuteMs);
  const turn = (hasMissed(schedule) ? 0 : 1) + hashOfWebsite(schedule.websiteId + minute);
  return retryMs + Math.floor((turn * retryMs) / 2);
}

/** Whether a run was missed since the last one. */
function hasMissed({ lastRunAt, lastMissedAt }: Schedule): boolean {
  return lastMissedAt !== null && (lastRunAt === null || lastMissedAt > lastRunAt);
}

/** Starts a run, or moves it. Returns whether it waits for its turn or for room. */
async function runDue(context: Context, due: Due, pass: Pass): Promise<boolean> {
  const { ownerId, schedule, now } = due;
  const kind = `${schedule.task} ${ownerId}`;
  const refused = pass.refused.get(kind) ?? 0;
  if (refused >= maxRefusals) return waitForRoom(context, due, pass);
  const tried = pass.tried.get(ownerId) ?? 0;
  if (tried >= maxPerOwner) return true;
  pass.tried.set(ownerId, tried + 1);

  const changed = changedTime(schedule, pass.next);
  if (changed > now) return skip(context, due, changed, null);
  const work = await workOf(context, ownerId, schedule);
  const nextRunAt = nextRun(schedule, now, pass.next);
  if (typeof work === 'string') return skip(context, due, nextRunAt, work);

  const { websiteId, nextRunAt: dueAt } = schedule;
  const start = await context.store.schedules.start({
    ownerId,
    websiteId,
    dueAt,
    nextRunAt,
    work,
    now: context.now(),
  });
  if (start.outcome === 'refused') {
    const isFull = 'quota' in start.creation && start.creation.quota === 'runningCrawls';
    pass.refused.set(kind, isFull ? maxRefusals : refused + 1);
    return waitForRoom(context, due, pass);
  }
  if (start.outcome === 'started') await announceRun(context, due, start, nextRunAt);
  return false;
}

/**
 * The time of the next run by the rules of its zone, which may have changed since it was planned: then it may be later.
 * If it was earlier, the run is due, and late.
 */
function changedTime(schedule: Schedule, next: NextOccurrence): Date {
  const { nextRunAt } = schedule;
  const changed = nextRun(schedule, new Date(nextRunAt.getTime() - 1), next);
  const isSameRun = changed.getTime() - nextRunAt.getTime() < shortestPeriodMs / 2;
  return isSameRun ? changed : nextRunAt;
}

/** The jobs or the crawl of a run, or why there is nothing to start. */
async function workOf(
  context: Context,
  ownerId: string,
  { websiteId, crawl }: Schedule,
): Promise<ScheduledRun['work'] | MissedReason> {
  const quotas = await context.quotas(ownerId);
  if (crawl === null) return reportsOf(context, ownerId, websiteId, quotas);
  const url = allowedUrl(context, crawl.url);
  if (url === undefined) return 'url_not_allowed';
  // The operator may allow fewer since it was set.
  const maxPages = Math.min(crawl.maxPages, context.crawls.maxPages);
  const scope = { ...crawl, maxPages, ownerId, url, host: hostOfJob(url) };
  return { task: 'crawl', crawl: newCrawlOf(context, scope, quotas) };
}

async function reportsOf(
  context: Context,
  ownerId: string,
  websiteId: number,
  { queuedJobs: maxQueued }: Quotas,
): Promise<ScheduledRun['work'] | MissedReason> {
  const query = { limit: maxJobsAtOnce, maxUrls, sortBy: 'id' } as const;
  const { rows } = await context.store.reports.latestByUrl(ownerId, websiteId, query);
  if (rows.length === 0) return 'no_urls';
  const slices = takeSlices(sliceMs, openCpuAccount({ ownerId }));
  const urls = await runInSlices(
    allowedUrls(
      context,
      rows.map(({ url }) => url),
    ),
    slices,
  );
  if (urls.length === 0) return 'url_not_allowed';
  const createdAt = context.now();
  return { task: 'reports', jobs: { ownerId, urls, isBatch: true, createdAt, maxQueued } };
}

/** One URL a step. */
function* allowedUrls(context: Context, urls: readonly string[]) {
  const allowed: string[] = [];
  for (const url of urls) {
    const target = allowedUrl(context, url);
    if (target !== undefined) allowed.push(target);
    yield;
  }
  return allowed;
}

/** The URL of a job; `undefined` if the operator no longer allows it. */
function allowedUrl({ network }: Context, url: string): string | undefined {
  try {
    return jobUrlOf(parseTarget(url, network));
  } catch (error) {
    if (!isSitegradeError(error)) throw error;
    return undefined;
  }
}

/** Lets a run wait for room, unless a later one of its schedule is due. Returns whether it waits. */
async function waitForRoom(context: Context, due: Due, pass: Pass): Promise<boolean> {
  const { schedule, isDeferred, now } = due;
  const { nextRunAt: dueAt } = schedule;
  if (now.getTime() - dueAt.getTime() < shortestPeriodMs) return true;
  const last = lastRunUntil(schedule, dueAt, now, pass.next);
  if (last <= dueAt) return true;
  // One that was never tried found no worker: the later run replaces it.
  return skip(context, due, last, isDeferred ? 'quota_exceeded' : null);
}

/** Moves the next run without starting anything. */
async function skip(
  { store, emit }: Context,
  { ownerId, schedule }: Due,
  nextRunAt: Date,
  missed: MissedReason | null,
): Promise<false> {
  const { websiteId, nextRunAt: dueAt } = schedule;
  const isSkipped = await store.schedules.skip({ ownerId, websiteId, dueAt, nextRunAt, missed });
  if (isSkipped && missed !== null) {
    emit({ type: 'schedule.missed', ownerId, websiteId, dueAt, reason: missed, nextRunAt });
  }
  return false;
}

/** Emits that a run has started, and notifies workers. */
async function announceRun(
  context: Context,
  { ownerId, schedule }: Due,
  { jobs, crawl }: Extract<RunStart, { readonly outcome: 'started' }>,
  nextRunAt: Date,
): Promise<void> {
  if (jobs) emitJobsCreated(context, ownerId, jobs);
  else emitCrawlCreated(context, ownerId, crawl);
  context.emit({
    type: 'schedule.started',
    ownerId,
    websiteId: schedule.websiteId,
    dueAt: schedule.nextRunAt,
    batchId: jobs?.[0]?.batchId ?? null,
    crawlId: crawl?.id ?? null,
    nextRunAt,
  });
  await announceJobs(context, jobs?.length ?? 1);
}
