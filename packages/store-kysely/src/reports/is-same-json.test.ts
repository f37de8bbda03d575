import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSameJson } from './is-same-json.ts';

it.each<[string, unknown, unknown]>([
  ['numbers', 1, 2],
  ['a number and a string', 1, '1'],
  ['null and an object', null, {}],
  ['an array and an object', [], {}],
  ['arrays of other lengths', [1], [1, 2]],
  ['the order of keys', { a: 1, b: 2 }, { b: 2, a: 1 }],
  ['more keys', { a: 1 }, { a: 1, b: 2 }],
  ['a value inside', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
])('finds a difference: %s', (_, one, other) => {
  expect(isSameJson(one, other)).toBe(false);
  expect(isSameJson(other, one)).toBe(false);
});

it.each<[string, unknown]>([
  ['undefined', undefined],
  ['a function', () => {}],
  ['a symbol', Symbol('name')],
  ['a number that JSON does not have', Number.NaN],
  ['a date', new Date(0)],
  ['an object with a toJSON', { toJSON: (key: string) => key }],
])('is never true of %s', (_, value) => {
  expect(isSameJson(value, value)).toBe(false);
  expect(isSameJson({ a: value }, { a: value })).toBe(false);
  expect(isSameJson([value], [value])).toBe(false);
});

it('is not true of arrays with holes', () => {
  expect(isSameJson(Array(1), Array(1))).toBe(false);
  expect(isSameJson(Array(1), [null])).toBe(false);
});

it('is true of copies, and only of what has the same JSON', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(value, value, (one, other) => {
      expect(isSameJson(one, structuredClone(one))).toBe(true);
      expect(isSameJson(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
    { numRuns: 500 },
  );
});
