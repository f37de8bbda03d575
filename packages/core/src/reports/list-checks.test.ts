import { defaultRuleset, extendRuleset } from '@sitegrade/audit/checks';
import { memoryStore } from '@sitegrade/store-memory';
import { expect, it } from 'vitest';
import { createContext } from '../context/create-context.ts';
import { listChecks } from './list-checks.ts';

it('lists the checks of the context, with their weights and without their code', () => {
  const ruleset = extendRuleset(defaultRuleset, { version: 'x', importance: { words: 'info' } });
  const { rulesetVersion, checks } = listChecks(createContext({ store: memoryStore(), ruleset }));
  expect(rulesetVersion).toBe(`${defaultRuleset.version}+x`);
  expect(checks.map(({ id }) => id)).toEqual(defaultRuleset.checks.map(({ id }) => id));
  expect(checks.find(({ id }) => id === 'words')).toMatchObject({ weight: 0, family: null });
  expect(checks.find(({ id }) => id === 'h1')).toMatchObject({ weight: 5, family: 'headings' });
  expect(JSON.parse(JSON.stringify(checks))).toEqual(checks);
});
