import { expect, it } from 'vitest';
import { outcomeOf, type PageUnderTest } from '../../fixtures/facts-of.ts';
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

it('leaves a sitemap without entries to sitemap-valid', async () => {
  const empty = { sitemap: { listsPage: false, urls: 0 } };
  expect((await outcomeOf(sitemapContainsUrl, empty)).status).toBe('na');
});

const canonical = '<link rel=canonical href="https://example.com/other">';
const obstacles: readonly (readonly [kind: string, page: PageUnderTest, evidence: object[]])[] = [
  ['noindex', { head: '<meta name=robots content=noindex>' }, [{ kind: 'html' }]],
  ['noindex', { headers: { 'x-robots-tag': 'noindex' } }, [{ kind: 'header' }]],
  ['blocked', { robots: 'User-agent: *\nDisallow: /page' }, [{ kind: 'robots', line: 2 }]],
  ['not_canonical', { head: canonical }, [{ kind: 'html', text: canonical }]],
  ['status', { status: 404 }, []],
];

it.each(obstacles)(
  'reports a listed page that contradicts the listing: %s, %j',
  async (kind, obstacle, evidence) => {
    expect(await outcomeOf(sitemapContainsUrl, { ...listed, ...obstacle })).toMatchObject({
      // The check canonical-other warns about the canonical link.
      status: kind === 'not_canonical' ? 'na' : 'warn',
      value: { listed: true, obstacle: kind },
      evidence: [page, ...evidence],
    });
  },
);

it.each(obstacles)(
  'leaves alone one that does not belong in a sitemap: %s, %j',
  async (kind, obstacle) => {
    expect(await outcomeOf(sitemapContainsUrl, { ...unlisted, ...obstacle })).toMatchObject({
      status: 'na',
      value: { listed: false, obstacle: kind },
    });
  },
);

it.each(['<title>Page not found</title><h1>Page not found</h1>', '<h1>404 - Page not found</h1>'])(
  'does not advise a page for the sitemap that says that it is missing: %s',
  async (html) => {
    expect(await outcomeOf(sitemapContainsUrl, { ...unlisted, html })).toMatchObject({
      status: 'na',
      summary: 'The page says that it does not exist, so it does not belong in a sitemap.',
    });
    expect((await outcomeOf(sitemapContainsUrl, { ...listed, html })).status).toBe('pass');
  },
);

it('accepts its own canonical link, and conflicting ones', async () => {
  const toThisPage = '<link rel=canonical href="https://example.com/page">';
  const other = '<link rel=canonical href="https://example.com/other">';
  expect((await outcomeOf(sitemapContainsUrl, { ...listed, head: toThisPage })).status).toBe(
    'pass',
  );
  expect(
    (await outcomeOf(sitemapContainsUrl, { ...listed, head: toThisPage + other })).status,
  ).toBe('pass');
});

it('does not apply without a sitemap', async () => {
  expect((await outcomeOf(sitemapContainsUrl, { sitemap: { kind: 'none' } })).status).toBe('na');
});

it.each([0, 90])('is an error if the page may be in an unread file (%i files)', async (unread) => {
  const sitemap = { listsPage: null, unread };
  expect((await outcomeOf(sitemapContainsUrl, { sitemap })).status).toBe('error');
});

it.each([401, 403, 429, 503])('is unknown for a rejected request: %i', async (status) => {
  expect((await outcomeOf(sitemapContainsUrl, { status })).status).toBe('error');
});
