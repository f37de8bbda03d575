import type { VNode } from 'preact';
import type { List } from '../../listing/listing.ts';
import { listReports } from '../../reports/list-reports.ts';
import { type ReportSummary, type Result, results } from '../../store/report.ts';
import type { Website } from '../../store/website.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { english as text } from '../english.ts';
import { LatestReports } from '../parts/latest-reports.tsx';
import { PageText } from '../parts/page-text.tsx';
import { pageResponse } from '../respond.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { doneOf } from './done.ts';
import { formIssue } from './form-issue.ts';
import { type ConsoleContext, type OwnerRequest, ownerPage } from './owner-page.tsx';
import { Paging, pageNumberOf, rowsPerPage, withQuery } from './paging.tsx';
import { SearchForm } from './search-form.tsx';

/** Which reports are shown. */
interface ReportFilter {
  readonly website: number | undefined;
  readonly result: Result | undefined;
  readonly search: string;
}

/** All reports, newest first, with a search and filters. */
export const reportsPage = ownerPage({
  method: 'GET',
  path: '/reports',
  operationId: 'consoleReports',
  summary: 'Show the reports in the console',
  async respond(request, page) {
    const { context, ownerId, query } = request;
    const filter = filterOf(query);
    const pageNumber = pageNumberOf(query);
    const website =
      filter.website === undefined ? undefined : await getWebsite(context, ownerId, filter.website);
    const { list, issue } = await searchedReports(request, filter, pageNumber);
    const title = website ? text.console.ofWebsite(website.domain) : text.console.reports;
    return pageResponse(
      issue === undefined ? 200 : 422,
      <ConsoleLayout page={page} title={title} current="reports" done={doneOf(query)}>
        <h1>{website ? <PageText>{title}</PageText> : title}</h1>
        <ReportFilters page={page} filter={filter} website={website} issue={issue} />
        <ReportRows page={page} list={list} filter={filter} />
        <Paging
          list={list}
          page={pageNumber}
          href={(number) => pathOf(page, filter, number === 1 ? undefined : number)}
        />
      </ConsoleLayout>,
    );
  },
});

function filterOf(query: URLSearchParams): ReportFilter {
  const website = query.get('website') ?? '';
  return {
    website: /^[1-9]\d{0,14}$/.test(website) ? Number(website) : undefined,
    result: results.find((one) => one === query.get('result')),
    search: query.get('search') ?? '',
  };
}

function pathOf({ links }: ConsoleContext, filter: ReportFilter, page?: number): string {
  return withQuery(links.consolePage('/reports'), { ...filter, page });
}

const noReports: List<ReportSummary> = { rows: [], total: 0, totalRelation: 'eq' };

/** The reports of a filter, or what is wrong with the search. */
async function searchedReports(
  { context, ownerId }: OwnerRequest,
  { website, result, search }: ReportFilter,
  page: number,
): Promise<{ readonly list: List<ReportSummary>; readonly issue: string | undefined }> {
  try {
    const list = await listReports(context, ownerId, {
      search,
      websiteId: website,
      result,
      perPage: rowsPerPage,
      start: { page },
    });
    return { list, issue: undefined };
  } catch (error) {
    const { status, issue } = formIssue(error, 'search');
    if (status !== 422) throw error;
    return { list: noReports, issue };
  }
}

function ReportFilters({
  page,
  filter,
  website,
  issue,
}: {
  page: ConsoleContext;
  filter: ReportFilter;
  website: Website | undefined;
  issue: string | undefined;
}): VNode {
  const own = text.console;
  const { search, ...others } = filter;
  return (
    <>
      {website && (
        <p>
          <a href={page.links.website(website.id)}>
            <PageText>{website.domain}</PageText>
          </a>{' '}
          · <a href={pathOf(page, { ...filter, website: undefined })}>{own.allWebsites}</a>
        </p>
      )}
      <SearchForm
        action={page.links.consolePage('/reports')}
        label={own.searchReports}
        search={search}
        issue={issue}
        filters={others}
        clear={pathOf(page, { ...filter, search: '' })}
      />
      <nav class="filters" aria-label={own.filterResult}>
        {[undefined, ...results].map((result) => (
          <a
            key={result ?? 'all'}
            href={pathOf(page, { ...filter, result })}
            aria-current={result === filter.result ? 'true' : undefined}
          >
            {result === undefined ? own.all : text.results[result]}
          </a>
        ))}
      </nav>
    </>
  );
}

function ReportRows({
  page,
  list,
  filter,
}: {
  page: ConsoleContext;
  list: List<ReportSummary>;
  filter: ReportFilter;
}): VNode {
  if (list.rows.length === 0) {
    const isFiltered = filter.search !== '' || filter.result !== undefined;
    return (
      <p>{isFiltered || list.total > 0 ? text.console.noMatches : text.console.noReportsYet}</p>
    );
  }
  return (
    <LatestReports
      reports={list.rows}
      href={({ id }) => page.links.report(id)}
      caption={text.console.reportCount(list.total, list.totalRelation === 'eq')}
    />
  );
}
