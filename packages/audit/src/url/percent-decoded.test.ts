import { expect, it } from 'vitest';
import { percentDecoded } from './percent-decoded.ts';

it.each([
  ['caf%C3%A9%2Fa', 'café/a'],
  ['plain', 'plain'],
  ['100%', '100%'],
  ['%E9', '%E9'],
])('decodes %s to %s', (text, decoded) => {
  expect(percentDecoded(text)).toBe(decoded);
});
