import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import type { PageLoad } from '../../store/report.ts';
import { LoadView } from './load-view.tsx';

type File = PageLoad['requests'][number];

const file: File = {
  url: 'https://bakery.test/a/rye.css',
  type: 'stylesheet',
  status: 200,
  bytes: 4_000,
  startMs: 500,
  responseMs: 750,
  endMs: 1_000,
  isBlocking: false,
  isThirdParty: false,
};

/** The headings, and the rows of both tables, as text. */
const shown = (requests: readonly File[], changes: Partial<PageLoad> = {}) => {
  const load: PageLoad = {
    firstContentfulPaintMs: 800,
    largestContentfulPaintMs: 1_000,
    domContentLoadedMs: 900,
    loadedMs: null,
    requestCount: requests.length,
    requests,
    weight: [],
    film: [],
    ...changes,
  };
  const html = renderToString(h(LoadView, { load }));
  const textOf = (markup: string) => markup.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');
  return {
    html,
    rows: [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => textOf(row)),
    headings: [...html.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, heading]) => heading),
  };
};

it('is not there without requests', () => {
  expect(shown([]).html).toBe('');
});

it('has all requests in a table, also those that the chart leaves out', () => {
  const requests = Array.from({ length: 100 }, () => file);
  const { rows, html } = shown(requests, { requestCount: 280 });
  expect(rows.filter((row) => row.includes('rye.css'))).toHaveLength(100);
  expect(html).toContain('<caption>The first 100 of 280 requests.</caption>');
});

it('says in words what the chart shows', () => {
  const { rows } = shown([
    file,
    {
      ...file,
      url: 'https://cdn.test/\u202eb.js',
      isBlocking: true,
      isThirdParty: true,
      status: null,
      responseMs: null,
      endMs: null,
    },
  ]);
  expect(rows[1]).toBe(
    '|https://bakery.test/a/rye.css|Style sheets|200|4.0 kB|500 ms|750 ms|1.0 s|',
  );
  expect(rows[2]).toBe(
    '|https://cdn.test/&lt;U+202E>b.js| · from another domain| · the first paint waited for it|Style sheets|no response|4.0 kB|500 ms|not complete|',
  );
});

it('has the weight by type and host', () => {
  const part = { type: 'image', host: 'bakery.test', isThirdParty: false };
  const { headings, rows } = shown([file], {
    weight: [
      { ...part, requests: 2, bytes: 900_000 },
      { ...part, host: null, isThirdParty: true, requests: 1, bytes: 100_000 },
    ],
  });
  expect(headings).toEqual(['What was loaded when', 'What it weighs: 1.0 MB in 3 requests']);
  expect(rows.slice(-2)).toEqual([
    '|Images|bakery.test|2|900.0 kB|',
    '|Images|other hosts| · from another domain|1|100.0 kB|',
  ]);
});
