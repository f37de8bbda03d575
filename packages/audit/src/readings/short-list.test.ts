import { expect, it } from 'vitest';
import { shortList } from './evidence.ts';

it('keeps the first 25, of 200 characters each', () => {
  expect(shortList(Array.from({ length: 26 }, String))).toHaveLength(25);
  expect(shortList(['a'.repeat(200)])).toEqual(['a'.repeat(200)]);
  expect(shortList(['a'.repeat(201)])).toEqual([`${'a'.repeat(199)}…`]);
  expect(shortList([`${'a'.repeat(198)}😀😀`])[0]?.isWellFormed()).toBe(true);
  expect(shortList(['\ud800'])).toEqual(['\ufffd']);
});
