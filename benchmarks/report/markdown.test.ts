import { expect, it } from 'vitest';
import { type Goal, isReached, shown } from './finding.ts';
import { goalsOf, markdownOf, reasonsOf } from './markdown.ts';

const goal = (measured: number, bound: Partial<Goal>): Goal => ({
  kind: 'goal',
  what: 'reading',
  measured,
  unit: ' ×',
  ...bound,
});

it('reaches a goal at its bound, and not beyond it', () => {
  expect([2, 2.01].map((measured) => isReached(goal(measured, { atMost: 2 })))).toEqual([
    true,
    false,
  ]);
  expect([0.8, 0.79].map((measured) => isReached(goal(measured, { atLeast: 0.8 })))).toEqual([
    true,
    false,
  ]);
});

it('takes no missing number for one that reaches a goal', () => {
  const missing = [{ atMost: 2 }, { atLeast: 2 }, {}].map((bound) => goal(Number.NaN, bound));
  expect(missing.map(isReached)).toEqual([false, false, false]);
});

it('lists goals in their order, and why those that are missed are missed', () => {
  const missedBecause = 'the facts are read.';
  const goals = [goal(3, { atMost: 2, missedBecause }), goal(1, { atLeast: 0.8, missedBecause })];
  expect(goalsOf(goals)).toBe(
    [
      '|         | measured |    goal |         |',
      '| ------- | -------: | ------: | ------- |',
      '| reading |   3.00 × |   ≤ 2 × | missed  |',
      '| reading |   1.00 × | ≥ 0.8 × | reached |',
    ].join('\n'),
  );
  const other = { ...goal(4, { atMost: 2, missedBecause }), what: 'checking' };
  expect(reasonsOf([...goals, other])).toBe('- *reading*; *checking*: the facts are read.');
});

it('writes a table that can be read without being rendered', () => {
  const rows = [
    ['parse5', 2_493],
    ['sitegrade', 0.067],
  ];
  const columns = ['', 'µs a page'];
  expect(markdownOf({ kind: 'table', title: 'Reading', about: 'CPU time.', columns, rows })).toBe(
    [
      '### Reading\n\nCPU time.\n',
      '|           | µs a page |',
      '| --------- | --------: |',
      '| parse5    |     2,493 |',
      '| sitegrade |     0.067 |',
    ].join('\n'),
  );
});

it.each([
  [1234.5, '1,235'],
  [12.34, '12.3'],
  [1.234, '1.23'],
  [0.0123, '0.012'],
  [0, '0.000'],
  [Number.NaN, '–'],
])('shows %d as %s', (value, text) => {
  expect(shown(value)).toBe(text);
});
