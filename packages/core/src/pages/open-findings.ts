import type { Context } from '../context/context.ts';
import { findPreviousCrawl } from '../crawls/compare-crawls.ts';
import { isSameCoverage } from '../crawls/crawl-comparison.ts';
import { changesBetween, findPreviousReport } from '../reports/compare-reports.ts';
import { getReport } from '../reports/get-report.ts';
import type { Crawl } from '../store/crawl.ts';
import { isSameRuleset } from '../store/mixed-rulesets.ts';
import type { Report, ReportSummary } from '../store/report.ts';
import type { SiteIssue } from '../store/site-issue.ts';
import type { Website } from '../store/website.ts';
import { missingAsUndefined } from './missing.ts';

/** How many findings a page names as what to do next. */
export const maxNext = 5;

/** What is open in what the score of a website is from. */
export type OpenFindings = OpenInCrawl | OpenInReport;

/** What a crawl found: issues, of which those that cost no points are not done next. */
interface OpenInCrawl {
  readonly kind: 'crawl';
  readonly count: number;
  readonly next: readonly SiteIssue[];
  readonly change: FindingsChange<Crawl> | undefined;
}

/** What the report with the lowest score found. */
interface OpenInReport {
  readonly kind: 'report';
  readonly report: Report;
  /** Whether the website has reports of other pages. */
  readonly isOneOfSeveral: boolean;
  readonly change: FindingsChange<Report> | undefined;
}

/** How many issues of a crawl, or checks of a report, are new and fixed. */
interface FindingsChange<Look> {
  /** The look before. */
  readonly before: Look;
  readonly to: Look;
  readonly added: number;
  readonly fixed: number;
}

/**
 * Loads what is open on a website and what has changed since the look before, in a few reads. `undefined` without a
 * score.
 *
 * @param lowest - The latest reports by URL, those with the lowest score first.
 */
export async function openFindings(
  context: Context,
  ownerId: string,
  { scoreSource }: Website,
  lowest: readonly ReportSummary[],
): Promise<OpenFindings | undefined> {
  const crawlId = scoreSource?.crawlId ?? null;
  if (crawlId !== null) return openInCrawl(context, ownerId, crawlId);
  const [first] = lowest;
  const report = first && (await getReport(context, ownerId, first.id).catch(missingAsUndefined));
  return report && openInReport(context, ownerId, report, lowest.length > 1);
}

async function openInCrawl(
  context: Context,
  ownerId: string,
  crawlId: number,
): Promise<OpenInCrawl | undefined> {
  const { crawls } = context.store;
  const [to, issues] = await Promise.all([
    crawls.find(ownerId, crawlId),
    crawls.issues(ownerId, crawlId),
  ]);
  // It was deleted meanwhile.
  if (to === undefined || issues === undefined) return undefined;
  const found = issues.filter(({ status }) => status === 'found');
  const next = found.filter(({ importance }) => importance !== 'info').slice(0, maxNext);
  const change = await changeOfIssues(context, ownerId, to, issues);
  return { kind: 'crawl', count: found.length, next, change };
}

/** Whole issues only: which of their findings are new, the comparison of both crawls says, in more time. */
async function changeOfIssues(
  context: Context,
  ownerId: string,
  to: Crawl,
  issues: readonly SiteIssue[],
): Promise<FindingsChange<Crawl> | undefined> {
  const before = await findPreviousCrawl(context, ownerId, to);
  if (!before || !isSameRuleset(before, to) || !isSameCoverage(before, to)) return undefined;
  const earlier = await context.store.crawls.issues(ownerId, before.id);
  if (earlier === undefined) return undefined;
  const statuses = new Map(earlier.map(({ id, status }) => [id, status]));
  const countOf = (now: SiteIssue['status'], then: SiteIssue['status']) =>
    issues.filter(({ id, status }) => status === now && statuses.get(id) === then).length;
  return { before, to, added: countOf('found', 'none'), fixed: countOf('none', 'found') };
}

async function openInReport(
  context: Context,
  ownerId: string,
  report: Report,
  isOneOfSeveral: boolean,
): Promise<OpenInReport> {
  const change = await changeOfChecks(context, ownerId, report);
  return { kind: 'report', report, isOneOfSeveral, change };
}

async function changeOfChecks(
  context: Context,
  ownerId: string,
  to: Report,
): Promise<FindingsChange<Report> | undefined> {
  const before = await findPreviousReport(context, ownerId, to);
  // The URL may have led to another website, which others may not know of.
  if (before === undefined || before.websiteId !== to.websiteId) return undefined;
  const { sameRuleset, broken, fixed } = changesBetween(before, to);
  if (!sameRuleset) return undefined;
  return { before, to, added: broken.length, fixed: fixed.length };
}
