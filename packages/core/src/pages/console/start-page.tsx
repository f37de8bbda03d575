import type { List } from '../../listing/listing.ts';
import { createReport } from '../../reports/create-report.ts';
import type { Website } from '../../store/website.ts';
import { listWebsites } from '../../websites/list-websites.ts';
import { english as text } from '../english.ts';
import { pageResponse, seeOther } from '../respond.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { doneOf } from './done.ts';
import { formText } from './field.tsx';
import { type FormIssue, formIssue } from './form-issue.ts';
import { type ConsoleContext, type OwnerRequest, ownerPage } from './owner-page.tsx';
import { Paging, pageNumberOf, rowsPerPage, withQuery } from './paging.tsx';
import { ReportForm } from './report-form.tsx';
import { SearchForm } from './search-form.tsx';
import { websiteOverviews } from './website-overview.ts';
import { WebsiteTable } from './website-table.tsx';

/** The start page: the form for a new report, and the websites below it. */
export const startPage = ownerPage({
  method: 'GET',
  path: '',
  operationId: 'consoleStart',
  summary: 'Show the start page of the console',
  respond: (request, page) => respondStart(request, page),
});

/** Creates a report and leads to it. Errors appear at the field of the start page. */
export const createReportPage = ownerPage({
  method: 'POST',
  path: '/reports',
  operationId: 'consoleCreateReport',
  summary: 'Create a report in the console',
  async respond(request, page) {
    const { context, ownerId, signal } = request;
    const url = formText(await request.form(), 'url').trim();
    try {
      const { id } = await createReport(context, ownerId, { url }, { signal });
      return seeOther(page.links.report(id));
    } catch (error) {
      return respondStart(request, page, { url, ...formIssue(error, 'url') });
    }
  },
});

async function respondStart(
  request: OwnerRequest,
  page: ConsoleContext,
  failed?: FormIssue & { readonly url: string },
) {
  const { context, ownerId, query } = request;
  const { links } = page;
  const search = query.get('search') ?? '';
  const pageNumber = pageNumberOf(query);
  const found = await searchedWebsites(request, search, pageNumber);
  const overviews = await websiteOverviews(context, ownerId, found.list.rows);
  const own = text.console;
  const href = (number: number) =>
    withQuery(links.console, { search, page: number === 1 ? undefined : number });
  const content = (
    <ConsoleLayout
      page={page}
      title={own.newReport}
      current="start"
      done={failed ? undefined : doneOf(query)}
    >
      <h1>{own.newReport}</h1>
      <ReportForm links={links} url={failed?.url ?? ''} issue={failed?.issue} />
      <section aria-labelledby="websites">
        <h2 id="websites">{own.websites}</h2>
        {(search !== '' || found.list.total > 0) && (
          <SearchForm
            action={links.console}
            label={own.searchWebsites}
            search={search}
            issue={found.issue}
            filters={{}}
            clear={links.console}
          />
        )}
        {overviews.length > 0 ? (
          <WebsiteTable overviews={overviews} links={links} />
        ) : (
          <p>{search === '' && pageNumber === 1 ? own.noWebsites : own.noMatches}</p>
        )}
        <Paging list={found.list} page={pageNumber} href={href} />
      </section>
    </ConsoleLayout>
  );
  return pageResponse(failed?.status ?? (found.issue ? 422 : 200), content, failed?.headers);
}

const noWebsites: List<Website> = { rows: [], total: 0, totalRelation: 'eq' };

/** The websites of a search, or what is wrong with the search. */
async function searchedWebsites(
  { context, ownerId }: OwnerRequest,
  search: string,
  page: number,
): Promise<{ readonly list: List<Website>; readonly issue: string | undefined }> {
  try {
    const list = await listWebsites(context, ownerId, {
      search,
      sort: 'asc',
      sortBy: 'domain',
      perPage: rowsPerPage,
      start: { page },
    });
    return { list, issue: undefined };
  } catch (error) {
    const { status, issue } = formIssue(error, 'search');
    if (status !== 422) throw error;
    return { list: noWebsites, issue };
  }
}
