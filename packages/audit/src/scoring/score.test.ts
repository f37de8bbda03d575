import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EvaluatedCheck } from '../audit.ts';
import type { Check, GateRule, Importance } from '../checks/check.ts';
import { checks as ruleset } from '../checks/index.ts';
import type { Status } from '../outcome.ts';
import { resultOf, scoreResults, scoreWithout, weights } from './score.ts';

const earned: Record<Status, number | null> = {
  pass: 1,
  warn: 0.5,
  fail: 0,
  na: null,
  error: null,
};

/** A check of a test with its result. */
interface Case extends Partial<Pick<Check, 'category' | 'family' | 'capsFamily'>> {
  readonly status: Status;
  readonly importance?: Importance;
  readonly points?: number;
  readonly gate?: GateRule;
}

function checkOf(id: string, { status, points, gate, ...rest }: Case): Check {
  return {
    id,
    category: 'seo',
    importance: 'medium',
    title: '',
    advice: '',
    source: '',
    ...rest,
    ...(gate && { gate }),
    run: () => ({ status, summary: '', ...(points !== undefined && { points }) }),
  };
}

function resultOfCase({ status, category = 'seo', importance = 'medium', points }: Case) {
  return {
    category,
    importance,
    status,
    weight: weights[importance],
    title: '',
    summary: '',
    value: null,
    evidence: [],
    advice: null,
    source: '',
    sampled: false,
    points: points ?? earned[status],
  } satisfies EvaluatedCheck;
}

/** Scores a ruleset in which each check has one result. */
function score(cases: Readonly<Record<string, Case>>, { expectIndexable = true } = {}) {
  const entries = Object.entries(cases);
  return scoreResults(
    entries.map(([id, part]) => checkOf(id, part)),
    new Map(entries.map(([id, part]) => [id, resultOfCase(part)])),
    { expectIndexable },
  );
}

const deductionsOf = (cases: Readonly<Record<string, Case>>) =>
  Object.fromEntries(
    Object.entries(score(cases).checks).map(([id, { deduction }]) => [id, deduction]),
  );

const gate = (part: Partial<GateRule>): GateRule => {
  return { cap: 49, triggeredBy: 'fail', reason: 'Reason.', indexability: false, ...part };
};

/** Enough that passes to keep the coverage at 1 beside a few errors. */
const passed = { status: 'pass', importance: 'high' } as const;

describe('a score', () => {
  it('has the weights high 12, medium 5, low 1.5, info 0', () => {
    expect(weights).toEqual({ high: 12, medium: 5, low: 1.5, info: 0 });
  });

  it('is 100 less the weight that was not earned, rounded down', () => {
    expect(score({ a: { status: 'fail', importance: 'high' } }).score).toBe(88);
    expect(score({ a: { status: 'warn' } })).toMatchObject({ score: 97, scoreUncapped: 97 });
    expect(score({ a: { status: 'warn', points: 0.8 } }).score).toBe(99);
    expect(score({ a: { status: 'fail', importance: 'info' } }).score).toBe(100);
  });

  it('does not rise because more checks pass', () => {
    const failed = { a: { status: 'fail' } } as const;
    expect(score({ ...failed, b: passed, c: passed }).score).toBe(score(failed).score);
  });

  it('is 100 only when there is no finding', () => {
    expect(score({ a: passed }).score).toBe(100);
    expect(score({ a: { status: 'warn', points: 0.99999 } }).score).toBe(99);
  });

  it('is the sum of the deductions that the checks show', () => {
    const { score: total, checks } = score({
      a: { status: 'fail', importance: 'high' },
      b: { status: 'warn', points: 1 / 3 },
      c: { status: 'fail', importance: 'low' },
      d: { status: 'fail', importance: 'low' },
      e: passed,
    });
    expect(checks).toMatchObject({
      a: { deduction: 12 },
      b: { deduction: 3.33 },
      c: { deduction: 1.5 },
      d: { deduction: 1.35 },
      e: { deduction: 0 },
    });
    expect(total).toBe(Math.floor(100 - 12 - 3.33 - 1.5 - 1.35));
  });

  it('is at least 0', () => {
    const cases = Array.from({ length: 12 }, (_, n) => [
      `c${n}`,
      { status: 'fail', importance: 'high' } as const,
    ]);
    expect(score(Object.fromEntries(cases)).score).toBe(0);
  });

  it('is 0 if nothing could be evaluated', () => {
    expect(score({ a: { status: 'error' } })).toMatchObject({
      score: 0,
      coverage: 0,
      partial: true,
    });
  });

  it.each([
    [100, 'good'],
    [80, 'good'],
    [79, 'decent'],
    [50, 'decent'],
    [49, 'bad'],
    [0, 'bad'],
  ])('of %i is rated %s', (number, rating) => {
    expect(resultOf(number)).toBe(rating);
  });
});

