import { expect, it } from 'vitest';
import type { Check, Outcome } from './checks/check.ts';
import { factsOf } from './checks/fixtures/facts-of.ts';
import { ruleset } from './checks/index.ts';
import { runChecks } from './run-checks.ts';

const facts = await factsOf({ body: '<img src=a.png><img src=b.png alt="B">' });

function checkSaying(outcome: Outcome | Error): Check {
  return {
    id: 'a',
    category: 'seo',
    importance: 'medium',
    title: 'Title',
    advice: 'Advice',
    source: 'https://example.com/',
    run: () => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
}

const resultOf = (outcome: Outcome | Error) => runChecks([checkSaying(outcome)], facts).a;

it.each([
  ['pass', 1],
  ['warn', 0.5],
  ['fail', 0],
  ['na', null],
  ['error', null],
] as const)('gives %s %s points', (status, points) => {
  expect(resultOf({ status, summary: '' })).toMatchObject({ status, points, weight: 5 });
});

it('lets a check name the points of a warning', () => {
  expect(resultOf({ status: 'warn', summary: '', points: 0.75 })?.points).toBe(0.75);
  expect(resultOf({ status: 'na', summary: '', points: 0.75 })?.points).toBeNull();
});

it('gives advice only where there is something to mend', () => {
  expect(resultOf({ status: 'fail', summary: '' })?.advice).toBe('Advice');
  expect(resultOf({ status: 'warn', summary: '' })?.advice).toBe('Advice');
  expect(resultOf({ status: 'pass', summary: '' })?.advice).toBeNull();
});

it('quotes at most 25 places', () => {
  const evidence = Array.from({ length: 40 }, () => ({ kind: 'url', text: 'x' }) as const);
  expect(resultOf({ status: 'fail', summary: '', evidence })?.evidence).toHaveLength(25);
});

it('turns a check that throws into an error, and keeps the others', () => {
  const checks = [
    checkSaying(new Error('broken')),
    { ...checkSaying({ status: 'pass', summary: '' }), id: 'b' },
  ];
  expect(runChecks(checks, facts)).toMatchObject({ a: { status: 'error' }, b: { status: 'pass' } });
});

it('lists results in the order of the ruleset', () => {
  expect(Object.keys(runChecks(ruleset, facts))).toEqual(ruleset.map(({ id }) => id));
});

it('gives the same results for the same facts, and leaves no error among ours', () => {
  const first = runChecks(ruleset, facts);
  expect(runChecks(ruleset, facts)).toEqual(first);
  expect(Object.values(first).filter(({ status }) => status === 'error')).toEqual([]);
  expect(JSON.parse(JSON.stringify(first))).toEqual(first);
});
