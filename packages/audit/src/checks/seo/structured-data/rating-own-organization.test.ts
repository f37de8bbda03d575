import { expect, it } from 'vitest';
import { script } from '../../../readings/structured-data/fixtures/structured-page.ts';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { ratingOwnOrganization } from './rating-own-organization.ts';

const aggregateRating = { '@type': 'AggregateRating', ratingValue: 4.9, ratingCount: 231 };
const of = (type: unknown, properties: object, url = 'https://example.com/') =>
  outcomeOf(ratingOwnOrganization, {
    url,
    head: script({ '@context': 'https://schema.org', '@type': type, ...properties }),
  });
const ownSite = { url: 'https://www.example.com' };

it.each([{ aggregateRating }, { review: { '@type': 'Review', reviewRating: { ratingValue: 5 } } }])(
  'finds a rating of the own business',
  async (rating) => {
    expect(await of('Bakery', { ...ownSite, ...rating })).toMatchObject({
      status: 'warn',
      summary:
        'The structured data rates the site’s own organization (Bakery), for which Google shows no stars.',
      evidence: [{ kind: 'html' }],
    });
  },
);

it('finds a rating of the publisher of the website', async () => {
  const publisher = { '@type': 'Organization', aggregateRating };
  const outcome = await of('WebSite', { ...ownSite, publisher }, 'https://example.com/about');
  expect(outcome.status).toBe('warn');
});

it('passes an own business without ratings', async () => {
  expect((await of('Bakery', ownSite)).status).toBe('pass');
});

it.each([
  [
    'a directory that rates others',
    'Bakery',
    { url: 'https://example.com/bakeries/ann', aggregateRating },
  ],
  [
    'a review of a business with a website',
    'Hotel',
    { url: 'https://ann.example/', aggregateRating },
  ],
  ['a business without a URL', 'Hotel', { aggregateRating }],
  ['an own product', 'Product', { ...ownSite, aggregateRating }],
  [
    'a product that is a business, too',
    ['Product', 'LocalBusiness'],
    { ...ownSite, aggregateRating },
  ],
  ['an own app', 'SoftwareApplication', { ...ownSite, aggregateRating }],
])('does not apply to %s', async (_name, type, properties) => {
  expect((await of(type, properties)).status).toBe('na');
});

it('does not apply to ratings of a product whose maker is the own organization', async () => {
  const outcome = await of('Product', {
    aggregateRating,
    brand: { '@type': 'Organization', ...ownSite },
  });
  expect(outcome.status).toBe('pass');
});
