import type { Crawl, CrawlPageSummary, SkipReason } from '../store/crawl.ts';
import type { SiteIssue } from '../store/site-issue.ts';
import { crawlRecord, meanScore } from './crawl-record.ts';
import type { CsvColumns } from './csv.ts';

const skipped =
  (reason: SkipReason) =>
  ({ progress }: Crawl) =>
    progress.skipped[reason] ?? 0;

/**
 * The columns of a list of crawls: the fields of a crawl, those of objects with their names joined, and lists with a
 * line for each value.
 */
export const crawlColumns: CsvColumns<Crawl> = {
  id: ({ id }) => id,
  website_id: ({ websiteId }) => websiteId,
  domain: ({ domain }) => domain,
  url: ({ url }) => url,
  origin: ({ origin }) => origin,
  status: ({ status }) => status,
  end: ({ end }) => end,
  error_code: ({ error }) => error?.code ?? null,
  error_reason: ({ error }) => error?.reason ?? null,
  error_message: ({ error }) => error?.message ?? null,
  max_pages: ({ maxPages }) => maxPages,
  include: ({ include }) => include.join('\n'),
  exclude: ({ exclude }) => exclude.join('\n'),
  source: ({ source }) => source,
  recrawl: ({ recrawl }) => recrawl,
  previous_crawl_id: ({ previousId }) => previousId,
  full_reason: ({ fullReason }) => fullReason,
  discovered: ({ progress }) => progress.discovered,
  queued: ({ progress }) => progress.queued,
  running: ({ progress }) => progress.running,
  done: ({ progress }) => progress.done,
  unchanged: ({ progress }) => progress.unchanged,
  redirected: ({ progress }) => progress.redirected,
  failed: ({ progress }) => progress.failed,
  skipped_robots_txt: skipped('robots_txt'),
  skipped_excluded: skipped('excluded'),
  skipped_max_pages: skipped('max_pages'),
  skipped_too_deep: skipped('too_deep'),
  skipped_query_variants: skipped('query_variants'),
  skipped_repeating_path: skipped('repeating_path'),
  skipped_not_html: skipped('not_html'),
  skipped_ended: skipped('ended'),
  mean_score: meanScore,
  results_good: ({ progress }) => progress.results.good,
  results_decent: ({ progress }) => progress.results.decent,
  results_bad: ({ progress }) => progress.results.bad,
  score: ({ score }) => score,
  result: ({ result }) => result,
  ruleset_version: ({ rulesetVersion }) => rulesetVersion,
  created_at: (crawl) => crawlRecord(crawl).created_at,
  started_at: (crawl) => crawlRecord(crawl).started_at,
  ended_at: (crawl) => crawlRecord(crawl).ended_at,
};

/** The columns of a list of pages of a crawl: the fields of a page, those of its error with their names joined. */
export const crawlPageColumns: CsvColumns<CrawlPageSummary> = {
  id: ({ id }) => id,
  url: ({ url }) => url,
  state: ({ state }) => state,
  skip_reason: ({ skipReason }) => skipReason,
  error_code: ({ error }) => error?.code ?? null,
  error_reason: ({ error }) => error?.reason ?? null,
  error_message: ({ error }) => error?.message ?? null,
  depth: ({ depth }) => depth,
  inlinks: ({ inlinks }) => inlinks,
  in_sitemap: ({ inSitemap }) => inSitemap,
  http_status: ({ httpStatus }) => httpStatus,
  location: ({ location }) => location,
  title: ({ title }) => title,
  score: ({ score }) => score,
  result: ({ result }) => result,
  worst: ({ worst }) => worst,
  findings: ({ findings }) => findings.join('\n'),
  unchanged: ({ isUnchanged }) => isUnchanged,
};

/** A page that a finding of an issue affects. */
interface FindingRow {
  readonly issue: SiteIssue;
  readonly finding: SiteIssue['findings'][number];
  /** The URL of the page. */
  readonly page: string;
}

/**
 * The columns of a CSV file of issues, for `csvFile`: a row for each page of each finding. A finding has at most 20
 * pages; `pages_count` is how many it affects.
 */
export const findingColumns: CsvColumns<FindingRow> = {
  issue: ({ issue }) => issue.id,
  scope: ({ issue }) => issue.scope,
  category: ({ issue }) => issue.category,
  importance: ({ issue }) => issue.importance,
  title: ({ issue }) => issue.title,
  summary: ({ finding }) => finding.summary,
  page: ({ page }) => page,
  pages_count: ({ finding }) => finding.pagesCount,
  target: ({ finding }) => finding.target,
  key: ({ finding }) => finding.key,
  advice: ({ issue }) => issue.advice,
  source: ({ issue }) => issue.source,
};

/** The rows of {@link findingColumns}: the pages of each finding of the issues, in their order. */
export function* findingRows(issues: Iterable<SiteIssue>): Generator<FindingRow, void, undefined> {
  for (const issue of issues) {
    for (const finding of issue.findings) {
      for (const page of finding.pages) yield { issue, finding, page };
    }
  }
}
