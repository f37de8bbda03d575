import * as v from 'valibot';
import {
  type AnyListing,
  type Filter,
  type FiltersOf,
  filtersOf,
  type ListQueryOf,
  type ListStart,
  type SortKeyOf,
  sortKeysOf,
} from './listing.ts';
import { inputObject, invalidInput, maxCodePoints, validate, wellFormedText } from './validate.ts';

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

/** The parameters that all listings share, with their defaults. */
const listInputEntries = {
  search: v.optional(searchSchema),
  sort: v.optional(v.picklist(sortDirections, 'must be one of desc, asc.'), 'desc'),
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

/** The input of a listing: search, sorting, filters and the position. Everything is optional. */
export type ListInput<Declared extends AnyListing> = {
  readonly [Name in keyof FiltersOf<Declared>]?: FiltersOf<Declared>[Name] | undefined;
} & v.InferInput<v.ObjectSchema<typeof listInputEntries, undefined>> & {
    readonly sortBy?: SortKeyOf<Declared> | undefined;
  };

/** The schema of a listing's input. */
export function listInputSchema<Declared extends AnyListing>(
  listing: Declared,
): v.GenericSchema<unknown, ListQueryOf<Declared>> {
  const sortKeys = sortKeysOf(listing);
  const filters = filtersOf(listing).map((name) => [name, filterSchema(listing.filters[name])]);
  const schema = inputObject({
    ...listInputEntries,
    sortBy: v.optional(oneOfWords(sortKeys), 'id'),
    ...Object.fromEntries(filters),
  });
  return schema as unknown as v.GenericSchema<unknown, ListQueryOf<Declared>>;
}

/**
 * Converts validated input to a query for a store: with defaults, without empty filters and searches.
 *
 * @throws SitegradeError `invalid_input` with the issues by field.
 */
export function toListQuery<Declared extends AnyListing>(
  listing: Declared,
  schema: v.GenericSchema<unknown, ListQueryOf<Declared>>,
  input: ListInput<Declared>,
): ListQueryOf<Declared> {
  const query = validate(schema, input);
  requirePositionKey(listing, query);
  const given = Object.entries(query).filter(
    ([name, value]) => value !== undefined && !(name === 'search' && value === ''),
  );
  return Object.fromEntries(given) as ListQueryOf<Declared>;
}

function filterSchema(filter: Filter | undefined): v.GenericSchema {
  if (filter?.kind !== 'word') return v.optional(idSchema);
  return v.optional(oneOfWords(filter.words));
}

function oneOfWords(words: readonly string[]) {
  return v.picklist(words, `must be one of ${words.join(', ')}.`);
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
