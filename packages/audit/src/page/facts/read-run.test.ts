import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TextRun } from '../tree/tree.ts';
import { readRun, wordsOf } from './read-run.ts';

const runOf = (text: string, start = 0, end = text.length): TextRun => {
  return { text, start, end, blank: false, at: 0 };
};

const count = (...pieces: string[]) => {
  const words = { words: 0, inWord: false };
  for (const text of pieces) readRun(runOf(text), words);
  return words.words;
};

it('counts runs of letters and digits', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'é', '山', '٣', '𐐀', '😀', ' ', '-', 'ः', '\u2003'),
  });
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
  readRun(runOf('a b c d', 2, 5), words);
  expect(words).toEqual({ words: 2, inWord: true });
});

it('collapses white space, of any kind', () => {
  const text = fc.string({
    unit: fc.constantFrom(
      'a',
      'é',
      '😀',
      ' ',
      '\n',
      '\xA0',
      '\u1680',
      '\u200A',
      '\u3000',
      '\uFEFF',
    ),
  });
  fc.assert(
    fc.property(text, (source) => {
      const run = runOf(source);
      const read = readRun(run, { words: 0, inWord: false });
      expect(wordsOf(run, read)).toBe(source.replace(/\s+/g, ' ').trim());
      expect(read.spaceBefore).toBe(/^\s/.test(source));
      if (source.trim() !== '') expect(read.spaceAfter).toBe(/\s$/.test(source));
    }),
    { seed: 1, numRuns: 2_000 },
  );
});

it('knows every white space', () => {
  for (let code = 0; code < 65_536; code++) {
    const character = String.fromCharCode(code);
    const { spaceBefore } = readRun(runOf(character), { words: 0, inWord: false });
    if (spaceBefore !== /\s/.test(character)) expect.unreachable(`U+${code.toString(16)}`);
  }
});

it.each([
  ['plain words', true],
  ['a café', false],
  ['\xA0a\uFFFD', false],
  ['😀', false],
])('returns whether %j is only ASCII', (text, isAscii) => {
  expect(readRun(runOf(text), { words: 0, inWord: false })).toMatchObject({ isAscii });
});
