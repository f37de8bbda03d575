import { expect, it } from 'vitest';
import { plainLines, plainText } from './plain-text.ts';

it.each([
  ['Fresh bread', 'Fresh bread'],
  [' a\r\n\t b\u2028c\u00a0d ', 'a b c d'],
  [
    '\u001b[31mred\u001b]8;;http://evil.test\u0007',
    '<U+001B>[31mred<U+001B>]8;;http://evil.test<U+0007>',
  ],
  ['\u009b2J\u0090q\u009c', '<U+009B>2J<U+0090>q<U+009C>'],
  ['a\u0000b\u0008c\u007f', 'a<U+0000>b<U+0008>c<U+007F>'],
  ['user\u202egpj.exe\u2066', 'user<U+202E>gpj.exe<U+2066>'],
  ['\ud800', '<U+D800>'],
  ['日本語 👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 é می‌خواهم', '日本語 👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 é می‌خواهم'],
  ['a\u{e0041}\u{e0042}', 'a<U+E0041><U+E0042>'],
  [`\u{1f3f4}${'\u{e0061}'.repeat(8)}`, `\u{1f3f4}${'\u{e0061}'.repeat(7)}<U+E0061>`],
  ['❤\ufe0f 葛\u{e0100}', '❤\ufe0f 葛\u{e0100}'],
  ['😀\ufe01\u{e0154}\u{e0155}', '😀\ufe01<U+E0154><U+E0155>'],
])('plainText writes %j as %j', (text, shown) => {
  expect(plainText(text)).toBe(shown);
});

it('plainLines keeps line breaks and tabs', () => {
  expect(plainLines('\u001b[2Ja\r\n\tb\n\u202e')).toBe('<U+001B>[2Ja\r\n\tb\n<U+202E>');
});
