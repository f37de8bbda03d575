import {
  perPageValues,
  searchSchema,
  slugSchema,
  sortDirections,
  urlFilterSchema,
} from '../../listing/list-input.ts';
import {
  type Filter,
  filtersOf,
  type Listing,
  maxCount,
  snakeCase,
  sortKeysOf,
} from '../../listing/listing.ts';
import { dateField } from '../request/date-field.ts';
import {
  choice,
  type Field,
  type FieldResult,
  optionalString,
  type Values,
} from '../request/fields.ts';
import { type Cursor, decodeCursor, encodeCursor, listingTag } from './cursor.ts';

const integer = /^(?:0|-?[1-9]\d*)$/;

/** The parameters that select a page by its number. */
export const pagingFields = {
  per_page: choice('Results per page.', perPageValues, 50),
  page: {
    description: 'Page number, from 1.',
    schema: {
      type: 'integer',
      format: 'int64',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 1,
    },
    absent: { value: 1 },
    read: readPage,
  } satisfies Field<number>,
} as const;

/** The parameters of all listings. */
const sharedFields = {
  search: optionalString({
    description: 'Text to search for, literally and ignoring case.',
    schema: searchSchema,
    example: 'example.com',
  }),
  sort: choice('Sort direction.', sortDirections, 'desc'),
  ...pagingFields,
  cursor: {
    description: 'Start of the page, from links.next or links.prev.',
    schema: { type: 'string' },
    example: encodeCursor({
      direction: 'after',
      position: { key: 42, id: 42 },
      tag: listingTag(['an example']),
    }),
    absent: { value: undefined },
    read: readCursor,
  } satisfies Field<Cursor | undefined>,
} as const;

/** The values of a listing's parameters. Filters and sort keys are named in snake case. */
export type ListingValues = Values<typeof sharedFields> & {
  readonly sort_by: string;
  readonly search_by: string;
} & Readonly<Record<string, unknown>>;

/** The parameters of a listing: the shared ones, and those that it declares. */
export function listingFields<Row>(listing: Listing<Row>) {
  const { search, filters } = listing;
  return {
    ...sharedFields,
    search_by: choice('Field the search applies to.', [search.name], search.name),
    sort_by: choice(
      'Sort key. `id` sorts by creation date.',
      sortKeysOf(listing).map(snakeCase),
      'id',
    ),
    ...Object.fromEntries(
      filtersOf(listing).flatMap((name) => {
        const filter = filters[name];
        return filter ? [[snakeCase(name), filterField(filter)]] : [];
      }),
    ),
  };
}

function filterField(filter: Filter): Field<string | number | Date | undefined> {
  const { description } = filter;
  if (filter.kind === 'id') return integerFilter(description, [1, Number.MAX_SAFE_INTEGER]);
  if (filter.kind === 'count') return countFilter(description);
  if (filter.kind === 'url') {
    return optionalString({ description, schema: urlFilterSchema, example: 'example.com/pricing' });
  }
  if (filter.kind === 'id of list') {
    return optionalString({ description, schema: slugSchema, example: 'title-length' });
  }
  if (filter.kind !== 'word') return dateField(filter.kind, description);
  return choice(description, filter.words, undefined);
}

/** A filter by an integer, such as the id of another record. One that no record can have becomes one that none has. */
function integerFilter(
  description: string,
  [min, max]: readonly [min: number, max: number],
): Field<number | undefined> {
  return {
    description,
    schema: { type: 'integer', format: 'int64' },
    example: min === 0 ? 0 : 7,
    absent: { value: undefined },
    read: (raw) => {
      if (typeof raw !== 'string' || !integer.test(raw)) {
        return { issue: 'must be an integer.' };
      }
      const value = Number(raw);
      return { value: value >= min && value < max ? value : max };
    },
  };
}

/** A filter by a number from 0. One that is larger than any becomes one that nothing has. */
function countFilter(description: string): Field<number | undefined> {
  const field = integerFilter(description, [0, maxCount]);
  return {
    ...field,
    schema: { ...field.schema, minimum: 0 },
    read: (raw) =>
      typeof raw === 'string' && integer.test(raw) && Number(raw) < 0
        ? { issue: 'must be at least 0.' }
        : field.read(raw),
  };
}

function readPage(raw: unknown): FieldResult<number> {
  const page = typeof raw === 'string' && integer.test(raw) ? Number(raw) : 0;
  if (page >= 1 && Number.isSafeInteger(page)) return { value: page };
  return { issue: `must be an integer from 1 to ${Number.MAX_SAFE_INTEGER}.` };
}

function readCursor(raw: unknown): FieldResult<Cursor> {
  const cursor = typeof raw === 'string' ? decodeCursor(raw) : undefined;
  return cursor ? { value: cursor } : { issue: 'must be a cursor from links.next or links.prev.' };
}
