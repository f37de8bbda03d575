import { maxUrlLength, trimUrl } from '@sitegrade/audit';
import { oneOf } from '@sitegrade/foundation/validate-options';
import * as v from 'valibot';
import { inputObject, invalidInput, maxCodePoints, validate, wellFormedText } from '../validate.ts';
import { eachRow } from './each-row.ts';
import {
  type AnyListing,
  type DateFilter,
  type Filter,
  type FiltersOf,
  filtersOf,
  type List,
  type ListPosition,
  type ListQueryOf,
  type ListStart,
  maxCount,
  type SortKeyOf,
  sortKeysOf,
} from './listing.ts';
import { slugPattern } from './slug.ts';
import { urlsToMatch } from './urls-to-match.ts';

/** The allowed numbers of rows per page. */
export const perPageValues = [10, 25, 50, 100] as const;

/** Sort directions. */
export const sortDirections = ['desc', 'asc'] as const;

/** The maximum length of a search, in code points. */
const maxSearchLength = 2_048;

const pageNumber = v.pipe(
  v.number('must be a number.'),
  v.safeInteger('must be a whole number.'),
  v.minValue(1, 'must be at least 1.'),
);
const position = v.object({
  key: v.union([v.string(), v.number(), v.null()]),
  id: v.pipe(v.number(), v.safeInteger()),
});

/** Literal text to search for, ignoring case. Empty text searches for nothing. */
export const searchSchema = v.pipe(wellFormedText, maxCodePoints(maxSearchLength));

/** The parameters that select and sort the rows of all listings, with their defaults. */
const rowsInputEntries = {
  search: v.optional(searchSchema),
  sort: v.optional(oneOf(sortDirections), 'desc'),
};

/** The parameters that select a page of them. */
const pageInputEntries = {
  perPage: v.optional(v.picklist(perPageValues, 'must be one of 10, 25, 50, 100.'), 50),
  start: v.optional(
    v.union(
      [
        v.object({ page: pageNumber }),
        v.object({ after: position }),
        v.object({ before: position }),
      ],
      'must be { page } from 1 up, { after } or { before }.',
    ) satisfies v.GenericSchema<ListStart>,
    { page: 1 },
  ),
};

/** The id of a record. */
const idSchema = v.pipe(
  v.number('must be a number.'),
  v.safeInteger('must be an integer.'),
  v.minValue(1, 'must be at least 1.'),
);

/** A URL to filter by, as text. Empty text filters by nothing. */
export const urlFilterSchema = v.pipe(
  v.string('must be a string.'),
  v.transform(trimUrl),
  Object.assign(
    v.rawCheck<string>(({ dataset, addIssue }) => {
      const found = dataset.value === '' ? undefined : urlsToMatch(String(dataset.value));
      if (found && 'issue' in found) addIssue({ message: found.issue });
    }),
    { maxLength: maxUrlLength },
  ),
);

/** A number from 0. */
const countSchema = v.pipe(
  v.number('must be a number.'),
  v.safeInteger('must be an integer.'),
  v.minValue(0, 'must be at least 0.'),
  v.maxValue(maxCount, `must be at most ${maxCount}.`),
);

/** The id of a check. */
export const slugSchema = Object.assign(
  v.pipe(
    v.string('must be a string.'),
    v.regex(new RegExp(slugPattern), 'must be an id such as title-length.'),
  ),
  { maxLength: 64 },
);

/** The URLs to match. */
const urlsSchema = v.pipe(
  urlFilterSchema,
  v.transform((text) => {
    const found = urlsToMatch(text);
    return 'urls' in found ? found.urls : undefined;
  }),
);

const dateSchema = v.date('must be a valid Date.');

/** The input that selects and sorts the rows of a listing: search, sorting and filters. Everything is optional. */
export type RowsInput<Declared extends AnyListing> = {
  readonly [Name in keyof Declared['filters']]?:
    | (Declared['filters'][Name] extends { readonly kind: 'url' }
        ? string
        : FiltersOf<Declared>[Name])
    | undefined;
} & v.InferInput<v.ObjectSchema<typeof rowsInputEntries, undefined>> & {
    readonly sortBy?: SortKeyOf<Declared> | undefined;
  };

/** The input of a listing: search, sorting, filters and the position. Everything is optional. */
export type ListInput<Declared extends AnyListing> = RowsInput<Declared> &
  v.InferInput<v.ObjectSchema<typeof pageInputEntries, undefined>>;

/** A query for all rows of a listing. */
type RowsQueryOf<Declared extends AnyListing> = Omit<ListQueryOf<Declared>, 'start' | 'perPage'>;

