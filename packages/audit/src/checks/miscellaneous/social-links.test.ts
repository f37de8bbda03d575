import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { socialLinks } from './social-links.ts';

const of = (...hrefs: readonly string[]) =>
  outcomeOf(socialLinks, { body: hrefs.map((href) => `<a href="${href}">link</a>`).join('\n') });

it('names the networks, and quotes the links', async () => {
  const outcome = await of(
    'https://www.facebook.com/bakery',
    'https://x.com/bakery',
    'https://de.linkedin.com/company/bakery',
    'https://www.facebook.com/bakery',
  );
  expect(outcome).toMatchObject({
    status: 'pass',
    summary: 'The page links to profiles on Facebook, X, LinkedIn.',
    value: [
      { network: 'Facebook', url: 'https://www.facebook.com/bakery' },
      { network: 'X', url: 'https://x.com/bakery' },
      { network: 'LinkedIn', url: 'https://de.linkedin.com/company/bakery' },
    ],
  });
  expect(outcome.evidence).toHaveLength(3);
  expect(outcome.evidence?.[0]).toMatchObject({ line: 1 });
});

it('recognises a profile on any host by rel=me', async () => {
  const body = '<a rel="me" href="https://bakers.town/@bakery">Mastodon</a>';
  expect((await outcomeOf(socialLinks, { body })).value).toEqual([
    { network: 'bakers.town', url: 'https://bakers.town/@bakery' },
  ]);
});

it.each([
  'https://www.facebook.com/sharer/sharer.php?u=https://example.com',
  'https://www.facebook.com/sharer.php?u=x',
  'https://twitter.com/intent/tweet?text=Bread',
  'https://twitter.com/share?url=x',
  'https://twitter.com/bakery/status/1234',
  'https://twitter.com/hashtag/bread',
  'https://www.linkedin.com/shareArticle?url=x',
  'https://pinterest.com/pin/create/button/',
  'https://www.youtube.com/watch?v=abc',
  'https://t.me/share/url?url=x',
  'https://www.facebook.com/',
  'https://notfacebook.com/bakery',
  'https://facebook.com.example.org/bakery',
  'https://example.com/facebook.com',
])('does not count %s as a profile', async (href) => {
  expect((await of(href)).status).toBe('na');
});

it('ignores the links of a network to itself', async () => {
  const body = '<a href="https://github.com/about">About</a>';
  const outcome = await outcomeOf(socialLinks, { body, url: 'https://github.com/bakery' });
  expect(outcome.status).toBe('na');
});
