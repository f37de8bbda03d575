import type {
  CheckInfo,
  CheckResult,
  Crawl,
  CrawlDepth,
  CrawlEnd,
  CrawledUrl,
  CrawlPageSummary,
  SiteIssue,
  SkipReason,
} from '@sitegrade/core';

import type { Failure } from './findings.ts';
import type { LocalFindings } from './local/local-findings.ts';

/** What a crawl found. */
export interface CrawlResult {
  readonly crawl: Crawl;
  /** What every rule about several pages found, in order of importance; none if the crawl was stopped. */
  readonly issues: readonly SiteIssue[];
  /** Checks that warned or failed on pages, those that cost the site most come first. */
  readonly checks: readonly CheckFinding[];
  /** How many pages are how many clicks from the start page. */
  readonly depths: readonly CrawlDepth[];
  /** All pages but those that were not requested: the worst come first. */
  readonly pages: readonly FoundPage[];
  /** The other URLs that were found: pages that were not requested or are not HTML, and images. */
  readonly otherUrls: readonly OtherUrl[];
  /** Of a local folder: where its findings are. */
  readonly local?: LocalFindings | undefined;
}

/** A URL of a crawl that is none of its pages. */
export type OtherUrl = Pick<CrawledUrl, 'url' | 'kind' | 'state' | 'skipReason' | 'httpStatus'>;

/** A page of a crawl, with the worst of its findings if it is one of the worst pages. */
export interface FoundPage extends CrawlPageSummary {
  readonly worst: CheckResult | null;
}

/** A check with the pages on which it warned or failed. */
export interface CheckFinding extends CheckInfo {
  readonly failed: number;
  readonly warned: number;
  /** The URLs of some of these pages, those on which it failed first: at most 20. */
  readonly pages: readonly string[];
}

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
export function isSevere({ importance }: Pick<SiteIssue | CheckInfo, 'importance'>): boolean {
  return importance === 'high' || importance === 'medium';
}

/** The issues that were found. */
export function foundIssues({ issues }: Pick<CrawlResult, 'issues'>): readonly SiteIssue[] {
  return issues.filter(({ status }) => status === 'found');
}

const incomplete: Readonly<Record<CrawlEnd, string | null>> = {
  complete: null,
  max_pages: 'The crawl stopped at its limit of pages: raise --max-pages for more.',
  frontier_full:
    'The crawl found too many URLs that are no pages, or that it may not request: raise --max-pages, or leave URLs out with --exclude.',
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

/** On how many pages a check fails and warns: `fails on 2 pages, warns on 1 page`. */
export function checkCounts({ failed, warned }: Pick<CheckFinding, 'failed' | 'warned'>): string {
  return [
    ...(failed > 0 ? [`fails on ${pagesOf(failed)}`] : []),
    ...(warned > 0 ? [`warns on ${pagesOf(warned)}`] : []),
  ].join(', ');
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
 * @param failOn - Ids of issues and checks, and importances: all issues that are at least as important.
 */
export function crawlShortfalls(
  { crawl, issues, checks }: CrawlResult,
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
    ...checks.flatMap(({ id, failed, warned }) =>
      wanted.has(id) ? [`${id}: ${checkCounts({ failed, warned })}.`] : [],
    ),
  ];
}

/** From the most important one. */
export const importances: readonly string[] = ['high', 'medium', 'low', 'info'];

function pagesOf(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`;
}
