import { randomUUID } from 'node:crypto';
import {
  type Context,
  continueDeletions,
  createContext,
  createCrawl,
  createJobs,
  deleteExpiredIdempotencyKeys,
  deleteOldCrawls,
  deleteOldReports,
  isSitegradeError,
} from '@sitegrade/core';
import type { ClaimedCrawl, ClaimedJob } from '@sitegrade/core/store';
import { createAgenda } from './agenda.ts';
import type { SimulatedDatabase } from './databases.ts';
import { type ForWebsite, forWebsite } from './for-website.ts';
import { countLoad } from './hourly-load.ts';
import type { RecordedSite } from './record-site.ts';

/** What is simulated. */
export interface Simulation {
  readonly websites: number;
  /** The websites of an owner. */
  readonly perOwner: number;
  readonly weeks: number;
  /** The last weeks in which all websites are due at the same time; in those before, they are spread over the week. */
  readonly mondays: number;
  /** How many places all workers have together. */
  readonly places: number;
  /** A page of a crawl takes as long as so many pages. */
  readonly pagesPerPage: number;
  /** `sitegrade prune` deletes what is older, once a day. */
  readonly keepDays: number;
}

const secondMs = 1_000;
const hourMs = 3_600 * secondMs;
const dayMs = 24 * hourMs;

/** The length of a week. */
export const weekMs = 7 * dayMs;

/** A Monday, at midnight. */
const startsAt = Date.UTC(2026, 0, 5);

/** Leases are longer than any simulated piece of work. */
const leaseMs = hourMs;

/** A crawl that its owner cannot have yet is created after this time. */
const tryAgainMs = 15 * 60 * secondMs;

/** Jobs are kept for so long after they ended. */
const keepJobsMs = 30 * dayMs;

/**
 * Simulates weeks in which each website gets reports and a crawl: a scheduler creates them, and one worker claims, does
 * and ends them, as `startWorker` does. What is stored was recorded from real reports and crawls; only their times are
 * made up.
 *
 * @param onWeek - Called at the end of each week.
 * @returns the load by the hour.
 */
