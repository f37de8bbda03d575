import type { Context } from '../../context/context.ts';
import { requireDateOrder } from '../../listing/list-input.ts';
import {
  type AnyListing,
  filtersOf,
  type List,
  type Listing,
  type ListPosition,
  type ListStart,
  snakeCase,
  sortKeysOf,
} from '../../listing/listing.ts';
import { parseForm, queryBytes } from '../request/form.ts';
import { type ApiResponse, jsonResponse } from '../response/response.ts';
import { safeInUrl } from '../root-url.ts';
import { type Cursor, encodeCursor, listingTag, validateCursor } from './cursor.ts';
import type { ListingValues } from './listing-fields.ts';

/** What a listing needs of a call of a route. */
export interface ListingCall {
  readonly ownerId: string;
  readonly query: ListingValues;
  readonly rawQuery: string;
  readonly root: () => string;
}

/** One page that was asked for. */
interface PageRequest<Row> {
  /** The listing's own URL, without a query. */
  readonly path: string;
  readonly rawQuery: string;
  readonly page: number;
  readonly perPage: number;
  readonly cursor: Cursor | undefined;
  /** Fetches one page. */
  readonly load: (start: ListStart) => Promise<List<Row>>;
  /** What the row is sorted by. */
  readonly keyOf: (row: Row) => ListPosition['key'];
}

/** The position of a page in its listing. */
export interface PageMeta {
  readonly current_page: number;
  readonly from: number | null;
  readonly last_page: number;
  readonly path: string;
  readonly per_page: number;
  readonly to: number | null;
  readonly total: number;
  readonly total_relation: List<unknown>['totalRelation'];
}

/**
 * Responds with one page of a listing. With a cursor, the page begins there; `page` is then only used
 * for `current_page`, `from` and `to`.
 *
 * @param list The domain function: `listReports`.
 * @param record The row as JSON.
 * @param path The path of the listing below the root; by default the name of its records.
 * @throws SitegradeError `invalid_input` if the cursor was made for another listing, or a range of dates ends
 * before it begins.
 */
export async function listingResponse<Row extends { readonly id: number }, Input>(
  { context, ownerId, query, rawQuery, root }: ListingCall & { readonly context: Context },
  listing: Listing<Row>,
  list: (context: Context, ownerId: string, input: Input) => Promise<List<Row>>,
  record: (row: Row) => unknown,
  path = listing.records,
): Promise<ApiResponse> {
  const { per_page: perPage, page, cursor } = query;
  const input = rowsInputOf(listing, query);
  const { search, sort, sortBy, ...filters } = input;
  const sortKey = listing.sortKeys[sortBy];
  if (sortKey === undefined) throw new Error(`There is no sort key ${sortBy}.`);
  const tag = listingTag([path, ownerId, sort, search, ...Object.values(filters), query.sort_by]);
  if (cursor) validateCursor(cursor, tag, sortKey.accepts);

  const request: PageRequest<Row> = {
    path: `${root()}/${path}`,
    rawQuery,
    page,
    perPage,
    cursor,
    load: (start) => list(context, ownerId, { ...input, perPage, start } as Input),
    keyOf: sortKey.keyOf,
  };
  const found = await request.load(startOf(page, cursor));
  const lastPage = lastPageOf(found.total, perPage);
  const links = await linksOf(request, found, lastPage, tag);
  return pageResponse(request, found, links, record);
}

/** What a list whose pages have numbers needs of a call of a route. */
type NumberedCall = Pick<ListingCall, 'rawQuery' | 'root'> & {
  readonly query: Pick<ListingValues, 'page' | 'per_page'>;
};

/**
 * Responds with one page of rows that are all known, by its number: they are the same on every request, so that
 * cursors would be useless.
 *
 * @param path The path of the list below the root.
 * @param record The row as JSON.
 */
