import type { PageAnalysis } from '@sitegrade/core';
import picocolors from 'picocolors';
import { expect, it } from 'vitest';
import { crawlResultOf } from '../fixtures/crawl-results.ts';
import { noTerminal } from '../terminal.ts';
import { htmlCrawl } from './crawl-html.ts';
import { llmCrawl } from './crawl-llm.ts';
import { markdownCrawl } from './crawl-markdown.ts';
import { prettyCrawl } from './crawl-pretty.ts';
import { speedLines, speedText } from './speed.ts';

const metric = (value: number, rating: 'good' | 'needs_improvement' | 'poor') => {
  return { value, min: value / 2, max: value * 2, rating };
};
const speed = {
  status: 'measured',
  runs: 1,
  firstContentfulPaint: metric(900, 'good'),
  largestContentfulPaint: {
    ...metric(2_640, 'needs_improvement'),
    element: null,
    url: null,
    parts: { firstByteMs: 0, requestDelayMs: 0, downloadMs: 0, paintDelayMs: 2_640 },
  },
  cumulativeLayoutShift: { ...metric(0.3, 'poor'), shifts: [] },
  totalBlockingTime: { ...metric(0, 'good'), tasks: 0, scripts: [] },
  blockingFiles: [],
  unusedPreloads: [],
  load: {
    firstContentfulPaintMs: 900,
    largestContentfulPaintMs: 2_640,
    domContentLoadedMs: null,
    loadedMs: null,
    requestCount: 0,
    requests: [],
    weight: [],
    film: [],
  },
  isBusy: false,
} as const satisfies PageAnalysis['page']['speed'];

it('says how fast the page was loaded', () => {
  expect(speedText(speed)).toBe(
    'Speed on a slow phone, loaded once: FCP 900 ms (good), LCP 2.6 s (needs improvement), CLS 0.3 (poor), TBT 0 ms (good)',
  );
  expect(speedText({ ...speed, runs: 3, firstContentfulPaint: null })).toBe(
    'Speed on a slow phone, 3 loads: LCP 2.6 s (needs improvement, 1.3 s to 5.3 s), CLS 0.3 (poor, 0.15 to 0.6), TBT 0 ms (good, 0 ms to 0 ms)',
  );
});

it('says where a time is longer than it was measured', () => {
  const largestContentfulPaint = {
    ...speed.largestContentfulPaint,
    parts: null,
    isUnfinished: true,
  } as const;
  expect(speedText({ ...speed, largestContentfulPaint })).toContain('LCP at least 2.6 s');
});

it('is part of all outputs of a crawl that people and agents read', async () => {
  const crawl = crawlResultOf({ speed });
  const outputs = [
    prettyCrawl(crawl, noTerminal),
    markdownCrawl(crawl),
    llmCrawl(crawl),
    (await htmlCrawl(crawl)) ?? '',
  ];
  for (const output of outputs) {
    expect(output).toContain('Speed of the start page');
    expect(output).toContain('2.6 s');
  }
  for (const output of [prettyCrawl(crawlResultOf(), noTerminal), await htmlCrawl(crawlResultOf())])
    expect(output).not.toContain('Speed');
});

it('says why it was not measured, or nothing', () => {
  const message = 'The speed of the page was not measured: it crashed in the browser.';
  expect(speedText({ status: 'failed', reason: 'render_crashed', message })).toBe(message);
  expect(speedText(undefined)).toBe('');
});

it('fits into a terminal', () => {
  const terminal = { width: 40, colors: picocolors.createColors(false) };
  const lines = speedLines(speedText(speed), terminal);
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(36);
  expect(speedLines(speedText(undefined), terminal)).toEqual([]);
});
