import { expect, it } from 'vitest';
import type { SitemapFile } from '../../../fetch/sitemap/sitemap-facts.ts';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { sitemapPresent } from './sitemap-present.ts';

const file = (changes: Partial<SitemapFile>): SitemapFile => ({
  url: 'https://example.com/s.xml',
  namedBy: 'robots',
  robotsLine: 4,
  state: 'missing',
  kind: null,
  reason: 'status 404',
  complete: false,
  entries: 0,
  ...changes,
});

it('passes if there is one', async () => {
  expect(await outcomeOf(sitemapPresent)).toMatchObject({
    status: 'pass',
    value: ['https://example.com/sitemap.xml'],
  });
});

it('warns if there is none, and lists the requested URLs', async () => {
  const files = [file({ namedBy: 'usual_place', robotsLine: null })];
  expect(await outcomeOf(sitemapPresent, { sitemap: { kind: 'none', files } })).toMatchObject({
    status: 'warn',
    evidence: [{ kind: 'url', text: 'https://example.com/s.xml' }],
  });
});

it('quotes the line of robots.txt that names one that does not exist', async () => {
  const line = { kind: 'robots', line: 4, text: 'Sitemap: https://example.com/s.xml' };
  const none = await outcomeOf(sitemapPresent, { sitemap: { kind: 'none', files: [file({})] } });
  expect(none).toMatchObject({ status: 'fail', evidence: [line] });
  const files = [file({}), file({ state: 'read', kind: 'urls', url: 'https://example.com/b.xml' })];
  const some = await outcomeOf(sitemapPresent, { sitemap: { files } });
  expect(some).toMatchObject({
    status: 'warn',
    evidence: [line],
    value: ['https://example.com/b.xml'],
  });
});

it('says that a page is not a sitemap', async () => {
  const page = file({ reason: 'html' });
  const none = await outcomeOf(sitemapPresent, { sitemap: { kind: 'none', files: [page] } });
  expect(none.summary).toBe('The sitemap that robots.txt names is an HTML page.');
  const files = [page, file({ state: 'read', kind: 'urls' })];
  const some = await outcomeOf(sitemapPresent, { sitemap: { files } });
  expect(some.summary).toBe('robots.txt names an HTML page as a sitemap.');
});

it('is an error if the site could not be requested', async () => {
  const files = [file({ state: 'unknown', reason: 'fetch_timeout' })];
  const outcome = await outcomeOf(sitemapPresent, { sitemap: { kind: 'unknown', files } });
  expect(outcome).toMatchObject({ status: 'error', value: 'fetch_timeout' });
});
