import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CheckResult } from './audit.ts';
import type { Check, Importance } from './checks/check.ts';
import { checks as ruleset } from './checks/index.ts';
import type { Status } from './outcome.ts';
import { resultOf, scoreResults, weights } from './score.ts';

const earned: Record<Status, number | null> = {
  pass: 1,
  warn: 0.5,
  fail: 0,
  na: null,
  error: null,
};

function result(status: Status, importance: Importance = 'medium', points = earned[status]) {
  return {
    category: 'seo',
    importance,
    status,
    title: '',
    summary: '',
    value: null,
    evidence: [],
    advice: null,
    source: '',
    weight: weights[importance],
    points,
  } satisfies CheckResult;
}

const score = (results: Record<string, CheckResult>, checks: readonly Check[] = []) =>
  scoreResults(checks, results, { expectIndexable: true });

function gated(id: string, gate: Check['gate']): Check {
  const run: Check['run'] = () => ({ status: 'pass', summary: '' });
  const texts = { title: '', advice: '', source: '' };
  return { id, category: 'seo', importance: 'high', ...texts, ...(gate ? { gate } : {}), run };
}

it('has the weights high 10, medium 5, low 2, info 0', () => {
  expect(weights).toEqual({ high: 10, medium: 5, low: 2, info: 0 });
});

it('is the share of the weight that was earned, rounded down', () => {
  expect(score({ a: result('pass', 'high'), b: result('fail', 'medium') }).score).toBe(66);
  expect(score({ a: result('warn', 'high'), b: result('pass', 'low') }).score).toBe(58);
  expect(score({ a: result('pass'), b: result('fail', 'info') }).score).toBe(100);
});

it('does not lose a point to floating-point errors', () => {
  const results = {
    a: result('pass', 'high'),
    b: result('pass', 'high'),
    c: result('fail', 'high'),
    d: result('fail', 'high'),
    e: result('warn', 'high'),
    f: result('warn', 'high'),
    g: result('warn', 'medium', 19 / 25),
  };
  expect(score(results).score).toBe(52);
});

it('is 100 only when nothing failed', () => {
  const almost = result('warn', 'high', 0.9999);
  expect(score({ a: almost, b: result('pass', 'high') }).score).toBe(99);
});

it('ignores checks that do not apply or could not be evaluated', () => {
  const results = { a: result('pass'), b: result('na', 'high'), c: result('error', 'high') };
  expect(score(results).score).toBe(100);
});

it('is 0 if nothing could be evaluated', () => {
  expect(score({ a: result('error') })).toMatchObject({ score: 0, coverage: 0, partial: true });
});

it('reports the share of the applicable weight that was evaluated', () => {
  const results = { a: result('pass', 'high'), b: result('error', 'low'), c: result('na', 'high') };
  expect(score(results)).toMatchObject({ coverage: 10 / 12, partial: false });
  expect(score({ ...results, d: result('error') })).toMatchObject({ partial: true });
});

it.each([
  [100, 'good'],
  [80, 'good'],
  [79, 'decent'],
  [50, 'decent'],
  [49, 'bad'],
  [0, 'bad'],
])('rates %i %s', (number, rating) => {
  expect(resultOf(number)).toBe(rating);
});

it('scores each category separately', () => {
  const results = {
    a: result('pass'),
    b: result('warn'),
    c: { ...result('fail'), category: 'security' as const },
  };
  expect(score(results).categories).toEqual({
    seo: { score: 75, passed: 1, warned: 1, failed: 0 },
    performance: { score: null, passed: 0, warned: 0, failed: 0 },
    security: { score: 0, passed: 0, warned: 0, failed: 1 },
    miscellaneous: { score: null, passed: 0, warned: 0, failed: 0 },
  });
});

it('caps the score by the lowest triggered gate and lists all with their reasons', () => {
  const checks = [
    gated('a', { cap: 79, triggeredBy: 'warn', reason: 'A', indexability: false }),
    gated('b', { cap: 49, triggeredBy: 'fail', reason: 'B', indexability: true }),
    gated('c', { cap: 49, triggeredBy: 'fail', reason: 'C', indexability: true }),
  ];
  const many = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`p${i}`, result('pass', 'high')]),
  );
  const results = {
    ...many,
    a: result('warn'),
    b: result('fail', 'low'),
    c: result('warn', 'low'),
  };
  expect(score(results, checks)).toMatchObject({
    score: 49,
    result: 'bad',
    gates: [
      { check: 'a', cap: 79, reason: 'A' },
      { check: 'b', cap: 49, reason: 'B' },
    ],
  });
});

it('does not trigger a gate on an error', () => {
  const check = gated('a', { cap: 49, triggeredBy: 'fail', reason: 'A', indexability: true });
  expect(score({ a: result('error'), b: result('pass') }, [check]).gates).toEqual([]);
});

it('disables only the gates of indexability for a staging site', () => {
  const checks = [
    gated('a', { cap: 49, triggeredBy: 'fail', reason: 'A', indexability: true }),
    gated('b', { cap: 79, triggeredBy: 'fail', reason: 'B', indexability: false }),
  ];
  const results = { a: result('fail', 'low'), b: result('fail', 'low') };
  const staging = scoreResults(checks, results, { expectIndexable: false });
  expect(staging.gates).toEqual([{ check: 'b', cap: 79, reason: 'B' }]);
});

it('sorts fixFirst by gates, then by points to gain, then by ruleset order', () => {
  const check = gated('gate', { cap: 79, triggeredBy: 'fail', reason: '', indexability: false });
  const results = {
    low: result('fail', 'low'),
    half: result('warn', 'medium'),
    passed: result('pass', 'high'),
    info: result('fail', 'info'),
    other: result('fail', 'low'),
    high: result('fail', 'high'),
    gate: result('fail', 'medium'),
    na: result('na', 'high'),
  };
  expect(score(results, [check]).fixFirst).toEqual(['gate', 'high', 'half', 'low', 'other']);
});

it('can be recomputed from a stored report', () => {
  const results = fc.dictionary(
    fc.string(),
    fc
      .tuple(
        fc.constantFrom<Status>('pass', 'warn', 'fail', 'na', 'error'),
        fc.constantFrom<Importance>('high', 'medium', 'low', 'info'),
        fc.double({ min: 0, max: 1, noNaN: true }),
      )
      .map(([status, importance, ratio]) =>
        result(status, importance, status === 'warn' ? ratio : earned[status]),
      ),
  );
  fc.assert(
    fc.property(results, (made) => {
      const first = score(made);
      expect(score(JSON.parse(JSON.stringify(made)))).toEqual(first);
      expect(first.score).toBeGreaterThanOrEqual(0);
      expect(first.score).toBeLessThanOrEqual(100);
    }),
  );
});

it('uses unique check ids and the documented gates', () => {
  const ids = ruleset.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ruleset.flatMap(({ id, gate }) => (gate ? [`${id} ${gate.cap}`] : []))).toEqual([
    'http-status 49',
    'indexable-meta 49',
    'indexable-header 49',
    'indexable-robots-txt 49',
    'canonical-other 79',
    'https 79',
  ]);
});
