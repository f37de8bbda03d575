import type { SiteFinding, SiteIssue } from '../site-issues/site-issue.ts';

/** How many findings of an issue are listed with all issues; `GET …/issues/{issue}` has all that are stored. */
export const maxListedFindings = 20;

/** What issues belong to: a crawl, or the reports of a website. */
export interface IssuesOf {
  /** `null` for the issues of the reports of a website. */
  readonly crawlId: number | null;
  /** `null` for a crawl whose website is not known yet. */
  readonly websiteId: number | null;
}

/**
 * The issues of a crawl or a website, as JSON: `GET /crawls/{id}/issues` and `GET /websites/{id}/issues` of the
 * HTTP API. Those that were found come first, then those that cannot be decided, then the others; in each group the
 * most important first. Lists the first 20 findings of each issue.
 *
 * @param of - What the issues belong to.
 * @param issues - From `listCrawlIssues` or `websiteIssues`.
 * @example
 * ```ts
 * const issues = await listCrawlIssues(context, 'user-1', 42);
 * const record = issuesRecord({ crawlId: 42, websiteId: 7 }, issues);
 * ```
 */
export function issuesRecord({ crawlId, websiteId }: IssuesOf, issues: readonly SiteIssue[]) {
  const of = (wanted: SiteIssue['status']) => issues.filter(({ status }) => status === wanted);
  const [found, unknown, none] = [of('found'), of('unknown'), of('none')];
  return {
    object: 'issues',
    crawl_id: crawlId,
    website_id: websiteId,
    counts: { found: found.length, unknown: unknown.length, none: none.length },
    issues: [...found, ...unknown, ...none].map(issueRecord),
  } as const;
}

/** One issue with its first findings, as JSON. */
export function issueRecord(issue: SiteIssue) {
  return {
    id: issue.id,
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
  };
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
