import { expect, it } from 'vitest';
import { visible } from './visible.ts';

it.each([
  ['plain <b> & "text"', 'plain <b> & "text"'],
  ['two\nlines', 'two\nlines'],
  ['\u202egpj.exe', '<U+202E>gpj.exe'],
  ['a\u0000b\u0007\u009b', 'a<U+0000>b<U+0007><U+009B>'],
  ['\ud800', '<U+D800>'],
  ['שלום 👩‍👩‍👧', 'שלום 👩‍👩‍👧'],
  ['\u2066x\u2069', '<U+2066>x<U+2069>'],
])('writes %j as %j', (text, expected) => {
  expect(visible(text)).toBe(expected);
});