describe('findings of low importance', () => {
  it('cost less and less, the largest first', () => {
    const deductions = deductionsOf({
      half: { status: 'warn', importance: 'low' },
      first: { status: 'fail', importance: 'low' },
      second: { status: 'fail', importance: 'low' },
    });
    expect(deductions).toEqual({ first: 1.5, second: 1.35, half: 0.61 });
  });

  it('do not change what others cost', () => {
    const low = { status: 'fail', importance: 'low' } as const;
    expect(deductionsOf({ a: low, b: { status: 'fail' }, c: low })).toMatchObject({ b: 5 });
  });
});

describe('a family', () => {
  it('costs its largest finding in full and the others a quarter', () => {
    const deductions = deductionsOf({
      a: { status: 'warn', family: 'x' },
      b: { status: 'fail', importance: 'high', family: 'x' },
      c: { status: 'fail', family: 'x' },
      d: { status: 'fail', family: 'y' },
    });
    expect(deductions).toEqual({ a: 0.63, b: 12, c: 1.25, d: 5 });
  });

  it('costs at most what having none of it costs', () => {
    const cases = {
      missing: { status: 'pass', importance: 'low', family: 'x', capsFamily: true },
      a: { status: 'fail', family: 'x' },
      b: { status: 'fail', family: 'x' },
    } as const;
    expect(deductionsOf(cases)).toEqual({ missing: 0, a: 1.2, b: 0.3 });
  });

  it('is not limited by a check without weight', () => {
    const cases = {
      missing: { status: 'pass', importance: 'info', family: 'x', capsFamily: true },
      a: { status: 'fail', family: 'x' },
    } as const;
    expect(deductionsOf(cases)).toMatchObject({ a: 5 });
  });
});

describe('coverage', () => {
  it('is the share of the applicable weight that was evaluated', () => {
    const cases = {
      a: passed,
      b: { status: 'error', importance: 'low' },
      c: { status: 'na', importance: 'high' },
    } as const;
    expect(score(cases)).toMatchObject({ coverage: 12 / 13.5, partial: false, partialReasons: [] });
    expect(score({ ...cases, d: { status: 'error' } })).toMatchObject({
      partial: true,
      partialReasons: ['Only 64% of the checks that apply could be evaluated, by weight.'],
    });
  });

  it('raises the deductions: what was not evaluated does not improve the score', () => {
    const cases = { a: { status: 'fail' }, b: passed, c: { status: 'error' } } as const;
    expect(deductionsOf(cases)).toMatchObject({ a: 6.47 });
  });

  it('below a half caps the score and does not raise the deductions further', () => {
    const cases = { a: { status: 'fail' }, b: { status: 'error', importance: 'high' } } as const;
    expect(score(cases)).toMatchObject({
      score: 79,
      scoreUncapped: 90,
      gates: [
        {
          check: null,
          cap: 79,
          reason: 'Only 29% of the checks that apply could be evaluated, by weight.',
        },
      ],
    });
  });
});

