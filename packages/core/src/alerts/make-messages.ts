import type { Importance } from '@sitegrade/audit/checks';
import type { Context } from '../context/context.ts';
import { compareCrawls } from '../crawls/compare-crawls.ts';
import type { CrawlComparison } from '../crawls/crawl-comparison.ts';
import { redactUrl } from '../log/secret-parameters.ts';
import { changedPlaces, changesBetween, type ReportChanges } from '../reports/compare-reports.ts';
import { redactReportInSlices } from '../sharing/redact-report.ts';
import type { Crawl } from '../store/crawl.ts';
import type { JobError } from '../store/job.ts';
import type { Report } from '../store/report.ts';
import type { Site } from '../store/site-state.ts';
import type { AlertType } from '../store/webhook.ts';
import type { AlertData, AlertFinding, AlertMessage } from './alert-message.ts';
import type { Happened } from './read-event.ts';
import type { SiteNews } from './site-news.ts';

/** What has happened, for the messages about it. */
export interface Alert {
  /** What a webhook may be told of. `findings.new` and `score.dropped` only if there are some, and it has dropped. */
  readonly types: readonly AlertType[];
  /** Without findings. */
  readonly data: AlertData;
  /** All new findings of any importance, most important first; `null` if nothing was compared. */
  readonly findings: readonly AlertFinding[] | null;
}

/**
 * What there is to tell: what has happened, compared with what was before, and what it means for the site.
 *
 * @throws SitegradeError `rate_limited` or `overloaded` if there is no room to compare crawls now.
 */
export async function readAlerts(
  context: Context,
  ownerId: string,
  happened: Happened,
  news: SiteNews | undefined,
): Promise<readonly Alert[]> {
  const alert = await readAlert(context, ownerId, happened);
  return news && news.types.length > 0 ? [alert, ...alertsOfSite(alert.data, news)] : [alert];
}

function readAlert(context: Context, ownerId: string, happened: Happened): Promise<Alert> {
  switch (happened.kind) {
    case 'report':
      return alertOfReport(context, ownerId, happened);
    case 'failed_job':
      return alertOfFailedJob(context, happened);
    case 'crawl':
      return alertOfCrawl(context, ownerId, happened);
  }
}

/** One for each type, with what it was found by. */
function alertsOfSite(data: AlertData, news: SiteNews): readonly Alert[] {
  const ofAttempt = { ...data, previous: null, score_change: null, fixed_count: null, error: null };
  const unreachable_since = news.unreachableSince?.toISOString() ?? null;
  return news.types.map((type) => ({
    types: [type],
    findings: null,
    data: {
      ...ofAttempt,
      ...(type === 'certificate.expiring'
        ? { certificate_expires_at: news.certificateExpiresAt }
        : { unreachable_since }),
      ...(type === 'site.unreachable' && { error: news.error && errorOf(news.error) }),
    },
  }));
}

const nothing: AlertData = {
  website: null,
  url: null,
  report: null,
  crawl: null,
  job_id: null,
  previous: null,
  score_change: null,
  new_findings: null,
  fixed_count: null,
  error: null,
  unreachable_since: null,
  certificate_expires_at: null,
  link: null,
};

async function alertOfReport(
  context: Context,
  ownerId: string,
  { report: stored, jobId }: Extract<Happened, { readonly kind: 'report' }>,
): Promise<Alert> {
  const before = await context.store.reports.findPrevious(ownerId, stored);
  const report = await redactReportInSlices(context, stored);
  const previous = before && (await redactReportInSlices(context, before));
  const changes = previous && changesBetween(previous, report);
  const { id, websiteId, domain, score, result } = report;
  const isComparable = changes?.sameRuleset === true;
  const findings = changes && isComparable ? newFindings(report, changes) : null;
  const scoreChange = changes && isComparable ? changes.score : null;
  return {
    types: ['report.created', ...typesOfChange(findings, scoreChange)],
    findings,
    data: {
      ...nothing,
      website: { id: websiteId, domain },
      url: report.url,
      report: { id, score, result },
      job_id: jobId,
      previous: previous ? previousOf(previous) : null,
      score_change: scoreChange,
      fixed_count: changes && isComparable ? fixedCount(changes) : null,
      link: linkTo(context, `reports/${id}`),
    },
  };
}

/** A job without a report. */
async function alertOfFailedJob(
  context: Context,
  { job, error, last, site }: Extract<Happened, { readonly kind: 'failed_job' }>,
): Promise<Alert> {
  return {
    types: ['report.failed'],
    findings: null,
    data: {
      ...nothing,
      website: websiteOf(site),
      url: redactUrl(job.url),
      job_id: job.id,
      previous: last ? previousOf(last) : null,
      error: errorOf(error),
      link: linkTo(context, `jobs/${job.id}`),
    },
  };
}

