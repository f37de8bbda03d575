import type { Importance } from '@sitegrade/audit/checks';
import { findAcceptedInReport } from '../../accepted/accepted-in-report.ts';
import { isOver } from '../../accepted/accepted-matcher.ts';
import type { Context } from '../../context/context.ts';
import { compareCrawls } from '../../crawls/compare-crawls.ts';
import { pathMatcher } from '../../crawls/path-patterns.ts';
import { redactUrl } from '../../log/secret-parameters.ts';
import { changesBetween } from '../../reports/compare-reports.ts';
import type { ChangedFinding, FindingChanges } from '../../reports/finding-changes.ts';
import { redactionOf, redactReportInSlices } from '../../sharing/redact-report.ts';
import type { Crawl } from '../../store/crawl.ts';
import type { OutboxEvent } from '../../store/delivery-store.ts';
import type { JobError } from '../../store/job.ts';
import { redactJobUrl } from '../../store/job-url.ts';
import type { Report } from '../../store/report.ts';
import type { Site } from '../../store/site-state.ts';
import type { AlertType } from '../../store/webhook.ts';
import { type AlertData, type AlertFinding, type AlertMessage, noData } from './alert-message.ts';
import type { Happened } from './read-event.ts';
import type { SiteNews } from './site-news.ts';

/** What has happened, for the messages about it. */
export interface Alert {
  /** The types of messages about it. `findings.new` and `score.dropped` only if there are some, and it has dropped. */
  readonly types: readonly AlertType[];
  /** Without findings. */
  readonly data: AlertData;
  /** All new findings of any importance, most important first; `null` if nothing was compared. */
  readonly findings: readonly AlertFinding[] | null;
}

/**
 * What there is to send: what has happened, compared with what was before, and what it means for the site.
 *
 * @param wanted - The types that webhooks and recipients of the owner want. Nothing is read for others.
 * @throws SitegradeError `rate_limited` or `overloaded` if there is no room to compare crawls now.
 */
export async function readAlerts(
  context: Context,
  ownerId: string,
  happened: Happened,
  news: SiteNews | undefined,
  wanted: ReadonlySet<AlertType>,
): Promise<readonly Alert[]> {
  const types = news?.types ?? [];
  if (![...typesOf[happened.kind], ...types].some((type) => wanted.has(type))) return [];
  const alert = await readAlert(context, ownerId, happened);
  return news && types.length > 0 ? [alert, ...alertsOfSite(alert.data, news)] : [alert];
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

/** The types of messages about each. */
const typesOf: Readonly<Record<OutboxEvent['kind'], readonly AlertType[]>> = {
  report: ['report.created', 'findings.new', 'score.dropped'],
  failed_job: ['report.failed'],
  crawl: ['crawl.completed', 'crawl.failed', 'findings.new', 'score.dropped'],
};

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
  const found = changes?.findings ?? null;
  const findings = found && (await newOfReport(context, ownerId, stored, report, found));
  const isComparable = changes?.sameRuleset && changes.sameRendering && changes.sameFieldData;
  const scoreChange = isComparable ? changes.score : null;
  return {
    types: ['report.created', ...typesOfChange(findings, scoreChange)],
    findings,
    data: {
      ...noData,
      website: { id: websiteId, domain },
      url: report.url,
      report: { id, score, result },
      job_id: jobId,
      previous: previous ? previousOf(previous) : null,
      score_change: scoreChange,
      fixed_count: found?.fixed.total ?? null,
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
      ...noData,
      website: websiteOf(site),
      url: redactJobUrl(job.url),
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
  const found = compared?.findings ?? null;
  const findings = found && (await newOfCrawl(context, ownerId, crawl, found));
  const scoreChange = compared?.score ?? null;
  return {
    types: ['crawl.completed', ...typesOfChange(findings, scoreChange)],
    findings,
    data: {
      ...data,
      previous: previous ? previousOf(previous) : null,
      score_change: scoreChange,
      fixed_count: found?.fixed.total ?? null,
    },
  };
}

function dataOfCrawl(context: Context, crawl: Crawl, site: Site | undefined): AlertData {
  const { id, score, result, end, progress, error } = crawl;
  return {
    ...noData,
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

/**
 * What is new in a report, and not accepted. Redacted reports are compared, so that a secret which is another one in each
 * response is nothing new; fingerprints of accepted findings are those of the stored report.
 */
export async function newOfReport(
  context: Context,
  ownerId: string,
  stored: Report,
  redacted: Report,
  { found }: FindingChanges,
): Promise<readonly AlertFinding[]> {
  const { findings } = await findAcceptedInReport(context, ownerId, stored);
  const accepted = new Set<unknown>();
  for (const { check, places, isAccepted } of findings) {
    // The places are in the order of the quotes, of which a finding may have none.
    const quotes = redacted.checks[check]?.evidence ?? [];
    for (const [index, { acceptedBy }] of places.entries()) {
      if (isAccepted || acceptedBy !== null) accepted.add(quotes[index] ?? check);
    }
  }
  return found.rows
    .filter(({ check, evidence }) => !accepted.has(evidence ?? check))
    .map((row) => alertFinding(row, (text) => text));
}

/** What is new in a crawl, and not accepted. */
export async function newOfCrawl(
  { store, now }: Context,
  ownerId: string,
  { websiteId, url }: Crawl,
  { found }: FindingChanges,
): Promise<readonly AlertFinding[]> {
  const query = {
    fingerprints: found.rows.map(({ fingerprint }) => fingerprint),
    checks: [...new Set(found.rows.flatMap(({ check }) => check ?? []))],
  };
  const known = websiteId === null ? [] : await store.accepted.matching(ownerId, websiteId, query);
  const valid = known.filter(({ expires }) => !isOver(expires, now()));
  const places = new Set(valid.map(({ fingerprint }) => fingerprint));
  const patterns = valid
    .filter(({ fingerprint }) => fingerprint === null)
    .map(({ check, path }) => ({ check, matches: pathMatcher(path) }));
  return found.rows
    .filter(({ fingerprint }) => !places.has(fingerprint))
    .filter((row) => !patterns.some((by) => by.check === row.check && by.matches(row.url ?? '')))
    .map((row) => alertFinding(row, redactionOf([url, row.url ?? url])));
}

/** Characters of a quote, and of what was found. */
const maxText = 200;

function alertFinding(
  { check, issue, title, importance, url, evidence, summary }: ChangedFinding,
  redact: (text: string) => string,
): AlertFinding {
  return {
    check: check ?? issue ?? '',
    title,
    summary: cut(redact(summary)),
    importance,
    url: redact(url ?? ''),
    line: evidence?.line ?? null,
    column: evidence?.column ?? null,
    quote: evidence?.text ? cut(redact(evidence.text)) : null,
  };
}

/** Never between two halves of a character. */
function cut(text: string): string {
  if (text.length <= maxText) return text;
  return `${text
    .slice(0, maxText)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`;
}

/** The message of a test. */
export function testMessage({ alerts }: Context, now: Date): AlertMessage {
  return {
    type: 'webhook.test',
    timestamp: now.toISOString(),
    data: { ...noData, link: alerts.consoleUrl },
  };
}