describe('a category', () => {
  it('does not have 100 beside a check that has failed, also if that costs nothing', () => {
    const failed = { a: { status: 'pass' }, b: { status: 'fail', importance: 'info' } } as const;
    expect(score(failed).categories.seo.score).toBe(99);
    expect(score({ ...failed, b: { ...failed.b, status: 'warn' } }).categories.seo.score).toBe(100);
  });

  it('falls with each finding, and less and less the more there are', () => {
    const scores = Array.from({ length: 40 }, (_, count) => {
      const names = Array.from(
        { length: count },
        (_name, at) => [`f${at}`, { status: 'fail' }] as const,
      );
      return (
        score({ a: { status: 'pass' }, ...Object.fromEntries(names) }).categories.seo.score ?? 0
      );
    });
    expect(scores.slice(0, 7)).toEqual([100, 86, 72, 59, 48, 39, 32]);
    for (const [at, each] of scores.entries())
      expect(each).toBeLessThanOrEqual(scores[at - 1] ?? 100);
    expect(scores[15]).toBeGreaterThan(0);
    expect(scores.at(-1)).toBe(0);
  });

  it('has its own score and counts', () => {
    const { categories } = score({
      a: { status: 'pass' },
      b: { status: 'warn' },
      c: { status: 'fail', importance: 'low', category: 'security' },
      d: { status: 'na', category: 'performance' },
    });
    expect(categories).toMatchObject({
      seo: { passed: 1, warned: 1, failed: 0 },
      performance: { score: null, passed: 0, warned: 0, failed: 0 },
      security: { passed: 0, warned: 0, failed: 1 },
      miscellaneous: { score: null },
    });
    // A finding costs more in its category than in the score.
    expect(categories.seo.score).toBeLessThan(97);
    expect(categories.security.score).toBeLessThan(98);
  });

  it('is 70 or more after one failure of medium importance, 85 or more after one of low', () => {
    for (const coverage of [1, 0.5]) {
      const of = (importance: Importance) =>
        score({
          a: { status: 'fail', importance },
          ...(coverage < 1 && { error: { status: 'error', importance } }),
        }).categories.seo.score;
      expect(of('high')).toBeLessThan(70);
      expect(of('medium')).toBeGreaterThanOrEqual(70);
      expect(of('low')).toBeGreaterThanOrEqual(85);
    }
  });

  it('counts a failure of high importance in full, also if it fails in part', () => {
    const { score: points, categories } = score({
      a: { status: 'fail', importance: 'high', points: 0.5 },
    });
    expect([points, categories.seo.score]).toEqual([94, 67]);
  });

  it('is 85 or more without a failure, however many warnings there are', () => {
    const warnings = Array.from({ length: 9 }, (_, n) => [
      `w${n}`,
      { status: 'warn', importance: 'high' } as const,
    ]);
    const cases = Object.fromEntries(warnings);
    expect(score(cases).categories.seo.score).toBe(85);
    expect(score({ ...cases, a: { status: 'fail' } }).categories.seo.score).toBe(71);
  });

  it('has no number if its content was not seen', () => {
    const { categories } = score({
      a: { status: 'fail', gate: gate({ partial: true }) },
      b: { status: 'pass', category: 'accessibility' },
      c: { status: 'pass', category: 'performance' },
      d: { status: 'pass', category: 'security' },
      e: { status: 'pass', category: 'miscellaneous' },
    });
    const scores = Object.values(categories).map((category) => category.score);
    expect(scores).toEqual([null, null, 100, 100, 100]);
  });

  it('has 100 without findings', () => {
    expect(score({ a: passed, b: { status: 'fail', category: 'security' } })).toMatchObject({
      categories: { seo: { score: 100 } },
    });
  });
});

describe('a gate', () => {
  it('caps the score; the lowest counts, and all are listed with their reasons', () => {
    const cases = {
      a: { status: 'warn', gate: gate({ cap: 79, triggeredBy: 'warn', reason: 'A' }) },
      b: { status: 'fail', importance: 'low', gate: gate({ reason: 'B' }) },
      c: { status: 'warn', importance: 'low', gate: gate({ reason: 'C' }) },
    } as const;
    expect(score(cases)).toMatchObject({
      score: 49,
      scoreUncapped: 95,
      result: 'bad',
      gates: [
        { check: 'a', cap: 79, reason: 'A' },
        { check: 'b', cap: 49, reason: 'B' },
      ],
      partial: false,
    });
  });

  it('is not triggered by an error', () => {
    expect(score({ a: { status: 'error', gate: gate({}) }, b: passed }).gates).toEqual([]);
  });

  it('about indexing is ignored for a staging site, and its check costs nothing', () => {
    const cases = {
      a: { status: 'fail', gate: gate({ indexability: true }) },
      b: { status: 'fail', importance: 'low', gate: gate({ cap: 79, reason: 'B' }) },
    } as const;
    expect(score(cases, { expectIndexable: false })).toMatchObject({
      gates: [{ check: 'b', cap: 79, reason: 'B' }],
      scoreUncapped: 98,
      fixFirst: ['b'],
      checks: { a: { deduction: 0 } },
    });
  });

  it('can make the report partial', () => {
    const cases = { a: { status: 'fail', gate: gate({ partial: true }) }, b: passed } as const;
    expect(score(cases)).toMatchObject({ partial: true, partialReasons: ['Reason.'] });
    const fine = { ...cases, a: { ...cases.a, status: 'pass' } } as const;
    expect(score(fine)).toMatchObject({ partial: false, partialReasons: [] });
  });
});

