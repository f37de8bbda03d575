import { expect, it } from 'vitest';
import { sortInSlices } from './sort-in-slices.ts';

it.each([0, 1, 2_000, 2_001, 9_999])('sorts %i rows, stably, with pauses', (length) => {
  const rows = Array.from({ length }, (_, index) => ({
    key: (index * 7_919) % 1_009,
    place: index,
  }));
  const steps = sortInSlices(rows, (a, b) => a.key - b.key);
  let pauses = 0;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) {
      expect(step.value).toEqual(rows.toSorted((a, b) => a.key - b.key));
      break;
    }
    pauses++;
  }
  expect(pauses).toBeGreaterThanOrEqual(Math.floor(length / 2_000));
});
