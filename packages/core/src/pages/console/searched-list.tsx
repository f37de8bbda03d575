import type { ComponentChildren, VNode } from 'preact';
import type { List } from '../../listing/listing.ts';
import { english as text } from '../english.ts';
import { refusalOf } from './form.ts';
import { Paging, pageNumberOf, rowsPerPage, withQuery } from './paging.tsx';
import { SearchForm } from './search-form.tsx';

/** A page of a list, where it is, and what was searched for. */
export interface SearchedList<Row> {
  readonly list: List<Row>;
  readonly pageNumber: number;
  readonly search: string;
  /** What is wrong with the search. Then there are no rows. */
  readonly issue: string | undefined;
}

/** The part of the input of a list that the query of a page names. */
interface SearchedPage {
  readonly search: string;
  readonly perPage: typeof rowsPerPage;
  readonly start: { readonly page: number };
}

/** Reads the page of a list that the query of a page asks for. */
export async function searchedList<Row>(
  query: URLSearchParams,
  load: (page: SearchedPage) => Promise<List<Row>>,
): Promise<SearchedList<Row>> {
  const search = query.get('search') ?? '';
  const pageNumber = pageNumberOf(query);
  const asked = { search, pageNumber };
  try {
    const list = await load({ search, perPage: rowsPerPage, start: { page: pageNumber } });
    return { ...asked, list, issue: undefined };
  } catch (error) {
    const { status, issues } = refusalOf(error, ['search']);
    if (status !== 422) throw error;
    const list = { rows: [], total: 0, totalRelation: 'eq' } as const;
    return { ...asked, list, issue: issues.search?.[0] };
  }
}

/** A list with its search, filters and paging. */
export function SearchedListView({
  found: { list, search, pageNumber, issue },
  path,
  hash = '',
  filters,
  searchLabel,
  links,
  empty = text.console.noMatches,
  children,
}: {
  readonly found: SearchedList<unknown>;
  /** The path of the page. */
  readonly path: string;
  /** The place of the list on the page: `#pages`. */
  readonly hash?: string;
  /** The filters in the query of the page. */
  readonly filters: Readonly<Record<string, string | number | undefined>>;
  readonly searchLabel: string;
  /** The links to other values of the filters. */
  readonly links: ComponentChildren;
  /** What is shown in place of a list without rows. */
  readonly empty?: string;
  /** The rows. */
  readonly children: ComponentChildren;
}): VNode {
  return (
    <>
      <SearchForm
        action={path + hash}
        label={searchLabel}
        search={search}
        issue={issue}
        filters={filters}
        clear={withQuery(path, filters) + hash}
      />
      {links}
      {list.rows.length > 0 ? children : <p>{empty}</p>}
      <Paging
        list={list}
        page={pageNumber}
        href={(page) => withQuery(path, { ...filters, search, page }) + hash}
      />
    </>
  );
}
