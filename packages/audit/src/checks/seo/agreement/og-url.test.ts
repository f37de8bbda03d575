import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { ogUrl } from './og-url.ts';

const pageUrl = 'https://example.com/page';
const of = (og: string, canonical = pageUrl, url = pageUrl) =>
  outcomeOf(ogUrl, {
    url,
    head: `<link rel="canonical" href="${canonical}"><meta property="og:url" content="${og}">`,
  });

it('finds the home page on every page', async () => {
  expect(await of('https://example.com/')).toMatchObject({
    status: 'warn',
    summary: 'og:url names the home page, not the canonical URL: https://example.com/.',
    evidence: [
      { text: expect.stringContaining('og:url') },
      { text: expect.stringContaining('canonical') },
    ],
  });
});

it.each([
  'https://example.com/other',
  'https://staging.example.com/page',
  'https://example.com/page?id=1',
  'https://example.com/?p=1',
])('finds another page: %s', async (og) => {
  expect((await of(og)).status).toBe('warn');
});

it.each([
  pageUrl,
  'http://example.com/page',
  'https://www.example.com/page/',
  'https://EXAMPLE.com/Page',
  'https://example.com/page/index.html',
  'https://example.com/page?utm_source=share',
  'https://example.com/page#top',
  'https://example.com/%70age',
])('passes %s', async (og) => {
  expect((await of(og)).status).toBe('pass');
});

it('passes a home page at its language', async () => {
  expect(
    (await of('https://example.com/', 'https://example.com/', 'https://example.com/')).status,
  ).toBe('pass');
});

it.each([
  ['no og:url', '<link rel=canonical href=/page>'],
  ['no canonical link', `<meta property=og:url content=https://example.com/>`],
  [
    'a relative og:url, which open-graph reports',
    '<link rel=canonical href=/page><meta property=og:url content=/>',
  ],
  [
    'two of them',
    `<link rel=canonical href=/page><meta property=og:url content=${pageUrl}><meta property=og:url content=https://example.com/>`,
  ],
  [
    'canonical links that differ',
    `<link rel=canonical href=/page><link rel=canonical href=/b><meta property=og:url content=https://example.com/>`,
  ],
  // The check canonical-other reports it.
  [
    'a canonical link to another page',
    `<link rel=canonical href=/other><meta property=og:url content=${pageUrl}>`,
  ],
])('does not apply to %s', async (_name, head) => {
  expect((await outcomeOf(ogUrl, { head })).status).toBe('na');
});

it('passes a copy whose canonical page og:url names', async () => {
  expect((await of('https://example.com/other', 'https://example.com/other')).status).toBe('pass');
});
