import { expect, it } from 'vitest';
import { comparableRuns } from './comparable-runs.ts';

it('begins a line at each point that cannot be compared with the one before', () => {
  const points = [true, true, false, true, false].map((isComparable) => ({ isComparable }));
  const runs = comparableRuns(points);
  expect(runs.map((run) => run.map(({ index }) => index))).toEqual([[0, 1], [2, 3], [4]]);
  expect(comparableRuns([])).toEqual([]);
});
