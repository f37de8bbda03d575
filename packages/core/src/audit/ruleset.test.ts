import { describe, expect, it } from 'vitest';
import type { Check } from './checks/check.ts';
import { defaultRuleset, extendRuleset, type Ruleset, requireRuleset } from './ruleset.ts';

const check = (id: string, more: Partial<Check> = {}): Check => ({
  id,
  category: 'seo',
  importance: 'medium',
  title: 'Title',
  advice: 'Advice',
  source: 'https://example.com/',
  run: () => ({ status: 'pass', summary: '' }),
  ...more,
});

const base: Ruleset = { version: '1', checks: [check('a'), check('b'), check('c')] };

const idsOf = ({ checks }: Ruleset) => checks.map(({ id }) => id);

describe('extendRuleset', () => {
  it('adds, replaces and drops checks, changes their importance, and extends the version', () => {
    const replacement = check('b', { title: 'Other' });
    const ruleset = extendRuleset(base, {
      version: 'acme-1',
      add: [check('d')],
      replace: [replacement],
      drop: ['a'],
      importance: { c: 'high', d: 'info' },
    });
    expect(ruleset.version).toBe('1+acme-1');
    expect(idsOf(ruleset)).toEqual(['b', 'c', 'd']);
    expect(ruleset.checks.map(({ importance }) => importance)).toEqual(['medium', 'high', 'info']);
    expect(ruleset.checks[0]?.title).toBe('Other');
    expect(idsOf(base)).toEqual(['a', 'b', 'c']);
    expect(base.checks[2]?.importance).toBe('medium');
  });

  it.each([
    ['drop', { drop: ['x'] }],
    ['replace', { replace: [check('x')] }],
    ['importance', { importance: { x: 'low' } }],
    ['importance', { drop: ['a'], importance: { a: 'low' } }],
  ] as const)('rejects unknown ids in %s', (field, changes) => {
    const make = () => extendRuleset(base, { version: 'v', ...changes });
    expect(make).toThrow(TypeError);
    expect(make).toThrow(new RegExp(`^${field} contains "[xa]", which the ruleset does not have`));
  });

  it('rejects duplicate ids', () => {
    expect(() => extendRuleset(base, { version: 'v', add: [check('a')] })).toThrow('"a" twice');
  });
});

describe('requireRuleset', () => {
  it.each([
    [/version/, { version: '' }],
    [/version/, { version: 'a b' }],
    [/version/, { version: 'x'.repeat(65) }],
    [/empty/, { checks: [] }],
    [/id must be/, { checks: [check('A')] }],
    [/id must be/, { checks: [check('1')] }],
    [/id must be/, { checks: [check('a--b')] }],
    [/id must be/, { checks: [check('a'.repeat(65))] }],
    [/category of check "a"/, { checks: [check('a', { category: 'x' as 'seo' })] }],
    [/importance of check "a"/, { checks: [check('a', { importance: 'toString' as 'low' })] }],
    [/title of check "a"/, { checks: [check('a', { title: ' ' })] }],
    [/run of check "a"/, { checks: [check('a', { run: 'x' as unknown as Check['run'] })] }],
  ])('rejects a ruleset: %s', (message, wrong) => {
    expect(() => requireRuleset({ ...base, ...wrong })).toThrow(message);
  });

  it('accepts the default ruleset', () => {
    expect(requireRuleset(defaultRuleset)).toBe(defaultRuleset);
  });
});