async function alertOfCrawl(
  context: Context,
  ownerId: string,
  { crawl, site }: Extract<Happened, { readonly kind: 'crawl' }>,
): Promise<Alert> {
  const data = dataOfCrawl(context, crawl, site);
  if (crawl.status === 'failed') {
    return { types: ['crawl.failed'], findings: null, data };
  }
  const previous = await context.store.crawls.findPrevious(ownerId, crawl);
  const ids = previous && { from: previous.id, to: crawl.id };
  const compared = ids && (await compareCrawls(context, ownerId, ids));
  const isComparable = compared !== undefined && previous?.rulesetVersion === crawl.rulesetVersion;
  const findings = isComparable ? findingsOfCrawl(compared) : null;
  const scoreChange = compared?.score ?? null;
  return {
    types: ['crawl.completed', ...typesOfChange(findings, scoreChange)],
    findings,
    data: {
      ...data,
      previous: previous ? previousOf(previous) : null,
      score_change: scoreChange,
      fixed_count: isComparable ? compared.fixed.total : null,
    },
  };
}

function dataOfCrawl(context: Context, crawl: Crawl, site: Site | undefined): AlertData {
  const { id, score, result, end, progress, error } = crawl;
  return {
    ...nothing,
    website: websiteOf(site),
    url: redactUrl(crawl.url),
    crawl: { id, score, result, end, pages: progress.done },
    error: error && errorOf(error),
    link: linkTo(context, `crawls/${id}`),
  };
}

function websiteOf(site: Site | undefined): AlertData['website'] {
  return site ? { id: site.websiteId, domain: site.domain } : null;
}

function previousOf({ id, score, createdAt }: Pick<Crawl | Report, 'id' | 'score' | 'createdAt'>) {
  return { id, score, created_at: createdAt.toISOString() };
}

function errorOf({ code, reason, message }: JobError): AlertData['error'] {
  return { code, reason: reason ?? null, message };
}

function linkTo({ alerts }: Context, path: string): string | null {
  return alerts.consoleUrl === null ? null : `${alerts.consoleUrl}/${path}`;
}

function typesOfChange(
  findings: readonly AlertFinding[] | null,
  scoreChange: number | null,
): readonly AlertType[] {
  return [
    ...(findings !== null && findings.length > 0 ? (['findings.new'] as const) : []),
    ...(scoreChange !== null && scoreChange < 0 ? (['score.dropped'] as const) : []),
  ];
}

const ranks: Readonly<Record<Importance, number>> = { high: 0, medium: 1, low: 2, info: 3 };

/** Whether a finding is as important as that, or more. */
export function isAsImportant(
  { importance }: Pick<AlertFinding, 'importance'>,
  than: Importance,
): boolean {
  return ranks[importance] <= ranks[than];
}

function byImportance(first: AlertFinding, second: AlertFinding): number {
  return ranks[first.importance] - ranks[second.importance];
}

const maxQuote = 200;

function newFindings(report: Report, changes: ReportChanges): readonly AlertFinding[] {
  const ids = [...changes.broken, ...changedPlaces(changes, 'found')];
  return ids
    .flatMap((id): readonly AlertFinding[] => {
      const check = report.checks[id];
      if (check === undefined) return [];
      const { title, importance } = check;
      const finding = { check: id, title, importance, url: report.finalUrl };
      const places = changes.locations[id]?.found ?? [];
      if (places.length === 0) return [{ ...finding, line: null, column: null, quote: null }];
      return places.map(({ line, column, text }) => ({
        ...finding,
        line: line ?? null,
        column: column ?? null,
        quote: cut(text),
      }));
    })
    .sort(byImportance);
}

/** Never between two halves of a character. */
function cut(text: string): string {
  if (text.length <= maxQuote) return text;
  return `${text
    .slice(0, maxQuote)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`;
}

function fixedCount(changes: ReportChanges): number {
  return changes.fixed.length + changedPlaces(changes, 'fixed').length;
}

function findingsOfCrawl({ found }: CrawlComparison): readonly AlertFinding[] {
  return found.rows.map(({ issue, title, importance, pages, summary }) => ({
    check: issue,
    title,
    importance,
    url: redactUrl(pages[0] ?? ''),
    line: null,
    column: null,
    quote: cut(redactUrl(summary)),
  }));
}

/** The message of a test. */
export function testMessage({ alerts }: Context, now: Date): AlertMessage {
  return {
    type: 'webhook.test',
    timestamp: now.toISOString(),
    data: { ...nothing, link: alerts.consoleUrl },
  };
}
