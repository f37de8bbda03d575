import type { List } from '@sitegrade/core';
import { compareCodePoints, type Filter, isExact, type Listing } from '@sitegrade/core/internal';
import {
  type ListPosition,
  type ListQuery,
  type ListStart,
  maxExactTotal,
  searchForm,
  searchNeedle,
} from '@sitegrade/core/store';

/**
 * Filters, sorts and cuts rows in memory. This is the reference for the listings of all stores.
 */
export function listInMemory<Row extends { readonly id: number }>(
  rows: readonly Row[],
  query: ListQuery & { readonly sortBy: string },
  listing: Listing<Row>,
): List<Row> {
  const { search } = query;
  const wanted = Object.entries(query).flatMap(([name, value]) => {
    const filter = listing.filters[name];
    return filter ? [{ name, filter, value }] : [];
  });
  const matching = rows.filter(
    (row) =>
      wanted.every(({ name, filter, value }) => passes(row, name, filter, value)) &&
      (search === undefined || contains(listing.search.textOf(row), search)),
  );

  const direction = query.sort === 'asc' ? 1 : -1;
  const sortKey = listing.sortKeys[query.sortBy];
  const positionOf = (row: Row): ListPosition => ({ key: sortKey?.keyOf(row) ?? null, id: row.id });
  const compare = (a: ListPosition, b: ListPosition): number =>
    direction * (compareKeys(a.key, b.key) || a.id - b.id);
  const sorted = matching.toSorted((a, b) => compare(positionOf(a), positionOf(b)));

  const isCounted =
    listing.isCounted && wanted.every(({ filter }) => isExact(filter) && filter.isCounted);
  const isInexact = !(isCounted && search === undefined) && sorted.length > maxExactTotal;
  return {
    rows: pageOf(sorted, query.start, query.perPage, (row, position) =>
      compare(positionOf(row), position),
    ),
    total: isInexact ? maxExactTotal : sorted.length,
    totalRelation: isInexact ? 'gte' : 'eq',
  };
}

function passes(row: object, name: string, filter: Filter, value: unknown): boolean {
  if (filter.kind === 'id of list') {
    return (Reflect.get(row, filter.of) as readonly unknown[]).includes(value);
  }
  if (filter.kind === 'url') return (value as readonly unknown[]).includes(Reflect.get(row, name));
  if (isExact(filter)) return Reflect.get(row, name) === value;
  const [time, bound] = [Reflect.get(row, filter.of) as Date, value as Date];
  return filter.kind === 'from' ? time >= bound : time <= bound;
}

function contains(text: string, search: string): boolean {
  return searchForm(text).includes(searchNeedle(search));
}

function pageOf<Row>(
  rows: readonly Row[],
  start: ListStart,
  perPage: number,
  compareTo: (row: Row, position: ListPosition) => number,
): readonly Row[] {
  if ('page' in start) return rows.slice((start.page - 1) * perPage, start.page * perPage);
  if ('after' in start) {
    return rows.filter((row) => compareTo(row, start.after) > 0).slice(0, perPage);
  }
  return rows.filter((row) => compareTo(row, start.before) < 0).slice(-perPage);
}

/** Compares numbers, which are never negative, with `null` as the lowest, or strings by code point. */
function compareKeys(a: ListPosition['key'], b: ListPosition['key']): number {
  if (typeof a === 'string' && typeof b === 'string') return compareCodePoints(a, b);
  return Math.sign(Number(a ?? -1) - Number(b ?? -1));
}
