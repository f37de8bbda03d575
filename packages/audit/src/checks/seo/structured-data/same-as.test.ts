import { expect, it } from 'vitest';
import { script } from '../../../readings/structured-data/fixtures/structured-page.ts';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { sameAs } from './same-as.ts';

const of = (links: unknown, properties: object = { name: 'Ann’s bakery' }, url?: string) =>
  outcomeOf(sameAs, {
    ...(url !== undefined && { url }),
    head: script({
      '@context': 'https://schema.org',
      '@type': 'Organization',
      sameAs: links,
      ...properties,
    }),
  });

it.each([
  ['www.facebook.com/annsbakery', 'lacks https:// and so leads to this site'],
  ['facebook.com/annsbakery', 'lacks https:// and so leads to this site'],
  ['de.wikipedia.org/wiki/Rye', 'lacks https:// and so leads to this site'],
  ['www.annsbakery.example', 'lacks https:// and so leads to this site'],
  ['#', 'is this page'],
  ['https://www.facebook.com/', 'is the home page of the network'],
  ['https://twitter.com', 'is the home page of the network'],
  ['https://de-de.facebook.com/#', 'is the home page of the network'],
])('finds %s', async (link, fault) => {
  expect(await of(link)).toMatchObject({
    status: 'fail',
    points: 0,
    summary: `1 of 1 links in sameAs leads to nothing about the same thing: “${link}” ${fault}.`,
    value: { links: 1, faults: [{ link, fault }] },
    evidence: [{ kind: 'html' }],
  });
});

it('reports the share', async () => {
  expect(await of(['#', 'https://x.com/ann'])).toMatchObject({ status: 'warn', points: 0.405 });
});

it.each([
  'https://www.facebook.com/annsbakery',
  'https://www.facebook.com/profile.php?id=1',
  'https://www.facebook.com/?id=1',
  'https://www.facebook.com/#!/annsbakery',
  '//www.facebook.com/ann',
  'https://ann.example/',
  'https://example.com/',
  'https://mastodon.social/@ann',
  '/about',
  'about.html',
  'readme.md',
  'https://www.wikidata.org/wiki/Q1',
])('passes %s', async (link) => {
  expect((await of(link)).status).toBe('pass');
});

it('passes a page about a network, and of one', async () => {
  expect((await of('https://www.facebook.com/', { name: 'Facebook, Inc.' })).status).toBe('pass');
  expect((await of('https://x.com/', { name: 'X' })).status).toBe('pass');
  const names = { name: 'Meta', alternateName: 'Social Ltd.' };
  expect((await of('https://www.facebook.com/', names)).status).toBe('pass');
  const outcome = await of(
    'https://www.facebook.com/',
    { name: 'F' },
    'https://www.facebook.com/about',
  );
  expect(outcome.status).toBe('pass');
});

it('does not apply without such links', async () => {
  expect((await of('')).status).toBe('na');
  expect((await of({ '@id': 'https://x.com/' })).status).toBe('na');
  expect((await outcomeOf(sameAs)).summary).toBe('The structured data has no sameAs.');
});
