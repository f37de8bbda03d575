import type { Context } from '../../context/context.ts';
import type { Crawl } from '../../store/crawl.ts';
import type { ClaimedEvent } from '../../store/delivery-store.ts';
import { domainOf } from '../../store/domain-of.ts';
import type { Job, JobError } from '../../store/job.ts';
import type { Report, ReportSummary } from '../../store/report.ts';
import type { Site } from '../../store/site-state.ts';

/** What has happened, as it is stored. */
export type Happened = {
  /** The site that it happened to; `undefined` if the owner has no such website. */
  readonly site: Site | undefined;
} & (
  | { readonly kind: 'report'; readonly report: Report; readonly jobId: number | null }
  | {
      readonly kind: 'failed_job';
      readonly job: Job;
      readonly error: JobError;
      /** The last report of its URL. */
      readonly last: ReportSummary | undefined;
    }
  | { readonly kind: 'crawl'; readonly crawl: Crawl }
);

/** Reads what has happened. `undefined` if it was deleted meanwhile. */
export async function readEvent(
  { store }: Context,
  { ownerId, event }: Pick<ClaimedEvent, 'ownerId' | 'event'>,
): Promise<Happened | undefined> {
  const { reports, jobs, crawls, websites } = store;
  if (event.kind === 'report') {
    const { kind, jobId } = event;
    const report = await reports.find(ownerId, event.reportId);
    if (report === undefined) return undefined;
    return { kind, report, jobId, site: await websites.findSite(ownerId, report.websiteId) };
  }
  if (event.kind === 'failed_job') {
    const { kind } = event;
    const job = await jobs.find(ownerId, event.jobId);
    if (job === undefined || job.error === null) return undefined;
    const last = await lastReportOf(store, ownerId, job.url);
    const site = await siteOf(store, ownerId, job.url, last);
    return { kind, job, error: job.error, last, site };
  }
  const { kind } = event;
  const crawl = await crawls.find(ownerId, event.crawlId);
  if (crawl === undefined) return undefined;
  if (crawl.websiteId !== null) {
    return { kind, crawl, site: await websites.findSite(ownerId, crawl.websiteId) };
  }
  const last = await lastReportOf(store, ownerId, crawl.url);
  return { kind, crawl, site: await siteOf(store, ownerId, crawl.url, last) };
}

async function lastReportOf(
  { reports }: Context['store'],
  ownerId: string,
  url: string,
): Promise<ReportSummary | undefined> {
  const { rows } = await reports.list(ownerId, {
    start: { page: 1 },
    perPage: 1,
    sort: 'desc',
    sortBy: 'id',
    url: urlsOf(url),
  });
  return rows[0];
}

/** Where the URL led last, or else the website of its host. */
function siteOf(
  { websites }: Context['store'],
  ownerId: string,
  url: string,
  last: ReportSummary | undefined,
): Promise<Site | undefined> {
  return websites.findSite(ownerId, last?.websiteId ?? domainOf(urlsOf(url)[0]));
}

/** What a URL of a job or a crawl may stand for: without a scheme, `https://` was tried, and then `http://`. */
export function urlsOf(url: string): readonly [string, ...string[]] {
  return /^https?:\/\//.test(url) ? [url] : [`https://${url}`, `http://${url}`];
}
