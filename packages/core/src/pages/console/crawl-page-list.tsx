import type { VNode } from 'preact';
import { type ListCrawlPagesInput, listCrawlPages } from '../../crawls/list-crawl-pages.ts';
import type { List } from '../../listing/listing.ts';
import { slugPattern } from '../../listing/slug.ts';
import type { Crawl, CrawlPageState, CrawlPageSummary } from '../../store/crawl.ts';
import { PageText, TextLink } from '../elements/page-text.tsx';
import { ScoreText } from '../elements/score-text.tsx';
import { type Column, Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { FilterLinks } from '../parts/filter-links.tsx';
import type { OwnerRequest } from './owner-page.tsx';
import { withQuery } from './paging.tsx';
import { type SearchedList, SearchedListView, searchedList } from './searched-list.tsx';

const slug = new RegExp(slugPattern);

/** The states that pages have when a crawl has ended. */
const shownStates = ['done', 'redirected', 'failed', 'skipped'] as const;

type ShownState = (typeof shownStates)[number];

/** How checked pages are sorted. Others are sorted by URL. */
const orders = {
  score: { sortBy: 'score', sort: 'asc' },
  inlinks: { sortBy: 'inlinks', sort: 'asc' },
  depth: { sortBy: 'depth', sort: 'desc' },
  url: { sortBy: 'url', sort: 'asc' },
} as const satisfies Record<string, Pick<ListCrawlPagesInput, 'sortBy' | 'sort'>>;

type Order = keyof typeof orders;

const orderNames = Object.keys(orders) as Order[];

/** Which pages are shown, and in which order. */
interface PageFilter {
  readonly state: ShownState;
  readonly order: Order;
  /** Only pages on which this check found something. */
  readonly check: string | undefined;
}

/** A page of the pages of a crawl, and where it is. */
export interface ListedCrawlPages extends SearchedList<CrawlPageSummary> {
  readonly filter: PageFilter;
}

/** The pages of a crawl that the query of a page asks for: by default those with a score, worst first. */
export async function listedCrawlPages(
  { context, ownerId, query }: OwnerRequest,
  { id, progress }: Crawl,
): Promise<ListedCrawlPages> {
  const named = query.get('check') ?? '';
  const check = slug.test(named) ? named : undefined;
  const first = shownStates.find((state) => countOf(progress, state) > 0) ?? 'done';
  const state = shownStates.find((known) => known === query.get('state')) ?? first;
  const order = orderNames.find((known) => known === query.get('order')) ?? 'score';
  const sorting = state === 'done' ? orders[order] : orders.url;
  const found = await searchedList(query, (page) =>
    listCrawlPages(context, ownerId, id, { ...sorting, state, check, ...page }),
  );
  return { ...found, filter: { state, order, check } };
}

function countOf(progress: Crawl['progress'], state: ShownState): number {
  if (state !== 'skipped') return progress[state];
  return Object.values(progress.skipped).reduce((sum, count) => sum + count, 0);
}

/** The pages of a crawl with their search, filters and paging. */
export function CrawlPageList({
  pages,
  crawl,
  links,
}: {
  readonly pages: ListedCrawlPages;
  readonly crawl: Crawl;
  readonly links: Links;
}): VNode {
  const labels = text.crawls;
  const { list, filter, search } = pages;
  const path = links.crawl(crawl.id);
  const hrefOf = (part: Partial<PageFilter>) =>
    `${withQuery(path, { ...queryOf({ ...filter, ...part }), search })}#pages`;
  return (
    <section aria-labelledby="pages">
      <h2 id="pages">{labels.pagesOf}</h2>
      {filter.check !== undefined && (
        <p>
          {labels.ofCheck} <code>{filter.check}</code>.{' '}
          <a href={hrefOf({ check: undefined })}>{labels.ofAllChecks}</a>
        </p>
      )}
      <SearchedListView
        found={pages}
        path={path}
        hash="#pages"
        filters={queryOf(filter)}
        searchLabel={labels.searchPages}
        empty={search === '' ? labels.noPages : text.console.noMatches}
        links={
          <>
            <FilterLinks
              label={labels.filterState}
              values={shownStates}
              current={filter.state}
              href={(state) => hrefOf({ state })}
              name={(state) =>
                `${labels.states[state]} ${text.number(countOf(crawl.progress, state))}`
              }
            />
            {filter.state === 'done' && list.rows.length > 1 && (
              <FilterLinks
                label={labels.sortBy}
                values={orderNames}
                current={filter.order}
                href={(order) => hrefOf({ order })}
                name={(order) => labels.orders[order]}
              />
            )}
          </>
        }
      >
        <PageTable list={list} state={filter.state} path={path} />
      </SearchedListView>
    </section>
  );
}

/** The view of the pages, and what it shows. The default order is left out. */
function queryOf({ state, order, check }: PageFilter) {
  return { view: 'pages', state, order: order === 'score' ? undefined : order, check };
}

function PageTable({
  list,
  state,
  path,
}: {
  list: List<CrawlPageSummary>;
  state: ShownState;
  path: string;
}): VNode {
  const labels = text.crawls;
  const isDone = state === 'done';
  return (
    <Table
      name="jobs"
      caption={labels.pageCount(list.total, list.totalRelation === 'eq')}
      rows={list.rows}
      columns={[
        {
          label: labels.page,
          cell: (page) => (
            <>
              <TextLink href={`${path}/pages/${page.id}`}>
                {(isDone && page.title) || page.url}
              </TextLink>
              {isDone && page.title && (
                <>
                  <br />
                  <span class="soft small">
                    <PageText>{page.url}</PageText>
                  </span>
                </>
              )}
              {page.worst !== null && (
                <p class="reason small">
                  <PageText>{page.worst}</PageText>
                </p>
              )}
            </>
          ),
        },
        ...(isDone ? doneColumns : openColumns),
      ]}
    />
  );
}

const doneColumns: readonly Column<CrawlPageSummary>[] = [
  {
    label: text.crawls.score,
    cell: ({ score, result }) =>
      score !== null && result !== null && <ScoreText score={score} result={result} />,
  },
  { label: text.crawls.clicks, kind: 'number', cell: ({ depth }) => numberOr(depth, '–') },
  { label: text.crawls.links, kind: 'number', cell: ({ inlinks }) => numberOr(inlinks, '–') },
];

const openColumns: readonly Column<CrawlPageSummary>[] = [
  { label: text.crawls.reason, cell: (page) => <PageReason page={page} /> },
];

/** A number, or what is shown where there is none. */
export function numberOr(value: number | null, missing: string): string {
  return value === null ? missing : text.number(value);
}

/** Why a page has no score. */
export function PageReason({ page }: { readonly page: CrawlPageSummary }): VNode {
  const labels = text.crawls;
  const { state, httpStatus, skipReason, error, location } = page;
  return (
    <>
      {stateText(state, skipReason)}
      {httpStatus !== null && <span class="soft"> · {httpStatus}</span>}
      {location !== null && (
        <p class="reason small">
          {labels.target} <PageText>{location}</PageText>
        </p>
      )}
      {error !== null && (
        <p class="reason small">
          <PageText>{error.issues?.url?.[0] ?? error.message}</PageText>
        </p>
      )}
    </>
  );
}

function stateText(state: CrawlPageState, reason: CrawlPageSummary['skipReason']): string {
  return reason === null ? text.crawls.states[state] : text.crawls.skipReasons[reason];
}
