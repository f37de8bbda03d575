import { expect, it } from 'vitest';
import { meanRanks, rankCorrelation } from './rank-correlation.ts';

it('is 1 for the same order and -1 for the opposite one, regardless of the distances', () => {
  expect(rankCorrelation([1, 2, 300], [-5, 0, 1])).toBeCloseTo(1);
  expect(rankCorrelation([1, 2, 300], [9, 8, 0])).toBeCloseTo(-1);
});

it('gives equal numbers the mean of their ranks', () => {
  // By hand: the ranks are 0, 1.5, 1.5, 3 and 0, 1, 2, 3.
  expect(rankCorrelation([1, 2, 2, 3], [1, 2, 3, 4])).toBeCloseTo(4.5 / Math.sqrt(4.5 * 5));
});

it('averages the ranks of several lists', () => {
  expect(
    meanRanks([
      [10, 20, 30],
      [1, 3, 2],
    ]),
  ).toEqual([0, 1.5, 1.5]);
});
