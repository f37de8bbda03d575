import type { CrawlPageSummary, SiteFinding, SiteIssue } from '@sitegrade/core';
import { type CsvColumns, csvFile } from '@sitegrade/core/records';
import { type CrawlOutcome, foundIssues, isCrawlFailure } from '../crawl-result.ts';
import { plainLines } from '../plain-text.ts';

/** A page with a finding that affects it; none if nothing does. */
interface Row {
  readonly url: string;
  /** `null` if the page was not requested. */
  readonly page: CrawlPageSummary | null;
  readonly issue: SiteIssue | null;
  readonly finding: SiteFinding | null;
  /** Why the site could not be crawled. */
  readonly error: string | null;
}

const columns: CsvColumns<Row> = {
  url: ({ url }) => url,
  state: ({ page }) => page?.state ?? null,
  score: ({ page }) => page?.score ?? null,
  result: ({ page }) => page?.result ?? null,
  http_status: ({ page }) => page?.httpStatus ?? null,
  location: ({ page }) => page?.location ?? null,
  depth: ({ page }) => page?.depth ?? null,
  inlinks: ({ page }) => page?.inlinks ?? null,
  in_sitemap: ({ page }) => page?.inSitemap ?? null,
  title: ({ page }) => page?.title ?? null,
  worst: ({ page }) => page?.worst ?? null,
  error: ({ page, error }) => error ?? page?.error?.message ?? null,
  issue: ({ issue }) => issue?.id ?? null,
  importance: ({ issue }) => issue?.importance ?? null,
  summary: ({ finding }) => finding?.summary ?? null,
  target: ({ finding }) => finding?.target ?? null,
  pages_count: ({ finding }) => finding?.pagesCount ?? null,
  advice: ({ issue }) => issue?.advice ?? null,
  source: ({ issue }) => issue?.source ?? null,
};

/**
 * A crawl as CSV: a row for each page of each finding, the worst first, then one for each page without
 * any.
 */
export function csvCrawl(outcome: CrawlOutcome): string {
  return plainLines(csvFile(columns, [...rowsOf(outcome)])).replace(/^<U\+FEFF>/, '\ufeff');
}

function* rowsOf(outcome: CrawlOutcome): Generator<Row> {
  const none = { page: null, issue: null, finding: null, error: null };
  if (isCrawlFailure(outcome)) {
    yield { ...none, url: outcome.url, error: outcome.error.message };
    return;
  }
  const pages = new Map(outcome.pages.map((page) => [page.url, page]));
  const affected = new Set<string>();
  for (const issue of foundIssues(outcome)) {
    for (const finding of issue.findings) {
      for (const url of finding.pages) {
        affected.add(url);
        yield { ...none, url, page: pages.get(url) ?? null, issue, finding };
      }
    }
  }
  for (const page of outcome.pages) {
    if (!affected.has(page.url)) yield { ...none, url: page.url, page };
  }
}
