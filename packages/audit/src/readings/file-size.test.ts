import { expect, it } from 'vitest';
import { fileSizeText } from './file-size.ts';

it.each([
  [0, '0 kB'],
  [1, '1 kB'],
  [115_600, '116 kB'],
  [330_001, '331 kB'],
  [999_000, '999 kB'],
  [999_001, '1.0 MB'],
  [2_730_000, '2.7 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(fileSizeText(bytes)).toBe(text);
});
