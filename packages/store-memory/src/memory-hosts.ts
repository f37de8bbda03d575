import { type CrawlClaim, hostOfJob, type JobClaim } from '@sitegrade/core/store';
import type { CrawlPageRow, CrawlRow, JobRow, MemoryTables } from './memory-tables.ts';

/** Whether a lease has not ended. */
export function isLive(lease: CrawlPageRow['lease'], now: Date): boolean {
  return lease !== null && lease.endsAt > now;
}

/** Whether a crawl that is admitted waits for its step `start`. */
export function isWaitingToStart(
  { step, endedAt, isAdmitted, lease }: CrawlRow,
  now: Date,
): boolean {
  return step === 'start' && endedAt === null && isAdmitted && !isLive(lease, now);
}

/** Whether the next request of a host is not due yet. */
function isDelayed({ hosts }: MemoryTables, host: string, now: Date): boolean {
  const nextRequestAt = hosts.get(host);
  return nextRequestAt !== undefined && nextRequestAt > now;
}

/** The number of reports of jobs that a host gets, with the jobs for which its room is kept. */
function jobsAtHost({ jobs }: MemoryTables, host: string, now: Date): number {
  const isThere = (row: JobRow) => isLive(row.lease, now) || row.hostPlace < 0;
  return jobs.filter((row) => isThere(row) && hostOfJob(row.url) === host).length;
}

/** The number of pages of crawls that a host gets, and whether it gets the requests of a step `start`. */
function pagesAtHost(tables: MemoryTables, host: string, now: Date) {
  const crawls = tables.crawls.filter((row) => row.host === host && row.endedAt === null);
  const pages = crawls.flatMap(({ id }) => tables.crawlPages.get(id) ?? []);
  return {
    pages: pages.filter(({ lease }) => isLive(lease, now)).length,
    isStarting: crawls.some(({ step, lease }) => step === 'start' && isLive(lease, now)),
  };
}

/** The jobs that wait for a host, the first of all before the others. */
export function waitingJobs({ jobs }: MemoryTables, host: string): readonly JobRow[] {
  return jobs
    .filter((row) => row.hostPlace > 0 && hostOfJob(row.url) === host)
    .sort((a, b) => a.hostPlace - b.hostPlace || a.id - b.id);
}

/** Whether a host has room for another job. */
export function hasRoomForJob(
  tables: MemoryTables,
  host: string,
  { perHost, otherReports = [], exceptOwner, now }: JobClaim,
): boolean {
  const jobs = jobsAtHost(tables, host, now);
  const { pages, isStarting } = pagesAtHost(tables, host, now);
  const others = otherReports.filter((report) => report === host).length;
  if (isStarting || jobs + others + pages >= perHost) return false;
  if (isDelayed(tables, host, now)) return true;
  const crawls = tables.crawls.filter((row) => row.host === host && row.endedAt === null);
  const isStartWaiting = crawls.some(
    (row) => row.ownerId !== exceptOwner && isWaitingToStart(row, now),
  );
  return !isStartWaiting && (jobs === 0 || !crawls.some(hasDuePage));

  function hasDuePage({ id, step }: CrawlRow): boolean {
    const isDue = ({ state, lease }: CrawlPageRow) =>
      state === 'queued' || (state === 'running' && !isLive(lease, now));
    return step === null && (tables.crawlPages.get(id) ?? []).some(isDue);
  }
}

/** Whether a page may be requested of a host now. */
export function mayRequestPage(
  tables: MemoryTables,
  host: string,
  { now, perHost }: CrawlClaim,
): boolean {
  if (isDelayed(tables, host, now)) return false;
  const { pages, isStarting } = pagesAtHost(tables, host, now);
  const jobs = jobsAtHost(tables, host, now);
  // Neither jobs nor crawls have all places of a host while the others wait.
  const leavesOne = perHost > 1 && jobs === 0 && waitingJobs(tables, host).length > 0;
  return !isStarting && pages + jobs < perHost - Number(leavesOne);
}

/** Whether a crawl may start, which takes all places of the host. */
export function mayStart(tables: MemoryTables, host: string, { now }: CrawlClaim): boolean {
  if (isDelayed(tables, host, now)) return false;
  const { pages, isStarting } = pagesAtHost(tables, host, now);
  return !isStarting && pages + jobsAtHost(tables, host, now) === 0;
}
