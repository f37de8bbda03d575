import { expect, it } from 'vitest';
import { readingEaseOf } from './reading-ease.ts';

it('applies the formula of Flesch', () => {
  // 6 words, 1 sentence, 6 syllables: 206.835 − 1.015 · 6 − 84.6 · 1.
  expect(readingEaseOf('The cat sat on the mat.')).toEqual({ words: 6, sentences: 1, ease: 116 });
});

it.each([
  ['a silent e', 'Bake some rye bread here now.', 6],
  ['a pronounced e', 'Wanted, needed: boxes, horses, little table.', 12],
  ['a word without a vowel', 'My shh pst hmm brr nth.', 6],
])('counts syllables with %s', (_what, line, syllables) => {
  const { ease } = readingEaseOf(line);
  expect(ease).toBe(Math.round(206.835 - 1.015 * 6 - 84.6 * (syllables / 6)));
});

it('omits lines that are not sentences', () => {
  const text =
    'Home\nAbout us\nOur whole range of bread and rolls\nThe cat sat on the mat.\nSee v1.5.';
  expect(readingEaseOf(text)).toMatchObject({ words: 6, sentences: 1 });
});

it('does not end sentences within numbers and names', () => {
  const { sentences } = readingEaseOf('It costs 3.50 at example.com on most days. Is it good?');
  expect(sentences).toBe(2);
});

it('returns zeros for a text without sentences', () => {
  expect(readingEaseOf('')).toEqual({ words: 0, sentences: 0, ease: 0 });
});
