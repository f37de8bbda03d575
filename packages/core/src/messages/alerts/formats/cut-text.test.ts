import { describe, expect, it } from 'vitest';
import { cutText, oneLine } from './cut-text.ts';

describe('cutText', () => {
  it.each([
    ['', 5, ''],
    ['abcde', 5, 'abcde'],
    ['abcdef', 5, 'abcd…'],
    ['abc def', 5, 'abc…'],
    ['🙂🙂', 4, '🙂🙂'],
    ['🙂🙂🙂', 5, '🙂🙂…'],
    ['🙂🙂🙂', 4, '🙂…'],
    ['🙂', 1, '…'],
  ])('cuts %j to %i characters', (text, max, cut) => {
    expect(cutText(text, max)).toBe(cut);
  });

  it('counts escapes, and keeps them whole', () => {
    const encode = (character: string) => (character === '&' ? '&amp;' : character);
    expect(cutText('a&b', 7, { encode })).toBe('a&amp;b');
    expect(cutText('a&bc', 7, { encode })).toBe('a&amp;…');
    expect(cutText('a&bc', 6, { encode })).toBe('a…');
  });

  it('counts in the given unit', () => {
    const lengthOf = (character: string) => Buffer.byteLength(character);
    expect(cutText('ääää', 6, { lengthOf })).toBe('ää…');
  });
});

describe('oneLine', () => {
  it.each([
    ['line breaks and tabs', ' a\r\n\t b\u2028c\u0000d ', 'a b c d'],
    ['directions of writing', 'a\u202eb\u2066c', 'abc'],
    ['characters that are not shown', 'a\u200bb\ufeffc', 'abc'],
    ['lone surrogates', 'a\ud800', 'a\ufffd'],
  ])('writes no %s', (_what, text, written) => {
    expect(oneLine(text)).toBe(written);
  });

  it('keeps emoji', () => {
    expect(oneLine('👩‍👩‍👧 ❤️')).toBe('👩‍👩‍👧 ❤️');
  });
});
