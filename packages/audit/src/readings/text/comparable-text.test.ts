import { expect, it } from 'vitest';
import { comparableText } from './comparable-text.ts';

it.each([
  ['Rye Bread – Ann’s', 'rye bread – ann’s'],
  ['RYE bread, 2 €', 'rye bread, 2 €'],
  ['Rye  bread', 'rye bread'],
  [' Rye bread', 'rye bread'],
  ['Rye bread ', 'rye bread'],
  ['Rye\tbread\n', 'rye bread'],
  ['Rye\u00a0bread', 'rye bread'],
  ['Ｒｙｅ ﬁｎｅ', 'rye fine'],
  ['ÉCLAIR', 'éclair'],
  ['E\u0301CLAIR', 'éclair'],
  ['', ''],
  [' ', ''],
])('compares “%s” as “%s”', (text, expected) => {
  expect(comparableText(text)).toBe(expected);
});

it('is linear for long texts', () => {
  const text = `${'a b '.repeat(50_000)}\u0000`;
  expect(comparableText(text)).toHaveLength(text.length);
});

it('compares every character in the same form as without the shortcut', () => {
  for (let code = 0; code < 0x3000; code++) {
    const text = `a${String.fromCharCode(code)}B`;
    const expected = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
    expect(comparableText(text)).toBe(expected);
  }
});
