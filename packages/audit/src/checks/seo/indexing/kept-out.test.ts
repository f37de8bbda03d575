import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { indexableHeader } from './indexable-header.ts';
import { indexableMeta } from './indexable-meta.ts';

const of = async (url: string) => {
  const page = {
    url,
    head: '<meta name="robots" content="noindex">',
    headers: { 'x-robots-tag': 'noindex' },
  };
  const outcomes = [await outcomeOf(indexableMeta, page), await outcomeOf(indexableHeader, page)];
  return outcomes.map(({ status }) => status);
};

it.each([
  '/login?next=%2Fcart',
  '/wp-login.php',
  '/de/anmelden',
  '/sign-up',
  '/account/orders',
  '/cart',
  '/checkout/step-2',
  '/search?q=rye',
  '/suche/?query=rye',
  '/?s=rye',
])('%s is rightly kept out of search engines', async (path) => {
  expect(await of(`https://example.com${path}`)).toEqual(['pass', 'pass']);
});

it.each(['/', '/bread', '/search', '/blog/login-with-passkeys', '/accounts/savings', '/tag/rye'])(
  '%s may be kept out by mistake',
  async (path) => {
    expect(await of(`https://example.com${path}`)).toEqual(['fail', 'fail']);
  },
);
