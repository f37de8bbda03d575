import { describe, expect, it } from 'vitest';
import type { FieldDataSummary, FieldMetric } from '../../field-data/field-data.ts';
import { fieldDataResult, noFieldData } from '../../field-data/field-ratings.ts';
import { runChecks } from '../../scoring/run-checks.ts';
import { scoreResults } from '../../scoring/score.ts';
import { factsOf, outcomeOf } from '../fixtures/facts-of.ts';
import { checks } from '../index.ts';
import { coreWebVitals } from './core-web-vitals.ts';

type Values = Partial<Record<FieldMetric, number>>;

const good = { lcp: 2_500, inp: 200, cls: 0.1 };

/** A result with these 75th percentiles. */
function visits(values: Values, formFactor: 'phone' | 'all' = 'phone'): FieldDataSummary['url'] {
  const metrics = Object.fromEntries(
    Object.entries(values).map(([metric, p75]) => [metric, { p75, goodShare: null }]),
  );
  const days = { firstDay: '2026-05-01', lastDay: '2026-05-28' };
  return fieldDataResult({ status: 'found', formFactor, ...days, metrics });
}

const none = noFieldData('no_data');

describe('the thresholds of web.dev', () => {
  it.each<[Values, string]>([
    [{}, 'pass'],
    [{ lcp: 2_501 }, 'warn'],
    [{ lcp: 4_000 }, 'warn'],
    [{ lcp: 4_001 }, 'fail'],
    [{ inp: 201 }, 'warn'],
    [{ inp: 500 }, 'warn'],
    [{ inp: 501 }, 'fail'],
    [{ cls: 0.11 }, 'warn'],
    [{ cls: 0.25 }, 'warn'],
    [{ cls: 0.26 }, 'fail'],
    // No Core Web Vitals.
    [{ ttfb: 9_000, fcp: 9_000 }, 'pass'],
  ])('%j: %s', async (values, status) => {
    const url = visits({ ...good, ...values });
    expect(await outcomeOf(coreWebVitals, { fieldData: { url, origin: none } })).toMatchObject({
      status,
    });
  });
});

it('names what is worst, its value and its limit, and says how to fix it', async () => {
  const url = visits({ lcp: 2_600, inp: 620, cls: 0.31 });
  expect(await outcomeOf(coreWebVitals, { fieldData: { url, origin: none } })).toMatchObject({
    status: 'fail',
    summary:
      'One of four visits gets more than Interaction to Next Paint (INP) 620 ms and Cumulative Layout Shift (CLS) 0.31, which is poor: up to 200 ms and 0.1 is good (visits to this page, with phones).',
    value: { of: 'url', formFactor: 'phone', lcp: 2_600, inp: 620, cls: 0.31 },
    advice: expect.stringContaining('scripts do less at once'),
  });
});

it.each<[string, FieldDataSummary, Partial<Record<'of' | 'formFactor', string>>]>([
  ['the page', { url: visits(good), origin: visits({ ...good, lcp: 9_000 }) }, { of: 'url' }],
  ['its site', { url: none, origin: visits(good, 'all') }, { of: 'origin', formFactor: 'all' }],
  // As for Google: without both there is no assessment.
  ['its site', { url: visits({ lcp: 900, inp: 20 }), origin: visits(good) }, { of: 'origin' }],
])('reads the data of %s', async (_, fieldData, value) => {
  const outcome = await outcomeOf(coreWebVitals, { fieldData });
  expect(outcome).toMatchObject({ status: 'pass', value });
  expect(outcome.summary).toContain(
    value.of === 'url' ? 'visits to this page' : 'visits to all pages of this site',
  );
});

it('passes without INP, which needs visitors who click', async () => {
  const fieldData = { url: visits({ lcp: 900, cls: 0 }), origin: none };
  expect(await outcomeOf(coreWebVitals, { fieldData })).toMatchObject({
    status: 'pass',
    summary:
      'Three of four visits get at most LCP 900 ms, CLS 0 (visits to this page, with phones).',
  });
});

describe('without data', () => {
  const unknown: readonly (FieldDataSummary | undefined)[] = [
    undefined,
    { url: none, origin: none },
    { url: none, origin: noFieldData('quota_exceeded') },
    { url: visits({ lcp: 900 }), origin: visits({ ttfb: 20 }) },
  ];

  it.each([
    [0, 'No data of real visitors was requested.'],
    [
      1,
      'There is no data: too few visitors used Chrome, or search engines may not index the page.',
    ],
    [2, 'No data could be requested: the quota of the API key is used up for now.'],
    [3, 'There is too little data of visits to this page and to its site.'],
  ])('it does not apply: %i', async (index, summary) => {
    const fieldData = unknown[index];
    const page = fieldData === undefined ? {} : { fieldData };
    expect(await outcomeOf(coreWebVitals, page)).toEqual({ status: 'na', summary });
  });

  it('it has no weight, and neither the score nor the coverage is lower', async () => {
    const reports = await Promise.all(
      unknown.map(async (fieldData) => {
        const facts = await factsOf(fieldData === undefined ? {} : { fieldData });
        return scoreResults(checks, await runChecks(checks, facts), { expectIndexable: true });
      }),
    );
    for (const { score, coverage, checks: results } of reports) {
      expect({ score, coverage }).toEqual({
        score: reports[0]?.score,
        coverage: reports[0]?.coverage,
      });
      expect(results['core-web-vitals']).toMatchObject({ weight: 0, points: null, deduction: 0 });
    }
  });
});

it('has the same result for a page that was rendered', async () => {
  const fieldData = { url: visits({ ...good, lcp: 5_000 }), origin: none };
  const results = await runChecks([coreWebVitals], await factsOf({ fieldData, rendered: {} }));
  const { status, weight, readFrom } = results.get('core-web-vitals') ?? {};
  expect({ status, weight, readFrom }).toEqual({ status: 'fail', weight: 5, readFrom: undefined });
});
