import type { SiteFinding, SiteIssue } from '../store/site-issue.ts';

/** How many findings an issue has in a list of issues; `GET …/issues/{issue}` has all that are stored. */
export const maxListedFindings = 20;

/**
 * The order of issues in lists: those that were found come first, then those that cannot be decided, then the
 * others. In each group they stay as they were, the most important first.
 *
 * @param issues - From `listCrawlIssues` or `websiteIssues`.
 */
export function foundFirst(issues: readonly SiteIssue[]): readonly SiteIssue[] {
  const of = (wanted: SiteIssue['status']) => issues.filter(({ status }) => status === wanted);
  return [...of('found'), ...of('unknown'), ...of('none')];
}

/**
 * An issue, as JSON: an item of `GET /crawls/{id}/issues` and `GET /websites/{id}/issues` of the HTTP API. It has
 * the first 20 findings.
 *
 * @param issue - From `listCrawlIssues` or `websiteIssues`.
 * @example
 * ```ts
 * const issues = await listCrawlIssues(context, 'user-1', 42);
 * const data = issues.map(issueRecord);
 * ```
 */
export function issueRecord(issue: SiteIssue) {
  return {
    id: issue.id,
    object: 'issue',
    category: issue.category,
    importance: issue.importance,
    title: issue.title,
    advice: issue.advice,
    source: issue.source,
    status: issue.status,
    reason: issue.reason,
    findings_count: issue.findingsCount,
    pages_count: issue.pagesCount,
    findings: issue.findings.slice(0, maxListedFindings).map(findingRecord),
  } as const;
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
