import type { List, ListPosition, ListStart } from '../../store.ts';
import { type Answer, jsonAnswer } from '../answer/answer.ts';
import { type Cursor, encodeCursor, judgeCursor, listingTag } from './cursor.ts';
import { linkHeader, type PageLinks, type PageTarget, pageUrl } from './page-links.ts';
import { sortKeyRules } from './sort-keys.ts';

/** A listing that was asked for. */
export interface Listing<Row> {
  /** The listing's own URL, without a query. */
  readonly path: string;
  readonly rawQuery: string;
  /** What the listing is of, whose, how sorted and narrowed: a cursor is good for this alone. */
  readonly scope: readonly unknown[];
  readonly sortBy: keyof typeof sortKeyRules;
  readonly page: number;
  readonly perPage: number;
  readonly cursor: Cursor | undefined;
  /** Fetches one page. */
  readonly load: (start: ListStart) => Promise<List<Row>>;
  /** What the row is sorted by. */
  readonly keyOf: (row: Row) => ListPosition['key'];
  readonly record: (row: Row) => unknown;
}

/** What a page of a listing says of itself. */
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
 * Answers with one page of a listing. With a cursor, `page` no longer says where the page begins:
 * it only counts on, for `current_page`, `from` and `to`.
 *
 * @throws SitegradeError `invalid_input` where the cursor was made for another listing.
 */
export async function answerListing<Row extends { readonly id: number }>(
  listing: Listing<Row>,
): Promise<Answer> {
  const { cursor, page, perPage, path } = listing;
  const tag = listingTag([...listing.scope, listing.sortBy]);
  if (cursor) judgeCursor(cursor, tag, sortKeyRules[listing.sortBy]);

  const list = await listing.load(startOf(page, cursor));
  const lastPage = Math.max(1, Math.ceil(list.total / perPage));
  const { rows } = list;
  const links = await linksOf(listing, list, lastPage, tag);
  const from = (page - 1) * perPage + 1;
  const meta: PageMeta = {
    current_page: page,
    from: rows.length === 0 ? null : from,
    last_page: lastPage,
    path,
    per_page: perPage,
    to: rows.length === 0 ? null : from + rows.length - 1,
    total: list.total,
    total_relation: list.totalRelation,
  };
  const body = { data: rows.map(listing.record), links, meta, status: 200 };
  return jsonAnswer(200, body, linkHeader(links));
}

function startOf(page: number, cursor: Cursor | undefined): ListStart {
  if (cursor === undefined) return { page };
  return cursor.direction === 'after' ? { after: cursor.position } : { before: cursor.position };
}

async function linksOf<Row extends { readonly id: number }>(
  listing: Listing<Row>,
  list: List<Row>,
  lastPage: number,
  tag: string,
): Promise<PageLinks> {
  const { page } = listing;
  const first = list.rows[0];
  const last = list.rows.at(-1);
  const url = (target: PageTarget) => pageUrl(listing.path, listing.rawQuery, target);
  const turn = (direction: Cursor['direction'], row: Row) =>
    encodeCursor({ direction, position: positionOf(listing, row), tag });
  const before = Math.max(1, page - 1);
  const hasPrev = first ? await comesAfter(listing, list, first) : page > 1;

  return {
    first: url({ page: 1 }),
    last: url({ page: lastPage }),
    prev: !hasPrev
      ? null
      : first
        ? url({ page: before, cursor: turn('before', first) })
        : url({ page: Math.min(before, lastPage) }),
    next:
      last && (await goesOn(listing, list, lastPage, last))
        ? url({ page: page + 1, cursor: turn('after', last) })
        : null,
  };
}

/**
 * Whether there are rows in front of the page's first. Rows that came or went during a walk by
 * cursor shift its page numbers against the rows, so there the rows themselves are asked; but not
 * on the way forward, which came from there.
 */
async function comesAfter<Row extends { readonly id: number }>(
  listing: Listing<Row>,
  list: List<Row>,
  first: Row,
): Promise<boolean> {
  const { cursor, page, perPage } = listing;
  if (cursor === undefined) return page > 1;
  if (cursor.direction === 'before' && list.rows.length < perPage) return false;
  if (cursor.direction === 'after' && page > 1) return true;
  return hasRows(listing, { before: positionOf(listing, first) });
}

/** Whether there are rows behind the page's last: the same the other way. */
async function goesOn<Row extends { readonly id: number }>(
  listing: Listing<Row>,
  list: List<Row>,
  lastPage: number,
  last: Row,
): Promise<boolean> {
  const { cursor, page, perPage } = listing;
  const isExact = list.totalRelation === 'eq';
  if (cursor?.direction !== 'before' && list.rows.length < perPage) return false;
  // Below a capped total there are thousands more, and to ask would be to count them again.
  if ((cursor?.direction !== 'after' || !isExact) && page < lastPage) return true;
  if (cursor === undefined && isExact) return false;
  return hasRows(listing, { after: positionOf(listing, last) });
}

async function hasRows<Row>(listing: Listing<Row>, start: ListStart): Promise<boolean> {
  return (await listing.load(start)).rows.length > 0;
}

function positionOf<Row extends { readonly id: number }>(
  listing: Listing<Row>,
  row: Row,
): ListPosition {
  return { key: listing.keyOf(row), id: row.id };
}
