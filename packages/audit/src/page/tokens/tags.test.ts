import { expect, it } from 'vitest';
import { bitOf, distinctFlags } from './tags.ts';

const flags = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, bit) => [`flag${bit}`, 1 << bit]));

it('allows 32 flags', () => {
  expect(Object.values(distinctFlags(flags(32))).map(bitOf)).toEqual(
    Array.from({ length: 32 }, (_, bit) => bit),
  );
});

it('refuses one more, which would equal the first', () => {
  expect(() => distinctFlags(flags(33))).toThrow('The flag "flag32" does not have its own bit.');
});

it.each([0, 3, 0.5, 2 ** 32])('refuses %d', (flag) => {
  expect(() => distinctFlags({ flag })).toThrow('The flag "flag" does not have its own bit.');
});
