import { expect, it } from 'vitest';
import { chooseFrames } from './choose-frames.ts';

const chosen = (times: readonly number[], most: number) =>
  chooseFrames(
    times.map((atMs) => ({ atMs })),
    most,
  ).map(({ atMs }) => atMs);

it.each([
  ['none of none', [], 3, []],
  ['all of a few', [5, 7, 900], 3, [5, 7, 900]],
  ['the first, the last and those at the same distance', [0, 10, 40, 50, 60, 100], 3, [0, 50, 100]],
  ['what was there at the time', [0, 10, 20, 30, 100], 3, [0, 30, 100]],
  ['each only one time', [0, 1, 2, 3, 1_000], 4, [0, 3, 1_000]],
  ['one of those at the same moment', [7, 7, 7], 2, [7]],
])('chooses %s', (_what, times, most, expected) => {
  expect(chosen(times, most)).toEqual(expected);
});
