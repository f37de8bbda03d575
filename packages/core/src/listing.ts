/** One page of a listing. */
export interface List<Row> {
  readonly rows: readonly Row[];
  /** Rows that match, over all pages. */
  readonly total: number;
  /**
   * Whether `total` is exact (`eq`) or a lower bound (`gte`). Only a search, or a filter that is not
   * counted, may give a bound: one with more than `maxExactTotal` matches.
   */
  readonly totalRelation: 'eq' | 'gte';
}

/**
 * Where a page of a listing begins. A number counts pages from 1; a position is the row it comes
 * `after` or `before`, and costs the same at any depth.
 */
export type ListStart =
  | { readonly page: number }
  | { readonly after: ListPosition }
  | { readonly before: ListPosition };

/** A row's place in a sorted listing. */
export interface ListPosition {
  /**
   * The row's sort key, as the row gives it; the id itself when sorted by id; `null` only for a
   * missing average. The row need not be there any more.
   */
  readonly key: string | number | null;
  readonly id: number;
}

/**
 * What all listings share. Rows with equal sort keys are ordered by id, in the same direction. A
 * page past the end has no rows; with `before`, too, rows come in the listing's own order.
 */
export interface ListQuery {
  readonly start: ListStart;
  readonly perPage: number;
  readonly sort: 'asc' | 'desc';
  /** Literal, in any case, anywhere in the url or domain; never empty. See `searchForm`. */
  readonly search?: string;
}

/**
 * One listing, declared once: the parameters of the API, the input of the domain function, the
 * query of the stores, the order and the conditions in SQL and the names of the indexes follow from
 * it. A store keeps an index for every combination of filters and every sort key.
 */
export interface Listing<Row> {
  /** The records, as in the path of the API and the names of tables: `reports`. */
  readonly records: string;
  /** The field that a search looks in. */
  readonly search: SearchField<Row>;
  /** What the rows can be sorted by, by the name that callers use. */
  readonly sortKeys: Readonly<Record<string, SortKey<Row>>>;
  /** What the rows can be filtered by, by the name of the row's property. */
  readonly filters: Readonly<Record<string, Filter>>;
}

interface SearchField<Row> {
  readonly name: string;
  readonly textOf: (row: Row) => string;
}

/** A value that rows are sorted by. */
interface SortKey<Row> {
  readonly keyOf: (row: Row) => ListPosition['key'];
  /** Whether a position may have this key. A store would look for any other in the wrong place. */
  readonly accepts: (key: ListPosition['key']) => boolean;
}

/** A value that rows have to have: an id, or one of a few words. */
export type Filter = {
  readonly description: string;
  /**
   * Whether stores keep a counter of the rows that this filter leaves, together with all other
   * counted ones. A total under any other filter is counted, and beyond `maxExactTotal` a bound.
   */
  readonly isCounted: boolean;
} & ({ readonly kind: 'id' } | { readonly kind: 'word'; readonly words: readonly string[] });

/** The names of a listing's sort keys. */
export type SortKeyOf<Declared extends AnyListing> = Extract<keyof Declared['sortKeys'], string>;

/** The filters of a listing, with the types of their values. */
export type FiltersOf<Declared extends AnyListing> = {
  readonly [Name in keyof Declared['filters']]?: FilterValue<Declared['filters'][Name]>;
};

/** What a store is asked for: a page of a listing. */
export type ListQueryOf<Declared extends AnyListing> = ListQuery &
  FiltersOf<Declared> & { readonly sortBy: SortKeyOf<Declared> };

/** A listing of whatever rows. */
export type AnyListing = Pick<Listing<never>, 'records' | 'sortKeys' | 'filters'>;

type FilterValue<Declared> = Declared extends { readonly words: readonly (infer Word)[] }
  ? Word
  : number;

/** The longest text that a row is sorted by: a URL. */
const maxTextLength = 2048;

/** Rows sorted by an integer of a range. */
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

/** Rows sorted by a text, by code point. */
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

/** A property's name as the API and the tables write it: `websiteId` is `website_id`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
