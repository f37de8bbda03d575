import { expect, it } from 'vitest';
import { type Budgeted, exceeded } from './budgets.ts';
import { partOf } from './lines.ts';

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

it.each([
  ['packages/core/src/store/job.ts', 'product'],
  ['packages/core/src/store/job.test.ts', 'others'],
  ['packages/core/src/crawls/fixtures/crawl.ts', 'others'],
  ['packages/testing/src/index.ts', 'others'],
  ['scripts/tool.ts', 'others'],
])('counts %s to %s', (file, part) => {
  expect(partOf(file)).toBe(part);
});
