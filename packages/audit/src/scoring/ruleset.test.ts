import { describe, expect, it } from 'vitest';
import type { Check } from '../checks/check.ts';
import { factsOf } from '../checks/fixtures/facts-of.ts';
import { defaultRuleset, extendRuleset, type Ruleset, requireRuleset } from './ruleset.ts';
import { runChecks } from './run-checks.ts';

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
    [/why of check "a"/, { checks: [check('a', { why: ' ' })] }],
    [/run of check "a"/, { checks: [check('a', { run: 'x' as unknown as Check['run'] })] }],
  ])('rejects a ruleset: %s', (message, wrong) => {
    expect(() => requireRuleset({ ...base, ...wrong })).toThrow(message);
  });

  it('accepts the default ruleset', () => {
    expect(requireRuleset(defaultRuleset)).toBe(defaultRuleset);
  });
});

describe('options', () => {
  const limit = {
    default: 60,
    min: 20,
    max: 200,
    unit: 'characters',
    description: 'Longer is bad.',
  };
  const long = check('long', {
    options: { max: limit, min: { ...limit, default: 30 } },
    run: (_facts, { max, min }) => ({ status: 'pass', summary: `${min} to ${max}` }),
  });
  const withLimit: Ruleset = { version: '1', checks: [...base.checks, long] };
  const extended = (options: NonNullable<Parameters<typeof extendRuleset>[1]['options']>) =>
    extendRuleset(withLimit, { version: 'v', options });
  const summaryOf = async ({ checks }: Ruleset) =>
    (await runChecks(checks, await factsOf())).get('long')?.summary;

  it('have the default of the check, unless a ruleset sets another value', async () => {
    expect(await summaryOf(withLimit)).toBe('30 to 60');
    const changed = extended({ long: { max: 70 } });
    expect(await summaryOf(changed)).toBe('30 to 70');
    expect(await summaryOf(extendRuleset(changed, { version: 'w' }))).toBe('30 to 70');
    expect(await summaryOf(withLimit)).toBe('30 to 60');
  });

  it('are part of the version', () => {
    const { version } = extended({ long: { max: 70, min: 20 } });
    expect(version).toMatch(/^1\+v\.[0-9a-f]{8}$/);
    expect(extended({ long: { min: 20, max: 70 } }).version).toBe(version);
    expect(extended({ long: { max: 71, min: 20 } }).version).not.toBe(version);
    expect(extended({}).version).toBe('1+v');
  });

  it.each([
    [{ x: { max: 70 } }, 'options contains "x", which the ruleset does not have.'],
    [
      { long: { mx: 70 } },
      'options["long"].mx does not exist: the options of the check are max, min.',
    ],
    [{ long: { toString: 70 } }, 'options["long"].toString does not exist'],
    [{ a: { max: 70 } }, 'options["a"].max does not exist: the check has no options.'],
    [
      { long: { max: 201 } },
      'options["long"].max must be a number of characters from 20 to 200, not 201.',
    ],
    [{ long: 70 }, 'options["long"] must be an object such as { max: 70 }, not 70.'],
    [{ long: null }, 'options["long"] must be an object such as { max: 70 }, not null.'],
    [{ long: { max: 19 } }, 'from 20 to 200, not 19.'],
    [{ long: { max: Number.NaN } }, 'from 20 to 200, not null.'],
    [{ long: { max: '70' as unknown as number } }, 'from 20 to 200, not "70".'],
  ])('are validated: %o', (options, message) => {
    expect(() => extended(options as never)).toThrow(message);
  });

  it.each([
    ['options.Max of check "a" must be named in camelCase.', { Max: limit }],
    [
      'options.max.default of check "a" must be a number.',
      { max: { ...limit, default: Infinity } },
    ],
    [
      'options.max.default of check "a" must be from min to max (20 to 200).',
      { max: { ...limit, default: 10 } },
    ],
    [
      'options.max.value of check "a" must be from min to max (20 to 200).',
      { max: { ...limit, value: 10 } },
    ],
    ['options.max.min of check "a" must be at least 0.', { max: { ...limit, min: -1 } }],
    ['options.max.unit of check "a" must be a non-empty string.', { max: { ...limit, unit: ' ' } }],
    [
      'options.max.description of check "a" must be a non-empty string.',
      { max: { ...limit, description: '' } },
    ],
  ])('are declared completely: %s', (message, options) => {
    expect(() => requireRuleset({ version: '1', checks: [check('a', { options })] })).toThrow(
      message,
    );
  });

  it('of every check change what it finds, at both ends of what is allowed', () => {
    for (const { id, options = {} } of defaultRuleset.checks) {
      for (const [name, { min, max }] of Object.entries(options)) {
        for (const value of [min, max]) {
          const { checks } = extendRuleset(defaultRuleset, {
            version: 'v',
            options: { [id]: { [name]: value } },
          });
          expect(checks.find((check) => check.id === id)?.options?.[name]?.value).toBe(value);
        }
      }
    }
  });
});
