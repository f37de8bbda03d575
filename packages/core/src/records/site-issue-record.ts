import type { Crawl } from '../store/crawl.ts';
import type { SiteFinding, SiteIssue } from '../store/site-issue.ts';
import type { ScoreSource } from '../store/website-score.ts';
import { scoreSourceRecord } from './website-record.ts';

/** How many findings an issue has in a list of issues; `GET …/issues/{issue}` has all that are stored. */
export const maxListedFindings = 20;

/**
 * An issue, as JSON: an item of `GET /crawls/{id}/issues` and `GET /websites/{id}/issues` of the HTTP API. It has
 * the first 20 findings.
 *
 * @param issue - From `listCrawlIssues` or `websiteIssues`.
 * @param source - What it was found in, from `websiteIssues`; `null` if that is not known.
 * @example
 * ```ts
 * const { source, issues } = await websiteIssues(context, 'user-1', 7);
 * const data = issues.map((issue) => issueRecord(issue, source));
 * ```
 */
export function issueRecord(issue: SiteIssue, source: ScoreSource | null) {
  return {
    id: issue.id,
    object: 'issue',
    scope: issue.scope,
    category: issue.category,
    importance: issue.importance,
    title: issue.title,
    advice: issue.advice,
    why: issue.why,
    source: issue.source,
    status: issue.status,
    reason: issue.reason,
    found_in: source && scoreSourceRecord(source),
    findings_count: issue.findingsCount,
    pages_count: issue.pagesCount,
    failed_count: issue.failedCount,
    gain: issue.gain,
    findings: issue.findings.slice(0, maxListedFindings).map(findingRecord),
  } as const;
}

/**
 * What the issues of a crawl were found in; `null` until it has ended.
 *
 * @param crawl - From `getCrawl`.
 */
export function crawlSource({ id, progress, endedAt }: Crawl): ScoreSource | null {
  if (endedAt === null) return null;
  return { kind: 'crawl', crawlId: id, pages: progress.done, measuredAt: endedAt };
}

/**
 * A finding of an issue, as JSON: an item of `GET /crawls/{id}/issues/{issue}` of the HTTP API.
 *
 * @param finding - One of the `findings` of an issue.
 * @example
 * ```ts
 * const [issue] = await listCrawlIssues(context, 'user-1', 42);
 * const data = issue?.findings.map(findingRecord);
 * ```
 */
export function findingRecord({ summary, pages, pagesCount, target, key }: SiteFinding) {
  return { object: 'finding', summary, pages, pages_count: pagesCount, target, key } as const;
}
