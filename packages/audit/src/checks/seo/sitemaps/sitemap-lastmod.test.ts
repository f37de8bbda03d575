import { describe, expect, it } from 'vitest';
import { noLastmods } from '../../../fetch/sitemap/collect-lastmods.ts';
import type { SitemapLastmods } from '../../../fetch/sitemap/sitemap-facts.ts';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { sitemapLastmod } from './sitemap-lastmod.ts';

const file = 'https://example.com/sitemap.xml';
const at = (text: string) => ({ file, line: 3, text });
const stating = (text: string, changes: Partial<SitemapLastmods> = {}): SitemapLastmods => ({
  ...noLastmods,
  count: 200,
  first: at(text),
  latest: at(text),
  ...changes,
});
const of = (lastmods: SitemapLastmods, head = '', options = {}) =>
  outcomeOf(
    sitemapLastmod,
    { sitemap: { lastmods }, head, now: new Date('2026-06-01T12:00:00Z') },
    options,
  );
const modified = (day: string) => `<meta property="article:modified_time" content="${day}">`;

describe('dates that cannot be true', () => {
  it('are not valid', async () => {
    const firstInvalid = at('01.05.2026');
    const lastmods = stating('01.05.2026', { invalidCount: 3, firstInvalid, allEqual: false });
    expect(await of(lastmods)).toMatchObject({
      status: 'warn',
      summary: '3 of 200 dates in the sitemap are not valid: 01.05.2026 (line 3).',
      evidence: [{ kind: 'url', text: file }],
    });
  });

  it('are in the future', async () => {
    const latest = at('2026-06-03T00:00:00Z');
    expect(await of(stating('2026-05-01', { latest, allEqual: false }))).toMatchObject({
      status: 'warn',
      summary: 'The sitemap states a date in the future: 2026-06-03T00:00:00Z (line 3).',
    });
  });

  it('are the time at which the sitemap was generated', async () => {
    expect(await of(stating('2026-06-01T11:59:58+00:00'))).toMatchObject({
      status: 'warn',
      summary: 'All 200 dates in the sitemap are the same: 2026-06-01T11:59:58+00:00.',
    });
  });

  it('are of one day, and this page states another', async () => {
    expect((await of(stating('2026-06-01'), modified('2024-01-01'))).status).toBe('warn');
    expect((await of(stating('2026-06-01T00:00:00Z'), modified('2024-01-01'))).status).toBe('warn');
  });
});

describe('correct sitemaps', () => {
  it.each([
    ['several dates', stating('2026-05-01T10:11:12Z', { allEqual: false })],
    ['a small site, uploaded at once', stating('2026-05-01T10:11:12Z', { count: 19 })],
    ['a new site', stating('2026-05-01')],
    ['a new site, whose days are extended to times', stating('2026-05-01T00:00:00+00:00')],
    ['a month', stating('2026-05', { latest: null })],
    ['a day that has begun in Auckland', stating('2026-06-02', { allEqual: false })],
  ])('%s', async (_name, lastmods) => {
    expect((await of(lastmods)).status).toBe('pass');
  });

  it('a new site whose pages state the day', async () => {
    expect((await of(stating('2026-05-01'), modified('2026-05-01T20:00:00Z'))).status).toBe('pass');
  });
});

it('has an option for the pages', async () => {
  const lastmods = stating('2026-05-01T10:11:12Z');
  expect((await of(lastmods, '', { pages: 201 })).status).toBe('pass');
  expect((await of(lastmods, '', { pages: 200 })).status).toBe('warn');
});

it('does not apply without dates, and is unknown without a response', async () => {
  expect((await of(noLastmods)).summary).toBe('The sitemap has no dates.');
  expect((await outcomeOf(sitemapLastmod, { sitemap: { kind: 'none' } })).status).toBe('na');
  expect((await outcomeOf(sitemapLastmod, { sitemap: { kind: 'unknown' } })).status).toBe('error');
});
