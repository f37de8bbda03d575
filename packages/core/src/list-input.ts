import * as v from 'valibot';
import { maxCodePoints } from './code-points.ts';
import type { ListPosition, ListStart } from './store.ts';
import { invalidInput } from './validate.ts';
import { wellFormedText } from './well-formed-text.ts';

/** How many rows a page of a listing may have. */
export const perPageValues = [10, 25, 50, 100] as const;

/** Sort directions. */
export const sortDirections = ['desc', 'asc'] as const;

/** The longest search, in characters: code points. */
export const maxSearchLength = 255;

const pageNumber = v.pipe(
  v.number('must be a number.'),
  v.safeInteger('must be a whole number.'),
  v.minValue(1, 'must be at least 1.'),
);
const position = v.object({
  key: v.union([v.string(), v.number(), v.null()]),
  id: v.pipe(v.number(), v.safeInteger()),
});

/** The parameters that both listings share, with their defaults. */
export const listInputEntries = {
  /** Literal text to look for, in any case; empty means none. */
  search: v.optional(v.pipe(wellFormedText, maxCodePoints(maxSearchLength))),
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

/**
 * Makes sure that a position's key is of the kind that the listing is sorted by: a store would find
 * some other place for it.
 *
 * @throws SitegradeError `invalid_input` on the field `start`.
 */
export function requirePositionKey(
  start: ListStart,
  fits: (key: ListPosition['key']) => boolean,
): void {
  if ('page' in start) return;
  const { key } = 'after' in start ? start.after : start.before;
  if (!fits(key)) throw invalidInput({ start: ['must have a key of the kind that sortBy names.'] });
}

/** An id as stores give them. */
export const idSchema = v.pipe(
  v.number('must be a number.'),
  v.safeInteger('must be a whole number.'),
  v.minValue(1, 'must be at least 1.'),
);
