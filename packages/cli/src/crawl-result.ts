import type {
  Crawl,
  CrawlEnd,
  CrawledUrl,
  CrawlPageSummary,
  CrawlShape,
  PageAnalysis,
  SiteIssue,
  SkipReason,
} from '@sitegrade/core';

import type { Failure } from './findings.ts';
import type { LocalFindings } from './local/local-findings.ts';

/** What a crawl found. */
export interface CrawlResult {
  readonly crawl: Crawl;
  /** All that was found, as of `listCrawlIssues`; only what checks found if the crawl was stopped. */
  readonly issues: readonly SiteIssue[];
  /** What its pages are like; `null` if it was stopped. */
  readonly shape: CrawlShape | null;
  /** All pages but those that were not requested: the worst come first. */
  readonly pages: readonly CrawlPageSummary[];
  /** The other URLs that were found: pages that were not requested or are not HTML, and images. */
  readonly otherUrls: readonly OtherUrl[];
  /** How fast the start page is, if it was measured. */
  readonly speed?: PageAnalysis['page']['speed'];
  /** Of a local folder: where its findings are. */
  readonly local?: LocalFindings | undefined;
}

/** A URL of a crawl that is not one of its pages. */
export type OtherUrl = Pick<CrawledUrl, 'url' | 'kind' | 'state' | 'skipReason' | 'httpStatus'>;

/** Why there is nothing to show. */
export interface CrawlFailure {
  readonly url: string;
  readonly error: Failure;
}

/** What became of a crawl. */
export type CrawlOutcome = CrawlResult | CrawlFailure;

/** Whether the site could not be crawled. */
export function isCrawlFailure(outcome: CrawlOutcome): outcome is CrawlFailure {
  return 'error' in outcome;
}

/** Whether a finding is worth failing for, as a check that fails; otherwise it is like one that warns. */
export function isSevere({
  importance,
  failedCount,
}: Pick<SiteIssue, 'importance' | 'failedCount'>): boolean {
  return failedCount > 0 && (importance === 'high' || importance === 'medium');
}

/** What a check found on most pages, with their number: “It has no title. On 3 pages.” */
export function checkText({ title, findings: [first], pagesCount }: SiteIssue): string {
  if (first === undefined) return `${title} On ${pagesOf(pagesCount)}.`;
  const others = pagesCount - first.pagesCount;
  const rest = others === 0 ? '' : ` On ${pagesOf(others)}, it found something else.`;
  return `${first.summary} On ${pagesOf(first.pagesCount)}.${rest}`;
}

/** What was found, in a line: the first finding, and how many more there are. */
export function issueLine({ title, findings: [first], findingsCount }: SiteIssue): string {
  if (first === undefined) return title;
  const others = findingsCount - 1;
  if (others === 0) return first.summary;
  return `${first.summary} And ${others} more ${others === 1 ? 'finding' : 'findings'}.`;
}

/** The issues that were found. */
export function foundIssues({ issues }: Pick<CrawlResult, 'issues'>): readonly SiteIssue[] {
  return issues.filter(({ status }) => status === 'found');
}

const incomplete: Readonly<Record<CrawlEnd, string | null>> = {
  complete: null,
  max_pages: 'The crawl stopped at its limit of pages: raise --max-pages for more.',
  frontier_full:
    'The crawl found too many URLs that are not pages, or that it may not request: raise --max-pages, or leave URLs out with --exclude.',
  time_limit:
    'The crawl took the longest time allowed: six hours, or six for each 10,000 pages of --max-pages.',
  refused: 'The site refused ten requests in a row.',
  robots_txt: 'robots.txt forbids the start page, or does not respond.',
  start_failed: 'The start page could not be fetched.',
  interrupted: 'The crawl was interrupted too often.',
};

/** Why the crawl has not crawled every page of the site, in a sentence; `null` if it has. */
export function incompleteReason({ end, status }: Crawl): string | null {
  if (status === 'canceled') {
    return 'The crawl was stopped. Issues across pages and the score of the site were not evaluated.';
  }
  return end === null ? null : incomplete[end];
}

const skipTexts: Readonly<Record<SkipReason, string>> = {
  robots_txt: 'blocked by robots.txt',
  excluded: 'excluded',
  max_pages: 'beyond --max-pages',
  too_deep: 'too deep',
  query_variants: 'with too many query variants',
  repeating_path: 'with a repeating path',
  not_html: 'not HTML',
  ended: 'not reached',
};

/** The numbers of pages by what became of them, without zeros: `["40 checked", "3 blocked by robots.txt"]`. */
export function pageCounts({ crawl, pages }: CrawlResult): readonly string[] {
  const { done, redirected, failed, skipped } = crawl.progress;
  const notFound = pages.filter(
    ({ state, httpStatus }) => state === 'failed' && (httpStatus === 404 || httpStatus === 410),
  ).length;
  const counts: readonly (readonly [number, string])[] = [
    [redirected, redirected === 1 ? 'redirect' : 'redirects'],
    [notFound, 'not found'],
    [failed - notFound, 'failed'],
    ...Object.entries(skipped).map(
      ([reason, count]) => [count, skipTexts[reason as SkipReason]] as const,
    ),
  ];
  return [
    `${done} ${done === 1 ? 'page' : 'pages'} checked`,
    ...counts.flatMap(([count, text]) => (count > 0 ? [`${count} ${text}`] : [])),
  ];
}

/** What became of a page, in a few words: its score, or why it has none. */
export function pageState({ state, score, location, httpStatus, error }: CrawlPageSummary): string {
  if (state === 'done') return `${score} of 100`;
  if (state === 'redirected') return `redirects to ${location}`;
  if (state === 'failed') return error?.message ?? `status ${httpStatus}`;
  return state;
}

/**
 * Where the crawl is short of its budget, in sentences.
 *
 * @param failOn - Ids of rules and checks, and importances: all issues that are at least as important.
 */
export function crawlShortfalls(
  { crawl, issues }: CrawlResult,
  {
    minScore,
    failOn,
  }: { readonly minScore: number | undefined; readonly failOn: readonly string[] },
): readonly string[] {
  const { score } = crawl;
  const wanted = new Set(failOn);
  const least = Math.max(-1, ...failOn.map((id) => importances.indexOf(id)));
  return [
    ...(minScore !== undefined && score !== null && score < minScore
      ? [`The score of the site is ${score}, below ${minScore}.`]
      : []),
    ...foundIssues({ issues }).flatMap(({ id, importance, pagesCount }) => {
      const isMeant = wanted.has(id) || importances.indexOf(importance) <= least;
      return isMeant ? [`${id}: found on ${pagesOf(pagesCount)}.`] : [];
    }),
  ];
}

/** From the most important one. */
export const importances: readonly string[] = ['high', 'medium', 'low', 'info'];

function pagesOf(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`;
}
