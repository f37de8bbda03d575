import { type ErrorCode, SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../../context/context.ts';
import { exampleCsv } from '../../records/example-records.ts';
import { findingColumns, findingRows } from '../../records/finding-csv.ts';
import { findingRecord, issueRecord, maxListedFindings } from '../../records/site-issue-record.ts';
import { categories, importances, issueScopes, issueStatuses } from '../../store/site-issue.ts';
import type { WebsiteIssues } from '../../websites/website-issues.ts';
import { csvRowsResponse, prefersCsv } from '../listing/csv-response.ts';
import { rowsResponse } from '../listing/listing.ts';
import { pagingFields } from '../listing/listing-fields.ts';
import { choice } from '../request/fields.ts';
import { defineRoute, type Route } from '../route.ts';
import { type partsOf, pathBelowRoot } from './record-routes.ts';

/** Whose issues an operation is about, and how they are found. */
interface IssuesSource extends ReturnType<typeof partsOf> {
  /** `/api/v1/crawls/:id/issues`. */
  readonly path: `/api/v1/${string}/:id/issues`;
  readonly operationId: string;
  readonly summary: string;
  /** The domain function: `websiteIssues`. */
  readonly issues: (
    context: Context,
    ownerId: string,
    id: number,
    options: { readonly signal: AbortSignal },
  ) => Promise<WebsiteIssues>;
  /** The errors of that function, other than `not_found`. Default: none. */
  readonly errors?: readonly ErrorCode[];
}

const issueFilters = {
  status: choice('Restricts to one status.', issueStatuses, undefined),
  scope: choice('Restricts to rules about several pages, or to checks.', issueScopes, undefined),
  category: choice('Restricts to one category.', categories, undefined),
  importance: choice('Restricts to one importance.', importances, undefined),
};

/** The operation that lists all issues, whether they were found or not. */
export function issuesRoute(source: IssuesSource & { readonly description: string }): Route {
  const { path, operationId, summary, description, find, notFound, issues, errors = [] } = source;
  return defineRoute({
    method: 'GET',
    path,
    operationId,
    summary,
    description: `${description} One row for each rule about several pages, and for each check that failed or warned on a page. What was found comes first, the worst at the top: pages that search engines or visitors do not get to see, and then what gains most. Then come rules that cannot be decided, with the reason, and then the others. Each has its first ${maxListedFindings} findings. \`GET /crawls/{id}/pages?check={id}\` lists all pages of a check. \`Accept: text/csv\` returns all findings in one CSV file, with a row for each page of a finding.`,
    query: { ...issueFilters, ...pagingFields },
    success: {
      status: 200,
      envelope: 'list',
      record: 'issue',
      otherTypes: { 'text/csv': exampleCsv.finding },
    },
    errors,
    params: { id: 'number' },
    notFound,
    find,
    async handle(request) {
      const { context, ownerId, params, signal } = request;
      const found = await issues(context, ownerId, params.id, { signal: signal() });
      const { status, scope, category, importance } = request.query;
      const rows = found.issues.filter((issue) =>
        Object.entries({ status, scope, category, importance }).every(
          ([name, wanted]) => wanted === undefined || Reflect.get(issue, name) === wanted,
        ),
      );
      return prefersCsv(request)
        ? csvRowsResponse('issues', findingColumns, findingRows(rows))
        : rowsResponse(request, pathBelowRoot(path, params.id), rows, (issue) =>
            issueRecord(issue, found.source),
          );
    },
  });
}

/** The operation that lists the findings of one issue. */
export function findingsRoute(source: IssuesSource): Route {
  const { path, operationId, summary, find, issues, errors = [] } = source;
  return defineRoute({
    method: 'GET',
    path: `${path}/:issue`,
    operationId,
    summary,
    description:
      'The findings of one issue, those that affect most pages first. At most 1,000 are stored: `findings_count` of the issue is how many there were.',
    query: pagingFields,
    success: { status: 200, envelope: 'list', record: 'finding' },
    errors,
    params: { id: 'number', issue: 'slug' },
    notFound: issueNotFound,
    find,
    async handle(request) {
      const { context, ownerId, params, signal } = request;
      const { issues: all } = await issues(context, ownerId, params.id, { signal: signal() });
      const issue = all.find(({ id }) => id === params.issue);
      if (issue === undefined) throw issueNotFound();
      const at = `${pathBelowRoot(path, params.id)}/${issue.id}`;
      return rowsResponse(request, at, issue.findings, findingRecord);
    },
  });
}

/** The error for an issue that no rule is about, or of a crawl that is not done. */
function issueNotFound(): SitegradeError {
  return new SitegradeError('not_found', 'There is no issue with this id.');
}
