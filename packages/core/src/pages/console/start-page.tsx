import { createReport } from '../../reports/create-report.ts';
import { type ListWebsitesInput, listWebsites } from '../../websites/list-websites.ts';
import { english as text } from '../english.ts';
import { FilterLinks } from '../parts/filter-links.tsx';
import { pageResponse } from '../respond.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { exact, Field, fieldsOf } from './field.tsx';
import { type Form, filledForm, formText } from './form.ts';
import { listByLastLook, mostByLastLook } from './last-look.ts';
import type { ConsoleContext, OwnerRequest } from './owner-page.tsx';
import { Paging, rowsPerPage, withQuery } from './paging.tsx';
import { formPages } from './post-page.ts';
import { SearchForm } from './search-form.tsx';
import { searchedList } from './searched-list.tsx';
import { websiteOverviews } from './website-overview.ts';
import { WebsiteTable } from './website-table.tsx';

/** The orders of the websites that the store has. */
const orders = {
  domain: { sortBy: 'domain', sort: 'asc' },
  score: { sortBy: 'score', sort: 'asc' },
} as const satisfies Record<string, Pick<ListWebsitesInput, 'sortBy' | 'sort'>>;

type Order = keyof typeof orders | 'last_look';

const orderNames = ['domain', 'score', 'last_look'] as const satisfies readonly Order[];

/** The start page: the websites of the owner, and the form for a new report. */
export const startPages = formPages({
  path: '',
  show: { operationId: 'consoleStart', summary: 'Show the start page of the console' },
  send: { operationId: 'consoleCreateReport', summary: 'Create a report in the console' },
  fields: ['url'],
  respond: respondStart,
  async take({ context, ownerId, signal }, { links }, sent) {
    const input = { url: formText(sent, 'url') };
    const { id } = await createReport(context, ownerId, input, { signal: signal() });
    return links.report(id);
  },
});

async function respondStart(
  request: OwnerRequest,
  page: ConsoleContext,
  form: Form = filledForm({}),
) {
  const { context, ownerId, query } = request;
  const { links } = page;
  let order: Order = orderNames.find((known) => known === query.get('order')) ?? 'domain';
  const found = await searchedList(query, async (searched) => {
    const list = order === 'last_look' ? await listByLastLook(context, ownerId, searched) : null;
    if (list !== null) return list;
    if (order === 'last_look') order = 'domain';
    return listWebsites(context, ownerId, { ...orders[order], ...searched });
  });
  const offered = orderNames.filter(
    (name) => name !== 'last_look' || found.list.total <= mostByLastLook,
  );
  const orderInQuery = order === 'domain' ? undefined : order;
  const { search, pageNumber } = found;
  const overviews = await websiteOverviews(context, ownerId, found.list.rows);
  const labels = text.console;
  const content = (
    <ConsoleLayout page={page} title={labels.websites} current="websites">
      <h1>{labels.websites}</h1>
      <form
        method="post"
        action={links.console}
        class="row report-form"
        data-busy={labels.creating}
      >
        <Field
          {...fieldsOf(form)('url')}
          label={labels.url}
          hint={labels.urlHint}
          {...exact}
          autocomplete="url"
          inputMode="url"
          required
        />
        <button type="submit">{labels.create}</button>
      </form>
      <section class="home" aria-label={labels.websites}>
        {(search !== '' || found.list.total > rowsPerPage) && (
          <SearchForm
            action={links.console}
            label={labels.searchWebsites}
            search={search}
            issue={found.issue}
            filters={{ order: orderInQuery }}
            clear={withQuery(links.console, { order: orderInQuery })}
          />
        )}
        {found.list.rows.length > 1 && (
          <div class="sorting">
            <span class="soft small">{labels.sortBy}</span>
            <FilterLinks
              label={labels.sortBy}
              values={offered}
              current={order}
              href={(name) =>
                withQuery(links.console, { order: name === 'domain' ? undefined : name, search })
              }
              name={(name) => labels.orders[name]}
            />
          </div>
        )}
        {overviews.length > 0 ? (
          <WebsiteTable overviews={overviews} links={links} />
        ) : (
          <p>{search === '' && pageNumber === 1 ? labels.noWebsites : labels.noMatches}</p>
        )}
        <Paging
          list={found.list}
          page={pageNumber}
          href={(number) => withQuery(links.console, { order: orderInQuery, search, page: number })}
        />
      </section>
    </ConsoleLayout>
  );
  return pageResponse(found.issue ? 422 : 200, content);
}