export function rowsResponse<Row>(
  call: NumberedCall,
  path: string,
  all: readonly Row[],
  record: (row: Row) => unknown,
): ApiResponse<string> {
  const { page, per_page: perPage } = call.query;
  const from = (page - 1) * perPage;
  const rows = all.slice(from, from + perPage);
  return numberedResponse(call, path, { rows, total: all.length, totalRelation: 'eq' }, record);
}

/** The same, for a page of rows that was read by its number. */
export function numberedResponse<Row>(
  { query: { page, per_page: perPage }, rawQuery, root }: NumberedCall,
  path: string,
  list: List<Row>,
  record: (row: Row) => unknown,
): ApiResponse<string> {
  const lastPage = lastPageOf(list.total, perPage);
  const at = `${root()}/${path}`;
  const url = pageUrls(at, rawQuery);
  const links: PageLinks = {
    first: url({ page: 1 }),
    last: url({ page: lastPage }),
    prev: page === 1 ? null : url({ page: Math.min(page - 1, lastPage) }),
    next: page < lastPage ? url({ page: page + 1 }) : null,
  };
  return pageResponse({ path: at, page, perPage }, list, links, record);
}

function lastPageOf(total: number, perPage: number): number {
  return Math.max(1, Math.ceil(total / perPage));
}

function pageResponse<Row>(
  { path, page, perPage }: Pick<PageRequest<Row>, 'path' | 'page' | 'perPage'>,
  { rows, total, totalRelation }: List<Row>,
  links: PageLinks,
  record: (row: Row) => unknown,
): ApiResponse<string> {
  const from = (page - 1) * perPage + 1;
  const meta: PageMeta = {
    current_page: page,
    from: rows.length === 0 ? null : from,
    last_page: lastPageOf(total, perPage),
    path,
    per_page: perPage,
    to: rows.length === 0 ? null : from + rows.length - 1,
    total,
    total_relation: totalRelation,
  };
  const body = { data: rows.map(record), links, meta, status: 200 };
  return jsonResponse(200, body, { ...linkHeader(links), vary: 'Accept' });
}

/** The input of a domain function for all rows of a listing. */
interface RowsInput {
  readonly search: string | undefined;
  readonly sort: ListingValues['sort'];
  readonly sortBy: string;
  readonly [filter: string]: unknown;
}

/**
 * Converts parameters to the input of a domain function, without the position.
 *
 * @throws SitegradeError `invalid_input` if a range of dates ends before it begins.
 */
export function rowsInputOf<Row>(listing: Listing<Row>, query: ListingValues): RowsInput {
  const names = namesByListing.get(listing) ?? namesOf(listing);
  namesByListing.set(listing, names);
  const { search, sort, sort_by } = query;
  const input: RowsInput & Record<string, unknown> = {
    search,
    sort,
    sortBy: names.sortKeys.get(sort_by) ?? sort_by,
  };
  for (const [name, parameter] of names.filters) input[name] = query[parameter];
  requireDateOrder(listing, (name) => input[name], snakeCase);
  return input;
}

/** Names of a listing's sort keys by those of the API, and those of the API by its filters. */
interface ListingNames {
  readonly sortKeys: ReadonlyMap<string, string>;
  readonly filters: readonly (readonly [name: string, parameter: string])[];
}

const namesByListing = new WeakMap<AnyListing, ListingNames>();

function namesOf(listing: AnyListing): ListingNames {
  return {
    sortKeys: new Map(sortKeysOf(listing).map((key) => [snakeCase(key), key])),
    filters: filtersOf(listing).map((name) => [name, snakeCase(name)]),
  };
}

function startOf(page: number, cursor: Cursor | undefined): ListStart {
  if (cursor === undefined) return { page };
  return cursor.direction === 'after' ? { after: cursor.position } : { before: cursor.position };
}

