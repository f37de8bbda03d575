import axe from 'axe-core';
import { expect, it } from 'vitest';
import { factsOf } from '../../packages/audit/src/checks/fixtures/facts-of.ts';
import { checks } from '../../packages/audit/src/checks/index.ts';
import { renderedChecks } from '../../packages/audit/src/checks/rendered/index.ts';
import { runChecks } from '../../packages/audit/src/scoring/run-checks.ts';
import { knownAxeDifferences } from './axe-differences.ts';
import { sharedDecisions } from './axe-rules.ts';

const rules = sharedDecisions.flatMap((decision) => decision.rules);

/** The ids of the checks that accuse a page because it breaks a rule of axe-core. */
async function accusedBy(id: string): Promise<readonly string[]> {
  const elements = [{ selector: 'p', html: '<p>', data: {} }];
  const violations = [{ id, count: 1, elements }];
  const rendered = { axe: { version: axe.version, violations, passes: [], incomplete: [] } };
  const results = await runChecks(renderedChecks, await factsOf({ rendered }));
  return [...results].flatMap(([check, { status }]) =>
    status === 'warn' || status === 'fail' ? [check] : [],
  );
}

it('names rules of axe-core and checks that exist, each rule once', () => {
  const known = new Set(axe.getRules().map(({ ruleId }) => ruleId));
  expect(rules.filter((rule) => !known.has(rule))).toEqual([]);
  expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([]);
  const ids = new Set(checks.filter(({ reads }) => reads !== 'browser').map(({ id }) => id));
  const named = sharedDecisions.flatMap((decision) => decision.checks);
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
});

it('explains differences of decisions that exist', () => {
  const first = new Set(sharedDecisions.map((decision) => decision.rules[0]));
  expect(knownAxeDifferences.filter(({ rule }) => !first.has(rule))).toEqual([]);
});

it('has no rule that a check of rendered pages reports, too: a cause is one finding', async () => {
  const reported: string[] = [];
  for (const { ruleId } of axe.getRules()) {
    if ((await accusedBy(ruleId)).length > 0) reported.push(ruleId);
  }
  expect(reported.sort()).toEqual([
    'color-contrast',
    'link-in-text-block',
    'scrollable-region-focusable',
    'target-size',
  ]);
  expect(rules.filter((rule) => reported.includes(rule))).toEqual([]);
});
