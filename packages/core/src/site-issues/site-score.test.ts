import type { Importance } from '@sitegrade/audit/checks';
import { expect, it } from 'vitest';
import { siteOf } from './fixtures/site-of.ts';
import { siteScore } from './site-score.ts';

const found = (importance: Importance, pagesCount: number) =>
  ({ scope: 'site', importance, pagesCount }) as const;

it('is the mean of the pages, less the weight of each issue by the share of its pages', async () => {
  const site = await siteOf({ '/a': { score: 90 }, '/b': { score: 81 }, '/c': { response: 404 } });
  expect(siteScore(site, [])).toEqual({ score: 86, result: 'good' });
  expect(siteScore(site, [found('high', 1)])).toEqual({ score: 80, result: 'good' });
  expect(siteScore(site, [found('high', 2), found('medium', 1)])?.score).toBe(71);
  expect(siteScore(site, [found('low', 2)])?.score).toBe(84);
  expect(siteScore(site, [found('info', 2)])?.score).toBe(86);
});

it('counts no issue more than in full, and none that is in the scores of pages', async () => {
  const site = await siteOf({ '/a': { score: 60 } });
  expect(siteScore(site, [found('high', 9)])).toEqual({ score: 48, result: 'bad' });
  expect(siteScore(site, [{ ...found('high', 1), scope: 'page' }])?.score).toBe(60);
});

it('is not below 0, and null without a page that has a score', async () => {
  const low = await siteOf({ '/a': { score: 5 } });
  expect(siteScore(low, [found('high', 1)])?.score).toBe(0);
  expect(siteScore(await siteOf({ '/a': { response: 404 } }), [])).toBeNull();
});
