import type { FieldDataSummary } from '@sitegrade/core';
import picocolors from 'picocolors';
import { expect, it } from 'vitest';
import { fieldDataLines, fieldDataTexts } from './field-data.ts';

const good = { rating: 'good', goodShare: 0.8 } as const;
const found: FieldDataSummary['url'] = {
  status: 'found',
  formFactor: 'phone',
  firstDay: '2026-05-02',
  lastDay: '2026-05-29',
  metrics: {
    lcp: { p75: 2_600, rating: 'needs_improvement', goodShare: null },
    inp: { p75: 180, ...good },
    cls: { p75: 0.31, rating: 'poor', goodShare: 0.1 },
    ttfb: null,
    fcp: { p75: 900, ...good },
  },
};
const none: FieldDataSummary['url'] = { status: 'none', reason: 'no_data', message: 'Why.' };

const lineOf = (devices: string) =>
  `, three of four with ${devices} until 2026-05-29: LCP 2.6 s (needs improvement), INP 180 ms (good), CLS 0.31 (poor), FCP 900 ms (good)`;

it.each<[FieldDataSummary | undefined, readonly string[]]>([
  [undefined, []],
  [{ url: none, origin: none }, ['Real visitors: Why.']],
  [
    { url: none, origin: { ...found, formFactor: 'all' } },
    ['Real visitors of this page: Why.', `Of all pages of the site${lineOf('all devices')}`],
  ],
  [
    { url: found, origin: { ...none, reason: 'timed_out' } },
    [`Real visitors of this page${lineOf('phones')}`, 'Of all pages of the site: Why.'],
  ],
])('says what real visitors get: %#', (fieldData, texts) => {
  expect(fieldDataTexts(fieldData)).toEqual(texts);
});

it('fits into a terminal', () => {
  const terminal = { width: 40, colors: picocolors.createColors(false) };
  const lines = fieldDataLines({ url: found, origin: found }, terminal);
  expect(lines.length).toBeGreaterThan(6);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(36);
  expect(fieldDataLines(undefined, terminal)).toEqual([]);
});
