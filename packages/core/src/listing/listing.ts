/** One page of a listing. */
export interface List<Row> {
  readonly rows: readonly Row[];
  /** The number of matching rows on all pages. */
  readonly total: number;
  /**
   * Whether `total` is exact (`eq`) or a lower bound (`gte`). It is a lower bound only for jobs, crawls, searches
   * and filters without counters (`url`, `createdFrom`, `createdTo`) with more than `maxExactTotal` matches.
   */
  readonly totalRelation: 'eq' | 'gte';
}

/**
 * Where a page of a listing begins: at a page number, from 1, or `after` or `before` a row. Positions are
 * equally fast at any depth.
 */
export type ListStart =
  | { readonly page: number }
  | { readonly after: ListPosition }
  | { readonly before: ListPosition };

/** The position of a row in a sorted listing. */
export interface ListPosition {
  /**
   * The row's value of the sort key; the id itself if sorted by id; `null` only for a missing average. The
   * row may have been deleted.
   */
  readonly key: string | number | null;
  readonly id: number;
}

/**
 * The common parameters of all listings. Rows with equal sort keys are sorted by id, in the same
 * direction. A page beyond the end has no rows. Rows `before` a position are in the same order, too.
 */
export interface ListQuery {
  readonly start: ListStart;
  readonly perPage: number;
  readonly sort: 'asc' | 'desc';
  /** A literal, case-insensitive substring of the URL or domain; never empty. See `searchForm`. */
  readonly search?: string;
}

/**
 * The declaration of a listing. The API parameters, the input of the domain function, the query for
 * stores, the SQL and the names of indexes are derived from it. Stores have an index for every combination
 * of exact filters and sort key.
 */
export interface Listing<Row> {
  /** The name of the records in paths of the API and in table names: `reports`. */
  readonly records: string;
  /**
   * Whether stores keep a counter of all rows of an owner. Otherwise every total is counted per request, up
   * to `maxExactTotal`.
   */
  readonly isCounted: boolean;
  /** The field that is searched. */
  readonly search: SearchField<Row>;
  /** The sort keys, by the name of the row's property. */
  readonly sortKeys: Readonly<Record<string, SortKey<Row>>>;
  /** The filters, by the name of the row's property. */
  readonly filters: Readonly<Record<string, Filter>>;
}

interface SearchField<Row> {
  readonly name: string;
  readonly textOf: (row: Row) => string;
}

/** A value that rows are sorted by. */
export interface SortKey<Row> {
  readonly keyOf: (row: Row) => ListPosition['key'];
  /** Whether a position may have this key. Others would make stores start at a wrong position. */
  readonly accepts: (key: ListPosition['key']) => boolean;
}

/** A filter of a listing. */
export type Filter = ExactFilter | ListedFilter | UrlFilter | DateFilter;

/** A filter by a value: an id, a number from 0, or one of several words. */
type ExactFilter = {
  readonly description: string;
  /**
   * Whether stores keep counters for the rows of this filter, combined with all other counted filters.
   * Totals of other filters are counted per request, up to `maxExactTotal`.
   */
  readonly isCounted: boolean;
} & (
  | { readonly kind: 'id' | 'count' }
  | { readonly kind: 'word'; readonly words: readonly string[] }
);

/**
 * A filter by a URL. The row's property and the sort key have the name of the filter. Queries for stores have
 * the URLs to match, of which there are two if the scheme is not known. It has no counters.
 */
interface UrlFilter {
  readonly description: string;
  readonly kind: 'url';
}

/** A filter by one of several ids in kebab case that a row lists. It has no counters. */
interface ListedFilter {
  readonly description: string;
  readonly kind: 'id of list';
  /** The row's property: `findings`. */
  readonly of: string;
}

/** The first or the last time that rows may have, to the millisecond. It has no counters. */
export interface DateFilter {
  readonly description: string;
  readonly kind: 'from' | 'to';
  /** The row's property: `createdAt`. Stores have an index of its column. */
  readonly of: string;
}

/** The names of a listing's sort keys. */
export type SortKeyOf<Declared extends AnyListing> = Extract<keyof Declared['sortKeys'], string>;

/** The filters of a listing, with the types of their values. */
export type FiltersOf<Declared extends AnyListing> = {
  readonly [Name in keyof Declared['filters']]?: FilterValue<Declared['filters'][Name]>;
};

/** A query for one page of a listing. */
export type ListQueryOf<Declared extends AnyListing> = ListQuery &
  FiltersOf<Declared> & { readonly sortBy: SortKeyOf<Declared> };

/** A listing of any rows. */
export type AnyListing = Pick<Listing<never>, 'records' | 'sortKeys' | 'filters'>;

type FilterValue<Declared> = Declared extends { readonly words: readonly (infer Word)[] }
  ? Word
  : Declared extends { readonly kind: 'id of list' }
    ? string
    : Declared extends { readonly kind: 'url' }
      ? readonly [string, ...string[]]
      : Declared extends { readonly kind: 'from' | 'to' }
        ? Date
        : number;

/** The highest number that a filter of the kind `count` accepts: columns may be 32-bit integers. */
export const maxCount = 2 ** 31 - 1;

/** The maximum length of a string that rows are sorted by: a URL. */
const maxTextLength = 2048;

/** A sort key of integers in a range. */
export function integerKey<Row>(
  keyOf: (row: Row) => number,
  min: number,
  max: number,
): SortKey<Row> {
  return {
    keyOf,
    accepts: (key) => typeof key === 'number' && Number.isInteger(key) && key >= min && key <= max,
  };
}

/** A sort key of strings, by code point. */
export function textKey<Row>(keyOf: (row: Row) => string): SortKey<Row> {
  return {
    keyOf,
    accepts: (key) =>
      typeof key === 'string' &&
      key.length <= maxTextLength &&
      key.isWellFormed() &&
      !key.includes('\0'),
  };
}

/** The names of a listing's sort keys, in order. */
export function sortKeysOf<Declared extends AnyListing>({
  sortKeys,
}: Declared): readonly SortKeyOf<Declared>[] {
  return Object.keys(sortKeys) as SortKeyOf<Declared>[];
}

/** The names of a listing's filters, in order. */
export function filtersOf<Declared extends AnyListing>({
  filters,
}: Declared): readonly Extract<keyof Declared['filters'], string>[] {
  return Object.keys(filters) as Extract<keyof Declared['filters'], string>[];
}

/** Whether a filter compares for equality with one value, so that stores have indexes that begin with it. */
export function isExact(filter: Filter): filter is ExactFilter {
  return filter.kind === 'id' || filter.kind === 'count' || filter.kind === 'word';
}

/** Converts a property name for the API and for tables: `websiteId` becomes `website_id`. */
export function snakeCase(name: string): string {
  return hasCapital.test(name)
    ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    : name;
}

const hasCapital = /[A-Z]/;
