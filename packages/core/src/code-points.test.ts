import { expect, it } from 'vitest';
import { countCodePoints } from './validate.ts';

it.each([
  ['', 0],
  ['abc', 3],
  ['ä', 1],
  ['🙂'.repeat(100), 100],
  ['\ud800', 1],
])('counts %j as %i', (text, count) => {
  expect(countCodePoints(text)).toBe(count);
});