async function linksOf<Row extends { readonly id: number }>(
  request: PageRequest<Row>,
  list: List<Row>,
  lastPage: number,
  tag: string,
): Promise<PageLinks> {
  const { page } = request;
  const first = list.rows[0];
  const last = list.rows.at(-1);
  const url = pageUrls(request.path, request.rawQuery);
  const cursorAt = (direction: Cursor['direction'], row: Row) =>
    encodeCursor({ direction, position: positionOf(request, row), tag });
  const before = Math.max(1, page - 1);
  const hasPrev = first ? await hasPrevious(request, list, first) : page > 1;

  return {
    first: url({ page: 1 }),
    last: url({ page: lastPage }),
    prev: !hasPrev
      ? null
      : first
        ? url({ page: before, cursor: cursorAt('before', first) })
        : url({ page: Math.min(before, lastPage) }),
    next:
      last && (await hasNext(request, list, lastPage, last))
        ? url({ page: page + 1, cursor: cursorAt('after', last) })
        : null,
  };
}

/**
 * Whether there are rows before the page's first. Rows inserted or deleted while a client follows
 * cursors shift page numbers against the rows, so the rows themselves are looked for; except on the
 * way forward, which came from there.
 */
async function hasPrevious<Row extends { readonly id: number }>(
  request: PageRequest<Row>,
  list: List<Row>,
  first: Row,
): Promise<boolean> {
  const { cursor, page, perPage } = request;
  if (cursor === undefined) return page > 1;
  if (cursor.direction === 'before' && list.rows.length < perPage) return false;
  if (cursor.direction === 'after' && page > 1) return true;
  return hasRows(request, { before: positionOf(request, first) });
}

/** Whether there are rows after the last of the page, in the same way. */
async function hasNext<Row extends { readonly id: number }>(
  request: PageRequest<Row>,
  list: List<Row>,
  lastPage: number,
  last: Row,
): Promise<boolean> {
  const { cursor, page, perPage } = request;
  const isExact = list.totalRelation === 'eq';
  if (cursor?.direction !== 'before' && list.rows.length < perPage) return false;
  // Below a capped total there are thousands more, and looking would count them again.
  if ((cursor?.direction !== 'after' || !isExact) && page < lastPage) return true;
  if (cursor === undefined && isExact) return false;
  return hasRows(request, { after: positionOf(request, last) });
}

async function hasRows<Row>(request: PageRequest<Row>, start: ListStart): Promise<boolean> {
  return (await request.load(start)).rows.length > 0;
}

function positionOf<Row extends { readonly id: number }>(
  request: PageRequest<Row>,
  row: Row,
): ListPosition {
  return { key: request.keyOf(row), id: row.id };
}

/** The pages that a page of a listing leads to. `null` where there is none. */
export interface PageLinks {
  readonly first: string;
  readonly last: string;
  readonly prev: string | null;
  readonly next: string | null;
}

/** A page to link to: its number, and a cursor where it is known. */
interface PageTarget {
  readonly page: number;
  readonly cursor?: string;
}

/** Makes the URLs of other pages of a listing; every other parameter stays as it was sent. */
export function pageUrls(path: string, rawQuery: string): (target: PageTarget) => string {
  const kept = rawQuery.split('&').filter((pair) => pair !== '' && !isPaging(pair));
  const start = `${path}?${kept.map((pair) => `${safeInUrl(pair)}&`).join('')}page=`;
  return ({ page, cursor }) =>
    cursor === undefined ? `${start}${page}` : `${start}${page}&cursor=${cursor}`;
}

/** Many proxies reject responses with more than 4 KiB of headers, many clients those with more than 16. */
const maxLinkHeader = 3_000;

/** The same links as a header (RFC 8288); none where very long parameters would make it too long. */
export function linkHeader(links: PageLinks): { readonly link?: string } {
  const link = Object.entries(links)
    .filter(([, url]) => url !== null)
    .map(([rel, url]) => `<${url}>; rel="${rel}"`)
    .join(', ');
  return link.length > maxLinkHeader ? {} : { link };
}

function isPaging(pair: string): boolean {
  const [name] = parseForm(queryBytes(pair)).keys();
  return name === 'page' || name === 'cursor';
}
