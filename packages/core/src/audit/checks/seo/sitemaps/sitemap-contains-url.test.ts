import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { sitemapContainsUrl } from './sitemap-contains-url.ts';

const page = { kind: 'url', text: 'https://example.com/page' };
const listed = { sitemap: { listsPage: true } };
const unlisted = { sitemap: { listsPage: false } };

it('passes a page that is listed', async () => {
  expect((await outcomeOf(sitemapContainsUrl, listed)).status).toBe('pass');
});

it('fails a page that is not', async () => {
  expect(await outcomeOf(sitemapContainsUrl, unlisted)).toMatchObject({
    status: 'fail',
    evidence: [page],
  });
});

const obstacles = [
  { head: '<meta name=robots content=noindex>' },
  { headers: { 'x-robots-tag': 'noindex' } },
  { robots: 'User-agent: *\nDisallow: /page' },
  { head: '<link rel=canonical href="https://example.com/other">' },
  { status: 404 },
];

it.each(obstacles)(
  'warns of one that is listed and says otherwise itself: %j',
  async (obstacle) => {
    expect(await outcomeOf(sitemapContainsUrl, { ...listed, ...obstacle })).toMatchObject({
      status: 'warn',
      evidence: [page],
    });
  },
);

it.each(obstacles)('leaves alone one that belongs in no sitemap: %j', async (obstacle) => {
  expect((await outcomeOf(sitemapContainsUrl, { ...unlisted, ...obstacle })).status).toBe('na');
});

it('takes its own canonical link, and conflicting ones, for no obstacle', async () => {
  const own = '<link rel=canonical href="https://example.com/page">';
  const other = '<link rel=canonical href="https://example.com/other">';
  expect((await outcomeOf(sitemapContainsUrl, { ...listed, head: own })).status).toBe('pass');
  expect((await outcomeOf(sitemapContainsUrl, { ...listed, head: own + other })).status).toBe(
    'pass',
  );
});

it('does not apply without a sitemap', async () => {
  expect((await outcomeOf(sitemapContainsUrl, { sitemap: { kind: 'none' } })).status).toBe('na');
});

it.each([0, 90])(
  'does not accuse a page that may be in what was not read (%i files)',
  async (unread) => {
    const sitemap = { listsPage: null, unread };
    expect((await outcomeOf(sitemapContainsUrl, { sitemap })).status).toBe('error');
  },
);
