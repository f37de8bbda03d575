import { expect, it } from 'vitest';
import { pointsOfShare } from './points-of-share.ts';

it.each([
  [0, 3, 1],
  [1, 100_000, 0.999],
  [1, 50, 0.946],
  [116, 500, 0.665],
  [1, 3, 0.561],
  [1, 2, 0.405],
  [3, 3, 0],
  // A part of a thing may have a fault that the thing itself has, too.
  [4, 3, 0],
])('%i of %i with a fault leave %d points', (faulty, all, points) => {
  expect(pointsOfShare(faulty, all)).toBe(points);
});
