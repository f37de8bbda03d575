import type { VNode } from 'preact';
import { listWebsites } from '../../websites/list-websites.ts';
import { english as text } from '../english.ts';
import { FilterLinks } from '../parts/filter-links.tsx';
import { pageResponse } from '../respond.ts';
import { type AddedWebsite, AddWebsiteForm, addWebsite, extras } from './add-website.tsx';
import { ConsoleLayout } from './console-layout.tsx';
import { doneQuery } from './done.ts';
import { type Form, filledForm } from './form.ts';
import type { ConsoleContext, OwnerRequest } from './owner-page.tsx';
import { Paging, rowsPerPage, withQuery } from './paging.tsx';
import { formPages, refusedResponse } from './post-page.ts';
import {
  mostFor,
  readWebsites,
  storedOrders,
  type WebsiteFilter,
  websiteFilters,
  websiteOrders,
} from './read-websites.ts';
import { SearchForm } from './search-form.tsx';
import { searchedList } from './searched-list.tsx';
import { websiteOverviews } from './website-overview.ts';
import { WebsiteTable } from './website-table.tsx';

/** The start page: the websites of the owner, and the form that adds one. */
export const startPages = formPages({
  path: '',
  show: { operationId: 'consoleStart', summary: 'Show the start page of the console' },
  send: { operationId: 'consoleCreateReport', summary: 'Create a report in the console' },
  fields: ['url'],
  respond: respondStart,
  async take(request, page, sent) {
    const { context, ownerId, signal } = request;
    const { links } = page;
    const added = await addWebsite(context, ownerId, sent, signal());
    const { report, done, refused } = added;
    if (refused) {
      return refusedResponse(refused, await respondStart(request, page, refused, added));
    }
    const [first, second] = done;
    if (first === undefined) return links.report(report.id);
    return links.website(report.websiteId) + doneQuery(second ? 'added_both' : `added_${first}`);
  },
});

async function respondStart(
  request: OwnerRequest,
  page: ConsoleContext,
  form: Form = filledForm({}),
  added?: AddedWebsite,
) {
  const { context, ownerId, query } = request;
  const { links } = page;
  let order = websiteOrders.find((known) => known === query.get('order')) ?? 'domain';
  let filter = websiteFilters.find((known) => known === query.get('show'));
  let matching: number | undefined;
  const found = await searchedList(query, async (searched) => {
    if (order === 'last_look' || filter !== undefined) {
      const read = await readWebsites(context, ownerId, searched, { order, filter });
      matching = read?.matching;
      if (read !== null) return read;
      // Too many for this filter may still be few enough for this order.
      const unfiltered = { order, filter: undefined };
      filter = undefined;
      if (order === 'last_look') {
        const ordered = await readWebsites(context, ownerId, searched, unfiltered);
        if (ordered !== null) return ordered;
        order = 'domain';
      }
    }
    return listWebsites(context, ownerId, { ...storedOrders[order], ...searched });
  });
  const { search, pageNumber, list, issue } = found;
  const count = matching ?? list.total;
  const overviews = await websiteOverviews(context, ownerId, list.rows);
  const parts = { order: order === 'domain' ? undefined : order, show: filter };
  const labels = text.console;
  const isEmpty = count === 0 && search === '' && pageNumber === 1;
  const content = (
    <ConsoleLayout
      page={page}
      title={labels.websites}
      current="websites"
      done={added && <Added added={added} report={links.report(added.report.id)} />}
    >
      <h1>{labels.websites}</h1>
      <AddWebsiteForm form={form} action={links.console} />
      <section class="home" aria-label={labels.websites}>
        {(search !== '' || count > rowsPerPage) && (
          <SearchForm
            action={links.console}
            label={labels.searchWebsites}
            search={search}
            issue={issue}
            filters={parts}
            clear={withQuery(links.console, parts)}
          />
        )}
        {count > 1 && (
          <>
            <div class="sorting">
              <span class="soft small">{labels.show}</span>
              <FilterLinks<WebsiteFilter | undefined>
                label={labels.show}
                values={[undefined, ...websiteFilters].filter(
                  (offered) => count <= mostFor({ order: 'domain', filter: offered }),
                )}
                current={filter}
                href={(show) => withQuery(links.console, { ...parts, show, search })}
                name={(name) => (name === undefined ? labels.all : labels.filters[name])}
              />
            </div>
            <div class="sorting">
              <span class="soft small">{labels.sortBy}</span>
              <FilterLinks
                label={labels.sortBy}
                values={websiteOrders.filter(
                  (offered) => count <= mostFor({ order: offered, filter: undefined }),
                )}
                current={order}
                href={(name) =>
                  withQuery(links.console, {
                    ...parts,
                    order: name === 'domain' ? undefined : name,
                    search,
                  })
                }
                name={(name) => labels.orders[name]}
              />
            </div>
          </>
        )}
        {overviews.length > 0 && (
          <WebsiteTable overviews={overviews} now={context.now()} links={links} />
        )}
        {overviews.length === 0 && <Nothing isEmpty={isEmpty} filter={filter} />}
        <Paging
          list={list}
          page={pageNumber}
          href={(number) => withQuery(links.console, { ...parts, search, page: number })}
        />
      </section>
    </ConsoleLayout>
  );
  return pageResponse(issue ? 422 : 200, content);
}

/** What was created, where the rest was refused. */
function Added({ added: { done }, report }: { added: AddedWebsite; report: string }): VNode {
  const labels = text.console;
  return (
    <>
      {[
        labels.added.report,
        ...extras.filter((extra) => done.includes(extra)).map((extra) => labels.added[extra]),
      ].join(' ')}{' '}
      <a href={report}>{labels.showReport}</a> {labels.notAdded}
    </>
  );
}

/** Why there are no rows. */
function Nothing({
  isEmpty,
  filter,
}: {
  isEmpty: boolean;
  filter: WebsiteFilter | undefined;
}): VNode {
  const labels = text.console;
  if (!isEmpty) return <p>{filter === undefined ? labels.noMatches : labels.noneOf[filter]}</p>;
  return (
    <div class="empty">
      <h2>{labels.noWebsites}</h2>
      <p>{labels.noWebsitesText}</p>
      <p>
        <a href="#url">{labels.start}</a>
      </p>
    </div>
  );
}