/** Converts the input of one listing to queries for a store: with defaults, without empty filters and searches. */
interface ListingInput<Declared extends AnyListing> {
  /**
   * The query for one page.
   *
   * @throws SitegradeError `invalid_input` with the issues by field, also for dates in the wrong order.
   */
  readonly toListQuery: (input: ListInput<Declared>) => ListQueryOf<Declared>;
  /**
   * Reads all rows with {@link eachRow}.
   *
   * @param load - Reads one page.
   * @throws SitegradeError `invalid_input` with the issues by field, also for dates in the wrong order.
   */
  readonly each: <Row extends { readonly id: number }>(
    input: RowsInput<Declared>,
    load: (query: ListQueryOf<Declared>) => Promise<List<Row>>,
  ) => AsyncGenerator<Row, void, undefined>;
}

/** Prepares the validation of a listing's input. */
export function listingInput<Declared extends AnyListing>(
  listing: Declared,
): ListingInput<Declared> {
  const rowsSchema = schemaOf<RowsQueryOf<Declared>>(listing, rowsInputEntries);
  const listSchema = schemaOf<ListQueryOf<Declared>>(listing, {
    ...rowsInputEntries,
    ...pageInputEntries,
  });
  return {
    toListQuery(input) {
      const query = validate(listSchema, input);
      requirePositionKey(listing, query);
      requireDateOrder(listing, (name) => Reflect.get(query, name));
      return givenOf(query);
    },
    each<Row extends { readonly id: number }>(
      input: RowsInput<Declared>,
      load: (query: ListQueryOf<Declared>) => Promise<List<Row>>,
    ) {
      const query = givenOf(validate(rowsSchema, input));
      requireDateOrder(listing, (name) => Reflect.get(query, name));
      const keyOf = listing.sortKeys[query.sortBy]?.keyOf as (row: Row) => ListPosition['key'];
      return eachRow(keyOf, (page) => load({ ...query, ...page } as ListQueryOf<Declared>));
    },
  };
}

function schemaOf<Query>(
  listing: AnyListing,
  entries: v.ObjectEntries,
): v.GenericSchema<unknown, Query> {
  const sortKeys = sortKeysOf(listing);
  const filters = filtersOf(listing).map((name) => [name, filterSchema(listing.filters[name])]);
  const schema = inputObject({
    ...entries,
    sortBy: v.optional(oneOf(sortKeys), 'id'),
    ...Object.fromEntries(filters),
  });
  return schema as unknown as v.GenericSchema<unknown, Query>;
}

function givenOf<Query extends object>(query: Query): Query {
  const given: Record<string, unknown> = {};
  for (const name in query) {
    const value = query[name];
    if (value !== undefined && !(name === 'search' && value === '')) given[name] = value;
  }
  return given as Query;
}

function filterSchema(filter: Filter | undefined): v.GenericSchema {
  if (filter?.kind === 'word') return v.optional(oneOf(filter.words));
  if (filter?.kind === 'url') return v.optional(urlsSchema);
  if (filter?.kind === 'count') return v.optional(countSchema);
  if (filter?.kind === 'id of list') return v.optional(slugSchema);
  return v.optional(filter?.kind === 'id' ? idSchema : dateSchema);
}

/**
 * Requires that no first time is after the last one of the same property. It is not an empty list, because
 * that would look as if there were no rows.
 *
 * @param dateOf - The value of a filter.
 * @param nameOf - The name of a filter in the error: another one in the API.
 * @throws SitegradeError `invalid_input` on the last time.
 */
export function requireDateOrder(
  { filters }: AnyListing,
  dateOf: (name: string) => unknown,
  nameOf: (name: string) => string = (name) => name,
): void {
  const dates: {
    readonly name: string;
    readonly date: Date;
    readonly kind: string;
    readonly of: string;
  }[] = [];
  for (const name in filters) {
    const filter = filters[name];
    const date = filter && 'of' in filter ? dateOf(name) : undefined;
    if (date instanceof Date) dates.push({ name, date, ...(filter as DateFilter) });
  }
  if (dates.length < 2) return;
  for (const from of dates.filter(({ kind }) => kind === 'from')) {
    const to = dates.find(({ kind, of }) => kind === 'to' && of === from.of);
    if (to === undefined || to.date >= from.date) continue;
    throw invalidInput({ [nameOf(to.name)]: [`must not be before ${nameOf(from.name)}.`] });
  }
}

/** Stores would start at a wrong position if its key had another type than the sort key. */
function requirePositionKey<Declared extends AnyListing>(
  { sortKeys }: Declared,
  { start, sortBy }: { readonly start: ListStart; readonly sortBy: string },
): void {
  if ('page' in start) return;
  const { key } = 'after' in start ? start.after : start.before;
  if (sortKeys[sortBy]?.accepts(key)) return;
  throw invalidInput({ start: ['must have a key of the type of sortBy.'] });
}
