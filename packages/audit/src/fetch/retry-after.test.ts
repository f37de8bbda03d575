import { expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const now = new Date('1994-11-06T08:49:30Z');
const of = (...values: string[]) =>
  retryAfterMs(new Map(values.length === 0 ? [] : [['retry-after', values]]), now);

it.each([
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7_000],
  ['9999999999', 9_999_999_999_000],
  // The three forms of RFC 9110 §5.6.7.
  ['Sun, 06 Nov 1994 08:49:37 GMT', 7_000],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 7_000],
  ['Sun Nov  6 08:49:37 1994', 7_000],
  ['Sun, 06 Nov 1994 08:49:00 GMT', 0],
])('%s is %d ms', (value, ms) => {
  expect(of(value)).toBe(ms);
});

it.each([
  '',
  'soon',
  '-1',
  '1.5',
  '1e3',
  '2 minutes',
  '1994-11-06',
  'Sun, 99 Nov 1994 08:49:37 GMT',
])('“%s” is invalid', (value) => {
  expect(of(value)).toBeNull();
});

it('is the first header', () => {
  expect(of('5', '6')).toBe(5_000);
  expect(of()).toBeNull();
});
