import { expect, it } from 'vitest';
import { forWebsite } from './for-website.ts';

it('copies recorded data with the texts, the time and the tokens of a website', () => {
  const rulesetChecks = [{ id: 'title', source: 'http://recorded/' }];
  const site = new Uint8Array([1, 2]);
  const recorded = {
    url: 'http://recorded/a',
    createdAt: new Date(1),
    shareToken: 'old',
    websiteShareToken: 'old',
    title: null,
    score: 7,
    outline: { links: ['http://recorded/b', 3], isComplete: true },
    rulesetChecks,
    site,
  };
  let tokens = 0;
  const copy = forWebsite(recorded, {
    text: (text) => text.replaceAll('recorded', 'new'),
    now: new Date(9),
    newToken: () => `token-${++tokens}`,
  });
  expect(copy).toEqual({
    ...recorded,
    url: 'http://new/a',
    createdAt: new Date(9),
    shareToken: 'token-1',
    websiteShareToken: 'token-2',
    outline: { links: ['http://new/b', 3], isComplete: true },
  });
  expect(copy.rulesetChecks).toBe(rulesetChecks);
  expect(copy.site).toBe(site);
  expect(recorded.outline.links[0]).toBe('http://recorded/b');
});
