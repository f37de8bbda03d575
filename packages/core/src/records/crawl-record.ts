import type { ChangedPage, ComparedPage } from '../crawls/compare-pages.ts';
import type { CrawlComparison } from '../crawls/crawl-comparison.ts';
import { type Crawl, type CrawlPage, type CrawlPageSummary, skipReasons } from '../store/crawl.ts';
import { categoryScoresOf } from '../store/report.ts';
import { cappedRecord, findingChangesRecord } from './finding-changes-record.ts';
import { jobErrorRecord } from './job-record.ts';
import { detailsRecord } from './report-record.ts';

/**
 * A crawl, as JSON: `GET /crawls/{id}` of the HTTP API, and an item of `GET /crawls`.
 *
 * @param crawl - A crawl, from `getCrawl` for example.
 * @example
 * ```ts
 * const { progress, mean_score } = crawlRecord(await getCrawl(context, 'user-1', 42));
 * console.log(`${progress.done} of ${progress.discovered}`, mean_score);
 * ```
 */
export function crawlRecord(crawl: Crawl) {
  return {
    id: crawl.id,
    object: 'crawl',
    website_id: crawl.websiteId,
    domain: crawl.domain,
    url: crawl.url,
    origin: crawl.origin,
    status: crawl.status,
    end: crawl.end,
    error: crawl.error && jobErrorRecord(crawl.error),
    max_pages: crawl.maxPages,
    include: crawl.include,
    exclude: crawl.exclude,
    source: crawl.source,
    recrawl: crawl.recrawl,
    previous_crawl_id: crawl.previousId,
    full_reason: crawl.fullReason,
    progress: progressRecord(crawl),
    mean_score: meanScore(crawl),
    results: crawl.progress.results,
    score: crawl.score,
    result: crawl.result,
    ruleset_version: crawl.rulesetVersion,
    created_at: crawl.createdAt.toISOString(),
    started_at: crawl.startedAt?.toISOString() ?? null,
    ended_at: crawl.endedAt?.toISOString() ?? null,
  } as const;
}

/** How far a crawl is, as JSON: with all reasons, also those of no page. */
function progressRecord({ progress }: Crawl) {
  const { discovered, queued, running, done, unchanged, redirected, failed, skipped } = progress;
  const counts = skipReasons.map((reason) => [reason, skipped[reason] ?? 0] as const);
  return {
    ...{ discovered, queued, running, done, unchanged, redirected, failed },
    skipped: Object.fromEntries(counts) as Readonly<Record<(typeof skipReasons)[number], number>>,
  };
}

/** The mean score of the pages of a crawl that are done, with one decimal; `null` without any. */
export function meanScore({
  progress: { done, scoreSum },
}: {
  readonly progress: Pick<Crawl['progress'], 'done' | 'scoreSum'>;
}): number | null {
  return done === 0 ? null : Math.round((scoreSum * 10) / done) / 10;
}

/**
 * A page of a crawl in a list, as JSON: an item of `GET /crawls/{id}/pages` of the HTTP API.
 *
 * @param page - A page, from `listCrawlPages` for example.
 * @example
 * ```ts
 * const { rows } = await listCrawlPages(context, 'user-1', 42, { state: 'failed' });
 * const data = rows.map(crawlPageSummaryRecord);
 * ```
 */
export function crawlPageSummaryRecord(page: CrawlPageSummary) {
  return {
    id: page.id,
    object: 'crawl_page',
    url: page.url,
    state: page.state,
    skip_reason: page.skipReason,
    error: page.error && jobErrorRecord(page.error),
    depth: page.depth,
    inlinks: page.inlinks,
    in_sitemap: page.inSitemap,
    http_status: page.httpStatus,
    location: page.location,
    title: page.title,
    score: page.score,
    result: page.result,
    worst: page.worst,
    findings: page.findings,
    unchanged: page.isUnchanged,
  } as const;
}

/**
 * A page of a crawl, as JSON: `GET /crawls/{id}/pages/{page}` of the HTTP API. It has the properties of a report
 * under the same names; those of a page that is not `done` are `null`.
 *
 * @param crawl - The crawl of the page.
 * @param page - The page, from `getCrawlPage`.
 * @example
 * ```ts
 * const crawl = await getCrawl(context, 'user-1', 42);
 * const record = crawlPageRecord(crawl, await getCrawlPage(context, 'user-1', crawl.id, 1));
 * ```
 */
export function crawlPageRecord(
  crawl: Pick<Crawl, 'id' | 'websiteId' | 'rulesetVersion'>,
  page: CrawlPage,
) {
  const { details } = page;
  return {
    ...crawlPageSummaryRecord(page),
    crawl_id: crawl.id,
    website_id: crawl.websiteId,
    category_scores: details && categoryScoresOf(details),
    ...(details ? detailsRecord(details) : noDetails),
    ruleset_version: crawl.rulesetVersion,
  } as const;
}

const noDetails: Readonly<Record<keyof ReturnType<typeof detailsRecord>, null>> = {
  score_uncapped: null,
  categories: null,
  gates: null,
  coverage: null,
  partial: null,
  partial_reasons: null,
  fix_first: null,
  checks: null,
  page: null,
};

/**
 * Two crawls side by side, as JSON: `GET /crawls/{id}/compare/{other}` of the HTTP API.
 *
 * @param comparison - From `compareCrawls`.
 * @example
 * ```ts
 * const record = crawlComparisonRecord(await compareCrawls(context, 'user-1', { from: 41, to: 42 }));
 * ```
 */
export function crawlComparisonRecord(comparison: CrawlComparison) {
  return {
    object: 'crawl_comparison',
    from: crawlRecord(comparison.from),
    to: crawlRecord(comparison.to),
    ...crawlChangesRecord(comparison),
  } as const;
}

/**
 * What changed from one crawl to another, as JSON: a comparison without its crawls.
 *
 * @param comparison - From `crawlComparisonOf`.
 * @example
 * ```ts
 * const comparison = await compareCrawls(context, 'user-1', { from: 41, to: 42 });
 * console.log(crawlChangesRecord(comparison).new_pages.total);
 * ```
 */
export function crawlChangesRecord(comparison: Omit<CrawlComparison, 'from' | 'to'>) {
  const { changedPages, findings } = comparison;
  return {
    score: comparison.score,
    score_reason: comparison.scoreReason,
    new_pages: cappedRecord(comparison.newPages, comparedPageRecord),
    gone_pages: cappedRecord(comparison.gonePages, comparedPageRecord),
    changed_pages: changedPages && cappedRecord(changedPages, changedPageRecord),
    findings: findings && findingChangesRecord(findings),
    notes: comparison.notes,
  } as const;
}

/** A page that only one of two crawls has, as JSON. */
export function comparedPageRecord({ url, score, result }: ComparedPage) {
  return { url, score, result };
}

/** A page with different scores in two crawls, as JSON. */
export function changedPageRecord({ url, from, to }: ChangedPage) {
  return { url, from, to };
}
