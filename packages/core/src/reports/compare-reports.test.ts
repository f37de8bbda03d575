import type { CheckResult } from '@sitegrade/audit';
import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { beforeEach, expect, it } from 'vitest';
import type { Context } from '../context/context.ts';
import { createContext } from '../context/create-context.ts';
import {
  changesBetween,
  compareReports,
  comparisonOf,
  findPreviousReport,
} from './compare-reports.ts';

let context: Context;
beforeEach(() => {
  context = createContext({ store: memoryStore() });
});

type Results = Readonly<Record<string, Partial<CheckResult>>>;

const checksOf = (results: Results) => {
  const base = newReport().checks.title as CheckResult;
  return Object.fromEntries(
    Object.entries(results).map(([id, part]) => [
      id,
      { ...base, status: 'pass' as const, ...part },
    ]),
  );
};

const add = (checks: Results, part: Parameters<typeof newReport>[0] = {}) =>
  context.store.reports.create(newReport({ partial: false, ...part, checks: checksOf(checks) }));

it('lists what was fixed and what broke', async () => {
  const from = await add(
    {
      repaired: { status: 'fail' },
      gone: { status: 'warn' },
      worse: { status: 'warn' },
      fresh: { status: 'pass' },
      appeared: { status: 'na' },
      unknown: { status: 'fail' },
      before: { status: 'error' },
      dropped: { status: 'fail' },
    },
    { score: 61 },
  );
  const to = await add(
    {
      repaired: { status: 'pass' },
      gone: { status: 'na' },
      worse: { status: 'fail' },
      fresh: { status: 'warn' },
      appeared: { status: 'fail' },
      unknown: { status: 'error' },
      before: { status: 'fail' },
      added: { status: 'fail' },
    },
    { score: 55 },
  );
  expect(changesBetween(from, to)).toEqual({
    score: -6,
    sameRuleset: true,
    fixed: ['repaired', 'gone'],
    broken: ['fresh', 'appeared'],
  });
});

it('calls nothing fixed or broken that a partial report did not see', async () => {
  const seen = await add({ h1: { status: 'fail' }, https: { status: 'fail' } });
  const refused = await add({ h1: { status: 'na' }, https: { status: 'pass' } }, { partial: true });
  expect(changesBetween(seen, refused)).toMatchObject({ fixed: ['https'], broken: [] });
  expect(changesBetween(refused, seen)).toMatchObject({ fixed: [], broken: ['https'] });
});

it('says when the rulesets differ', async () => {
  const from = await add({}, { rulesetVersion: '2' });
  const to = await add({}, { rulesetVersion: '3' });
  expect(changesBetween(from, to).sameRuleset).toBe(false);
});

it('shows both results of every check that differs', async () => {
  const from = await add({
    same: {},
    status: { status: 'fail' },
    summary: { summary: 'The title has 3 characters.' },
    value: { value: [1] },
    dropped: {},
  });
  const to = await add({
    same: {},
    status: {},
    summary: { summary: 'The title has 4 characters.' },
    value: { value: [1, 2] },
    added: {},
  });
  const comparison = await compareReports(context, 'owner-1', { from: from.id, to: to.id });
  expect(comparison).toMatchObject({ from, to, changes: changesBetween(from, to) });
  expect(Object.keys(comparison.checks)).toEqual([
    'status',
    'summary',
    'value',
    'added',
    'dropped',
  ]);
  expect(comparison.checks.value).toEqual({ from: from.checks.value, to: to.checks.value });
  expect(comparison.checks.added).toEqual({ from: null, to: to.checks.added });
  expect(comparison.checks.dropped).toEqual({ from: from.checks.dropped, to: null });
});

it('compares only reports of the owner', async () => {
  const { id } = await add({});
  const foreign = await add({}, { ownerId: 'owner-2' });
  await expect(
    compareReports(context, 'owner-1', { from: foreign.id, to: id }),
  ).rejects.toMatchObject({ code: 'not_found' });
  await expect(
    compareReports(context, 'owner-1', { from: id, to: foreign.id }),
  ).rejects.toMatchObject({ code: 'not_found' });
});

it('finds the previous report of the same URL', async () => {
  const first = await add({});
  const other = await add({}, { url: 'https://example.com/other' });
  const last = await add({});
  expect(await findPreviousReport(context, 'owner-1', last)).toEqual(first);
  expect(await findPreviousReport(context, 'owner-1', other)).toBeUndefined();
  await expect(findPreviousReport(context, '', last)).rejects.toMatchObject({
    code: 'invalid_input',
  });
});

it('compares checks with the names of what every object has', async () => {
  const from = await add({ title: {} });
  const to = await add({ title: {}, constructor: { status: 'fail' as const } });
  const { changes, checks } = comparisonOf(from, to);
  expect(changes).toMatchObject({ fixed: [], broken: [] });
  expect(Object.keys(checks)).toEqual(['constructor']);
  expect(checks.constructor).toEqual({ from: null, to: to.checks.constructor });
});
