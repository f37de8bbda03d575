import * as v from 'valibot';

/**
 * How many characters a text has, by Unicode code points: an emoji is one, though JavaScript's
 * `length` counts two.
 */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Judges a text too long that has more code points, in the words that callers are told. */
export function maxCodePoints(most: number) {
  return v.check(
    (text: string) => countCodePoints(text) <= most,
    `must be at most ${most} characters.`,
  );
}