describe('the gain of a fix', () => {
  const gainsOf = (cases: Readonly<Record<string, Case>>) =>
    Object.fromEntries(Object.entries(score(cases).checks).map(([id, { gain }]) => [id, gain]));

  it('is what the finding costs', () => {
    expect(
      gainsOf({ a: { status: 'fail' }, b: { status: 'warn', points: 0.8 }, c: passed }),
    ).toEqual({ a: 5, b: 1, c: 0 });
  });

  it('of a low finding is less: those after it then cost more', () => {
    const low = { status: 'fail', importance: 'low' } as const;
    expect(gainsOf({ a: low, b: low })).toEqual({ a: 1.35, b: 1.35 });
  });

  it('of a finding with a gate is what lies above its limit, too', () => {
    const cases = {
      a: { status: 'fail', gate: gate({ cap: 79 }) },
      b: { status: 'fail' },
    } as const;
    expect(gainsOf(cases)).toEqual({ a: 16, b: 0 });
  });

  it('is 0 while another gate holds the score down', () => {
    const cases = {
      a: { status: 'fail', gate: gate({ cap: 79 }) },
      b: { status: 'fail', gate: gate({ cap: 49 }) },
    } as const;
    expect(gainsOf(cases)).toEqual({ a: 0, b: 30 });
  });

  it('is 0 if the score is 0 without the finding, too', () => {
    const cases = Array.from({ length: 12 }, (_, n) => [
      `c${n}`,
      { status: 'fail', importance: 'high' } as const,
    ]);
    expect(gainsOf(Object.fromEntries(cases))).toMatchObject({ c0: 0 });
  });
});

it.each([
  ['a check that passes with half of its points', { status: 'pass', points: 0.5 }, 2.5, 2.5],
  ['a gate with all of its points', { status: 'fail', points: 1, gate: gate({ cap: 49 }) }, 0, 51],
] as const)('lists %s', (_what, found, deduction, gain) => {
  const { fixFirst, checks } = score({ passed, found });
  expect(fixFirst).toEqual(['found']);
  expect(checks).toMatchObject({ passed: { deduction: 0, gain: 0 }, found: { deduction, gain } });
});

describe('fixFirst', () => {
  it('lists what limits the score, then findings by the points to gain, then by ruleset order', () => {
    const { fixFirst } = score({
      low: { status: 'fail', importance: 'low' },
      half: { status: 'warn', importance: 'medium' },
      passed,
      info: { status: 'fail', importance: 'info' },
      other: { status: 'fail', importance: 'low' },
      high: { status: 'fail', importance: 'high' },
      gate: { status: 'fail', importance: 'low', gate: gate({ cap: 49 }) },
      next: { status: 'fail', importance: 'low', gate: gate({ cap: 79 }) },
      na: { status: 'na', importance: 'high' },
    });
    expect(fixFirst).toEqual(['gate', 'next', 'high', 'half', 'low', 'other']);
  });

  it('lists a gate whose limit the score does not reach by the points to gain', () => {
    const { fixFirst } = score({
      gate: { status: 'fail', importance: 'low', gate: gate({ cap: 79 }) },
      a: { status: 'fail', importance: 'high' },
      b: { status: 'fail', importance: 'high' },
    });
    expect(fixFirst).toEqual(['a', 'b', 'gate']);
  });

  it('counts that the next finding of a family becomes the largest', () => {
    const { fixFirst } = score({
      // Costs 12 points, but without it the next one costs 12.
      a: { status: 'fail', importance: 'high', family: 'x' },
      b: { status: 'fail', importance: 'high', family: 'x' },
      c: { status: 'fail' },
    });
    expect(fixFirst).toEqual(['c', 'a', 'b']);
  });

  it('lists what costs most in its family before what costs less alone', () => {
    const { fixFirst } = score({
      low: { status: 'fail', importance: 'low' },
      lesser: { status: 'fail', family: 'x' },
      largest: { status: 'fail', importance: 'high', family: 'x' },
    });
    expect(fixFirst).toEqual(['largest', 'low', 'lesser']);
  });
});

