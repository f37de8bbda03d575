import { createReport } from '../../reports/create-report.ts';
import { listWebsites } from '../../websites/list-websites.ts';
import { english as text } from '../english.ts';
import { pageResponse, seeOther } from '../respond.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { doneOf } from './done.ts';
import { formText } from './field.tsx';
import { type FormIssue, formIssue } from './form-issue.ts';
import { type ConsoleContext, type OwnerRequest, ownerPage } from './owner-page.tsx';
import { Paging, withQuery } from './paging.tsx';
import { ReportForm } from './report-form.tsx';
import { SearchForm } from './search-form.tsx';
import { searchedList } from './searched-list.tsx';
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
  const found = await searchedList(query, (searched) =>
    listWebsites(context, ownerId, { sort: 'asc', sortBy: 'domain', ...searched }),
  );
  const { search, pageNumber } = found;
  const overviews = await websiteOverviews(context, ownerId, found.list.rows);
  const labels = text.console;
  const content = (
    <ConsoleLayout
      page={page}
      title={labels.newReport}
      current="start"
      done={failed ? undefined : doneOf(query)}
    >
      <h1>{labels.newReport}</h1>
      <ReportForm links={links} url={failed?.url ?? ''} issue={failed?.issue} />
      <section aria-labelledby="websites">
        <h2 id="websites">{labels.websites}</h2>
        {(search !== '' || found.list.total > 0) && (
          <SearchForm
            action={links.console}
            label={labels.searchWebsites}
            search={search}
            issue={found.issue}
            filters={{}}
            clear={links.console}
          />
        )}
        {overviews.length > 0 ? (
          <WebsiteTable overviews={overviews} links={links} />
        ) : (
          <p>{search === '' && pageNumber === 1 ? labels.noWebsites : labels.noMatches}</p>
        )}
        <Paging
          list={found.list}
          page={pageNumber}
          href={(number) => withQuery(links.console, { search, page: number })}
        />
      </section>
    </ConsoleLayout>
  );
  return pageResponse(failed?.status ?? (found.issue ? 422 : 200), content, failed?.headers);
}