export async function simulateWeeks(
  database: SimulatedDatabase,
  recorded: readonly RecordedSite[],
  simulation: Simulation,
  onWeek: (week: number) => Promise<void>,
) {
  const { store } = database;
  const { websites, perOwner, weeks, mondays, places, pagesPerPage, keepDays } = simulation;
  let now = startsAt;
  const context: Context = createContext({ store, now: () => new Date(now) });
  const { perHost, maxRunning } = context.crawls;
  const agenda = createAgenda();
  const load = countLoad(startsAt);
  /** How many steps of each crawl that has not ended are done. */
  const stepsDone = new Map<number, number>();
  let busy = 0;
  let looksAt = Number.POSITIVE_INFINITY;
  let isJobNext = true;

  const ownerOf = (website: number) => `owner-${website % Math.ceil(websites / perOwner)}`;
  const recordingOf = (website: number) => recorded[website % recorded.length] as RecordedSite;
  const asStored = (website: number): ForWebsite => {
    const { origin } = recordingOf(website);
    const domain = `site-${website}.example`;
    const { host } = new URL(origin);
    return {
      text: (text) =>
        text.includes('shop.test')
          ? text
              .replaceAll(origin, `https://www.${domain}`)
              .replaceAll(host, `www.${domain}`)
              .replaceAll('shop.test', domain)
          : text,
      now: new Date(now),
      newToken: randomUUID,
    };
  };

  const createReports = async (website: number) => {
    const { reports } = recordingOf(website);
    const { text } = asStored(website);
    const urls = reports.map(({ url }) => text(url));
    await createJobs(context, ownerOf(website), { urls });
    load.created(now, urls.length);
  };
  const createCrawlOf = async (website: number): Promise<void> => {
    const url = `https://www.site-${website}.example/`;
    const maxPages = recordingOf(website).outcomes.size;
    try {
      await createCrawl(context, ownerOf(website), { url, maxPages });
      load.created(now, 1);
    } catch (error) {
      if (!(isSitegradeError(error) && error.code === 'quota_exceeded')) throw error;
      load.refused(now);
      agenda.add(now + tryAgainMs, () => createCrawlOf(website));
    }
  };

  const claimJob = async () => {
    const claimed = await store.jobs.claim({
      ...{ token: randomUUID(), leaseMs, perHost, now: new Date(now) },
    });
    if (claimed === undefined) return false;
    load.started(now, now - claimed.job.createdAt.getTime());
    take(madeUpMs(2_000, 6_000, claimed.job.id), () => endJob(claimed));
    return true;
  };
  const claimPiece = async () => {
    const claimed = await store.crawls.claim({
      ...{ token: randomUUID(), pageLeaseMs: leaseMs, stepLeaseMs: leaseMs },
      ...{ perHost, maxAttempts: 10, now: new Date(now) },
    });
    if (claimed === undefined) return false;
    const { work, crawl, lease } = claimed;
    if (work.kind === 'step') {
      if (work.step === 'start') load.started(now, now - crawl.createdAt.getTime());
      take(madeUpMs(500, 3_000, crawl.id), () => doStep(claimed));
    } else {
      const ms = pagesPerPage * madeUpMs(300, 1_500, crawl.id * 31 + (lease.page ?? 0));
      take(ms, () => endPage(claimed));
    }
    return true;
  };
  /** A place works for some time, and then on what is next. */
  const take = (ms: number, end: () => Promise<unknown>) => {
    busy += 1;
    load.place(now, 1);
    agenda.add(now + ms, async () => {
      await end();
      busy -= 1;
      load.place(now, -1);
    });
  };

  const endJob = async ({ job, lease }: ClaimedJob) => {
    const website = websiteOf(job.url);
    const stored = asStored(website);
    const report = recordingOf(website).reports.find(({ url }) => stored.text(url) === job.url);
    if (report === undefined) throw new Error(`There is no report of ${job.url}.`);
    const own = forWebsite({ ...report, ownerId: ownerOf(website) }, stored);
    if ((await store.reports.createOnce(own, lease)) === undefined) throw lost(job);
    load.ended(now);
  };
  const endPage = async ({ crawl, lease }: ClaimedCrawl) => {
    const website = websiteOf(crawl.url);
    const outcome = recordingOf(website).outcomes.get(lease.page ?? 0);
    if (outcome === undefined) throw new Error(`The page ${lease.page} was not recorded.`);
    const own = forWebsite(outcome, asStored(website));
    if (!(await store.crawls.endPage(lease, own, new Date(now)))) throw lost(crawl);
  };
  const doStep = async ({ crawl, lease }: ClaimedCrawl) => {
    const website = websiteOf(crawl.url);
    const step = stepsDone.get(crawl.id) ?? 0;
    const calls = recordingOf(website).steps[step] ?? [];
    stepsDone.set(crawl.id, step + 1);
    for (const { method, given } of calls) {
      const call = store.crawls[method] as (...all: unknown[]) => Promise<boolean>;
      if (!(await call(lease, ...forWebsite(given, asStored(website))))) throw lost(crawl);
      if (method !== 'end') continue;
      stepsDone.delete(crawl.id);
      load.ended(now);
      await store.crawls.admit(maxRunning);
    }
  };

  /** Gives every free place the next job or piece of a crawl, in turns; or looks again when something is due. */
  const work = async () => {
    while (busy < places) {
      const turns = isJobNext ? [claimJob, claimPiece] : [claimPiece, claimJob];
      isJobNext = !isJobNext;
      const [first, second] = turns as [typeof claimJob, typeof claimPiece];
      if ((await first()) || (await second())) continue;
      const dueMs = await store.nextDueMs(new Date(now));
      if (dueMs === undefined || (dueMs === 0 && busy > 0)) return;
      const at = now + Math.max(dueMs, secondMs);
      if (at >= looksAt && looksAt > now) return;
      looksAt = at;
      agenda.add(at, async () => {});
      return;
    }
  };

  const prune = async () => {
    const createdBefore = new Date(now - keepDays * dayMs);
    await deleteOldReports(context, { createdBefore });
    await deleteOldCrawls(context, { createdBefore });
    await deleteExpiredIdempotencyKeys(context);
    await continueDeletions(context);
    await database.vacuum();
  };
  const sweep = async () => {
    const error = { code: 'internal', message: 'It was interrupted.' } as const;
    const query = { maxAttempts: 10, error, keepMs: keepJobsMs, limit: 250 };
    for (;;) {
      const { isDone, failed, queuedAgain } = await store.jobs.sweep({
        ...query,
        now: new Date(now),
      });
      if (failed.length + queuedAgain > 0) throw new Error('A lease was over.');
      if (isDone) return;
    }
  };

  await database.setTime(now);
  for (let week = 0; week < weeks; week += 1) {
    const weekStartsAt = startsAt + week * weekMs;
    for (let website = 0; website < websites; website += 1) {
      const isSpread = week < weeks - mondays;
      const at = weekStartsAt + (isSpread ? (website * weekMs) / websites : 9 * hourMs);
      agenda.add(at, () => createReports(website));
      agenda.add(at, () => createCrawlOf(website));
    }
    for (let day = 0; day < 7; day += 1) {
      agenda.add(weekStartsAt + day * dayMs + 3 * hourMs, prune);
      agenda.add(weekStartsAt + day * dayMs + 4 * hourMs, sweep);
    }
    agenda.add(weekStartsAt + weekMs - 1, () => onWeek(week));
  }
  for (let next = agenda.next(); next; next = agenda.next()) {
    if (next.at !== now) {
      now = next.at;
      await database.setTime(now);
    }
    await next.happens();
    await work();
  }
  return load.hours;
}

/** A duration that depends on a number only. */
function madeUpMs(least: number, most: number, number: number): number {
  return least + ((number * 2_654_435_761) % (most - least));
}

function websiteOf(url: string): number {
  return Number(/site-(\d+)\./.exec(url)?.[1]);
}

function lost({ url }: { readonly url: string }): Error {
  return new Error(`A lease was lost: ${url}`);
}
