import { expect, it } from 'vitest';
import { noLastmods } from '../../../fetch/sitemap/collect-lastmods.ts';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { sitemapPageDate } from './sitemap-page-date.ts';

const head = '<meta property="article:modified_time" content="2026-05-20T10:00:00Z">';
const of = (text: string | null, options = {}, changes: object = {}) =>
  outcomeOf(
    sitemapPageDate,
    {
      head,
      sitemap: {
        lastmods: { ...noLastmods, count: 2, allEqual: false },
        pageLastmod: text,
      },
      ...changes,
    },
    options,
  );

it('finds a sitemap that does not know of a change', async () => {
  expect(await of('2024-05-01')).toMatchObject({
    status: 'warn',
    summary:
      'The page states a change on 2026-05-20 (article:modified_time), the sitemap on 2024-05-01.',
    evidence: [{ text: head }],
  });
});

it.each([
  ['the same day', '2026-05-20'],
  ['a sitemap of last week', '2026-05-13'],
  ['a newer date, of a smaller change', '2026-05-30'],
])('passes %s', async (_name, text) => {
  expect((await of(text)).status).toBe('pass');
});

it('has an option for the days', async () => {
  expect((await of('2026-05-18', { days: 2 })).status).toBe('pass');
  expect((await of('2026-05-18', { days: 1 })).status).toBe('warn');
});

it('does not apply where either is not known', async () => {
  expect((await of(null)).status).toBe('na');
  expect((await of('2026-05')).status).toBe('na');
  expect((await of('2024-05-01', {}, { head: '' })).status).toBe('na');
});

it('leaves dates that are all the same to sitemap-lastmod', async () => {
  const sitemap = { lastmods: { ...noLastmods, count: 2 }, pageLastmod: '2024-05-01' };
  expect((await of(null, {}, { sitemap })).status).toBe('na');
});
