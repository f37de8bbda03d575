import {
  crawlPageSummaryRecord,
  crawlRecord,
  findingRecord,
  issueRecord,
  speedRecord,
} from '@sitegrade/core/records';
import { type CrawlOutcome, isCrawlFailure } from '../crawl-result.ts';
import { toJson } from './json.ts';

/**
 * A crawl as JSON, with the names of the HTTP API: the crawl, how fast its start page is if that was measured, its
 * issues with all findings, all pages that were requested, and what a comparison needs of other URLs. `crawl` is `null`
 * if the site could not be crawled, and `errors` says why.
 */
export function jsonCrawl(outcome: CrawlOutcome): string {
  if (isCrawlFailure(outcome)) {
    const { url, error } = outcome;
    const { code, reason, message } = error;
    return toJson({
      crawl: null,
      start_page_speed: null,
      issues: [],
      pages: [],
      other_urls: [],
      errors: [{ url, code, reason: reason ?? null, message }],
    });
  }
  const { crawl, speed, issues, pages, otherUrls } = outcome;
  // Ids have no meaning where nothing is stored.
  const { id: _id, website_id: _websiteId, ...record } = crawlRecord(crawl);
  return toJson({
    crawl: record,
    start_page_speed: speed === undefined ? null : speedRecord(speed),
    issues: issues.map((issue) => {
      const { found_in: _foundIn, ...record } = issueRecord(issue, null);
      return { ...record, findings: issue.findings.map(findingRecord) };
    }),
    pages: pages.map(crawlPageSummaryRecord),
    other_urls: otherUrls.map(({ skipReason, httpStatus, ...url }) => {
      return { ...url, skip_reason: skipReason, http_status: httpStatus };
    }),
    errors: [],
  });
}
