import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countWords } from './visible-text.ts';

const count = (...pieces: string[]) => {
  const words = { words: 0, inWord: false };
  for (const text of pieces)
    countWords(words, { text, start: 0, end: text.length, blank: false, at: 0 });
  return words.words;
};

it('counts runs of letters and digits', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '山', '٣', '𐐀', '😀', ' ', '-', 'ः') });
  fc.assert(
    fc.property(text, (source) => {
      expect(count(source)).toBe(source.match(/[\p{L}\p{N}]+/gu)?.length ?? 0);
    }),
    { seed: 1, numRuns: 500 },
  );
});

it('continues a word in the next piece', () => {
  expect(count('one tw', 'o three', ' four')).toBe(4);
});

it('counts only its part of a text', () => {
  const words = { words: 0, inWord: false };
  countWords(words, { text: 'a b c d', start: 2, end: 5, blank: false, at: 0 });
  expect(words).toEqual({ words: 2, inWord: true });
});
