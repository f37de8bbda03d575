import { expect, it } from 'vitest';
import { type Budgeted, exceeded } from './budgets.ts';

const packages = (measured: number, budget: number): Budgeted => ({
  what: 'packages',
  measured,
  budget,
});

it('allows what a budget allows, and nothing beyond it', () => {
  expect(exceeded([packages(9, 10), packages(10, 10)])).toEqual([]);
  expect(exceeded([packages(10, 10), packages(11, 10)])).toEqual([packages(11, 10)]);
});

it('takes no missing number for one that is small enough', () => {
  expect(exceeded([packages(Number.NaN, 10), packages(1, Number.NaN)])).toHaveLength(2);
});