it('can be recomputed from a stored report', () => {
  const cases = fc.dictionary(
    fc.string({ minLength: 1 }).filter((id) => id !== '__proto__'),
    fc.record({
      status: fc.constantFrom<Status>('pass', 'warn', 'fail', 'na', 'error'),
      importance: fc.constantFrom<Importance>('high', 'medium', 'low', 'info'),
      family: fc.constantFrom('x', 'y', 'z'),
      capsFamily: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(cases, (made) => {
      const first = score(made);
      const checks = Object.entries(made).map(([id, part]) => checkOf(id, part));
      const stored = new Map<string, EvaluatedCheck>(
        Object.entries(JSON.parse(JSON.stringify(first.checks))),
      );
      expect(scoreResults(checks, stored, { expectIndexable: true })).toEqual(first);
      expect(first.score).toBeGreaterThanOrEqual(0);
      expect(first.score).toBeLessThanOrEqual(100);
      const sum = Object.values(first.checks).reduce(
        (total, { deduction }) => total + deduction,
        0,
      );
      if (first.coverage > 0) {
        expect(first.scoreUncapped).toBe(Math.max(0, Math.floor(100 - sum + 1e-6)));
      }
    }),
  );
});

it('gains points from every fix', () => {
  const cases = fc.array(
    fc.record({
      status: fc.constantFrom<Status>('pass', 'warn', 'fail'),
      importance: fc.constantFrom<Importance>('high', 'medium', 'low'),
      family: fc.constantFrom('x', 'y', 'z'),
    }),
    { minLength: 1, maxLength: 12 },
  );
  const total = (made: readonly Case[]) =>
    Object.values(deductionsOf(Object.fromEntries(made.map((part, n) => [`c${n}`, part])))).reduce(
      (sum, cost) => sum + cost,
      0,
    );
  fc.assert(
    fc.property(cases, fc.nat(), (made, at) => {
      const passed = at % made.length;
      const fixed = made.map((part, n) =>
        n === passed ? { ...part, status: 'pass' as const } : part,
      );
      // Deductions are rounded to hundredths.
      expect(total(fixed)).toBeLessThanOrEqual(total(made) + 0.005 * made.length);
    }),
  );
});

it('uses unique check ids and the documented gates', () => {
  const ids = ruleset.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ruleset.flatMap(({ id, gate: own }) => (own ? [`${id} ${own.cap}`] : []))).toEqual([
    'page-served 49',
    'http-status 49',
    'indexable-meta 49',
    'indexable-header 49',
    'indexable-robots-txt 49',
    'title 79',
    'viewport 79',
    'canonical-other 79',
    'blank-page 20',
    'placeholder-page 30',
    'js-dependent 49',
    'soft-404-text 49',
    'https 79',
  ]);
});

it('lets at most one check of a family limit it', () => {
  const limits = ruleset.filter(({ capsFamily }) => capsFamily).map(({ family }) => family);
  expect(limits).not.toContain(undefined);
  expect(new Set(limits).size).toBe(limits.length);
});

describe('the score without some findings', () => {
  const high = { status: 'fail', importance: 'high' } as const;

  it('is the score without any, of any report', () => {
    const status = fc.constantFrom<Status>('pass', 'warn', 'fail', 'na', 'error');
    const importance = fc.constantFrom<Importance>('high', 'medium', 'low', 'info');
    const family = fc.constantFrom('a', 'b');
    const cap = fc.constantFrom(undefined, gate({ cap: 30 }), gate({ cap: 79 }));
    const one = fc.tuple(status, importance, family, cap);
    fc.assert(
      fc.property(fc.array(one, { maxLength: 30 }), (list) => {
        const cases = list.map(([status, importance, family, cap], index): [string, Case] => [
          `check-${index}`,
          { status, importance, family, ...(cap && { gate: cap }) },
        ]);
        const scored = score(Object.fromEntries(cases));
        expect(scoreWithout(scored, new Set())).toBe(scored.score);
        expect(scoreWithout(scored, new Set(['check-0']))).toBeGreaterThanOrEqual(scored.score);
      }),
    );
  });

  it('has no deductions and no gates of theirs, and leaves those of others', () => {
    const scored = score({
      gated: { ...high, gate: gate({ cap: 49 }) },
      other: { ...high, family: 'same' },
      lesser: { ...high, importance: 'medium', family: 'same' },
    });
    const deductions = Object.values(scored.checks).map(({ deduction }) => deduction);
    expect(deductions).toEqual([12, 12, 1.25]);
    expect(scored.score).toBe(49);
    expect(scoreWithout(scored, new Set(['other']))).toBe(49);
    expect(scoreWithout(scored, new Set(['gated']))).toBe(86);
    // It costs a quarter as another one of its family costs more, and that stays.
    expect(scoreWithout(scored, new Set(['gated', 'other']))).toBe(98);
  });

  it('keeps the limit of a report with little coverage', () => {
    const scored = score({
      a: { ...high },
      b: { status: 'error', importance: 'high' },
      c: { status: 'error' },
    });
    expect(scoreWithout(scored, new Set(['a']))).toBe(79);
    const nothing = score({ a: { status: 'error' } });
    expect(scoreWithout(nothing, new Set())).toBe(nothing.score);
  });
});
