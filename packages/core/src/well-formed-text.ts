import * as v from 'valibot';

/** A string that every store can save: without NUL and without lone surrogates. */
export const wellFormedText = v.pipe(
  v.string('must be a string.'),
  v.check((text) => !text.includes('\0'), 'must not contain a NUL character.'),
  v.check((text) => text.isWellFormed(), 'must not contain a lone surrogate.'),
);
