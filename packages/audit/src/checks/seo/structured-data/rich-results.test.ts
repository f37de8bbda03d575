import { describe, expect, it } from 'vitest';
import { richResultTypes } from '../../../readings/structured-data/rich-result-types.ts';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { richResults } from './rich-results.ts';

const of = (body: string) => outcomeOf(richResults, { body });
const script = (json: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(json)}</script>`;
const graph = (...nodes: unknown[]) =>
  of(script({ '@context': 'https://schema.org', '@graph': nodes }));

const author = { '@type': 'Person', name: 'A' };
const rating = { '@type': 'Rating', ratingValue: 5 };
const offer = { '@type': 'Offer', price: 1 };

const good: readonly Record<string, unknown>[] = [
  { '@type': 'NewsArticle' },
  { '@type': 'Organization' },
  { '@type': 'Course', name: 'A', description: 'B' },
  { '@type': 'Dataset', name: 'A', description: 'B' },
  { '@type': 'DiscussionForumPosting', author, datePublished: '2026', text: 'A' },
  { '@type': 'MusicEvent', name: 'A', startDate: '2026', location: 'B' },
  {
    '@type': 'JobPosting',
    title: 'A',
    description: 'B',
    datePosted: '2026',
    hiringOrganization: 'C',
    jobLocation: 'D',
  },
  { '@type': 'Bakery', name: 'A', address: 'B' },
  { '@type': 'Product', name: 'A', offers: offer },
  { '@type': 'ProfilePage', mainEntity: author },
  {
    '@type': 'QAPage',
    mainEntity: {
      '@type': 'Question',
      name: 'A',
      answerCount: 1,
      acceptedAnswer: { '@type': 'Answer' },
    },
  },
  { '@type': 'Recipe', name: 'A', image: 'a.png' },
  { '@type': 'Review', author, itemReviewed: 'A', reviewRating: rating },
  { '@type': 'AggregateRating', ratingValue: 5, reviewCount: 1 },
  { '@type': 'MobileApplication', name: 'A', offers: offer, review: 'B' },
  { '@type': 'VideoObject', name: 'A', thumbnailUrl: 'a.png', uploadDate: '2026' },
];

it('does not apply without anything that Google shows', async () => {
  expect((await of('<p>')).status).toBe('na');
  expect((await graph({ '@type': 'WebSite' }, { '@type': 'Person' })).status).toBe('na');
});

it.each(good.map((node) => [node['@type'], node]))('passes %s', async (_, node) => {
  expect(await graph(node)).toMatchObject({
    status: 'pass',
    value: { results: [{ missing: [] }] },
  });
});

it.each(
  good.flatMap((node) =>
    Object.keys(node).flatMap((key) => (key === '@type' ? [] : [[node['@type'], key, node]])),
  ),
)('fails %s without %s', async (_, key, node) => {
  const without = Object.fromEntries(
    Object.entries(node as Record<string, unknown>).filter(([name]) => name !== key),
  );
  const outcome = await graph(without);
  expect(outcome).toMatchObject({ status: 'fail', points: 0, evidence: [{ line: 1 }] });
  expect(outcome.summary).toContain(String(key));
});

it('has a page of Google for each of them, and a good example here', () => {
  for (const { source } of richResultTypes) {
    expect(source).toMatch(/^https:\/\/developers\.google\.com\/search\/docs\/appearance\//);
  }
  expect(new Set(richResultTypes.map(({ type }) => type)).size).toBe(richResultTypes.length);
});

it('warns if some are incomplete, and lists recommended properties', async () => {
  const outcome = await graph(
    { '@type': 'Recipe', name: 'A' },
    { '@type': 'Recipe', name: 'B', image: 'b.png', author: 'C', datePublished: '2026' },
  );
  expect(outcome).toMatchObject({
    status: 'warn',
    points: 0.405,
    summary:
      '1 of 2 items that Google may show as a rich result lacks required properties: Recipe without image.',
    value: {
      results: [
        { type: 'Recipe', missing: ['image'] },
        {
          type: 'Recipe',
          missing: [],
          recommended: ['recipeIngredient', 'recipeInstructions', 'totalTime'],
        },
      ],
    },
  });
});

it('gives no points for types without required properties', async () => {
  const outcome = await graph({ '@type': 'Recipe', name: 'A' }, { '@type': 'Article' });
  expect(outcome).toMatchObject({ status: 'fail', points: 0 });
  expect(outcome.summary).toMatch(/^1 of 1 items /);
});

it('has a limited length on a page with many items', async () => {
  const outcome = await graph(...Array.from({ length: 100 }, () => ({ '@type': 'Recipe' })));
  expect(outcome).toMatchObject({ evidence: { length: 25 }, value: { results: { length: 25 } } });
});

it.each([
  ['location.address or location.url', { ...good[5], location: { '@type': 'Place', name: 'B' } }],
  ['jobLocation.address', { ...good[6], jobLocation: { '@type': 'Place', name: 'D' } }],
  [
    'hiringOrganization.name',
    { ...good[6], hiringOrganization: { '@type': 'Organization', url: '/' } },
  ],
  ['itemReviewed.name', { ...good[12], itemReviewed: { '@type': 'Product', sku: '1' } }],
  ['offers.price', { ...good[14], offers: { '@type': 'Offer', category: 'free' } }],
])('fails an inner item without %s', async (missing, node) => {
  const outcome = await graph(node);
  expect(outcome.status).toBe('fail');
  expect(outcome.summary).toContain(missing);
});

describe('does not fail for', () => {
  it.each([
    ['an event online', { ...good[5], location: { '@type': 'VirtualLocation', url: '/live' } }],
    ['an event elsewhere', { ...good[5], location: { '@id': 'https://b.example/#place' } }],
    ['what is only mentioned', { '@type': 'Article', about: { '@type': 'Product', name: 'A' } }],
    ['a publisher', { '@type': 'Article', publisher: { '@type': 'LocalBusiness' } }],
    ['a review in a product', { '@type': 'Product', name: 'A', review: { '@type': 'Review' } }],
    ['a run of a course', { '@type': 'CourseInstance' }],
    ['a broadcast', { '@type': 'BroadcastEvent' }],
    ['a game', { '@type': 'VideoGame', name: 'A' }],
    ['a drug', { '@type': 'Drug', name: 'A' }],
    [
      'a group of variants',
      { '@type': 'ProductGroup', name: 'A', hasVariant: [{ '@type': 'Product' }] },
    ],
    ['one variant', { '@type': 'Product', name: 'A', isVariantOf: { '@id': '#b' } }],
    ['an aggregate offer', { '@type': 'Product', name: 'A', offers: { lowPrice: 1 } }],
    [
      'an offer elsewhere',
      { '@type': 'Product', name: 'A', offers: { '@id': 'https://b.example/' } },
    ],
    ['a job from anywhere', { ...good[6], jobLocation: undefined, jobLocationType: 'TELECOMMUTE' }],
    ['a price of nothing', { '@type': 'Product', name: 'A', offers: { price: 0 } }],
  ])('%s', async (_, node) => {
    expect((await graph(node)).status).not.toMatch(/warn|fail/);
  });

  it('a thing that several blocks describe', async () => {
    const context = { '@context': 'https://schema.org', '@id': '#a' };
    const outcome = await of(
      script({ ...context, '@type': 'Recipe', name: 'A' }) + script({ ...context, image: 'a.png' }),
    );
    expect(outcome.status).toBe('pass');
  });

  it('Microdata with properties elsewhere on the page', async () => {
    const item = (rest: string) => `<div itemscope itemtype="http://schema.org/Recipe" ${rest}>`;
    expect((await of(item('itemref="more"'))).status).toBe('na');
    expect((await of(item(''))).status).toBe('fail');
  });

  it('the values of Microdata, which it does not see', async () => {
    const outcome = await of(`<div itemscope itemtype="http://schema.org/Product">
      <b itemprop="name">A</b><div itemprop="offers" itemscope itemtype="http://schema.org/Offer"></div></div>`);
    expect(outcome.status).toBe('pass');
  });
});

it.each([
  '<i itemscope itemtype="http://schema.org/Recipe"><b itemprop=name>A</b></i>',
  '<i vocab="http://schema.org/" typeof=Recipe><b property=name>A</b></i>',
])('checks an item in a page that is an item itself: %s', async (item) => {
  const around = (rest: string) =>
    `<div itemscope itemtype="http://schema.org/WebPage"><p ${rest}>${item}</p></div>`;
  expect((await of(around(''))).status).toBe('fail');
});

it('fails a product with an offer on the page that has no price', async () => {
  const product = { '@type': 'Product', name: 'A', offers: { '@id': '#offer' } };
  const outcome = await graph(product, { '@type': 'Offer', '@id': '#offer' });
  expect(outcome.summary).toContain('offers.price or offers.lowPrice');
  expect((await graph(product, { ...offer, '@id': '#offer' })).status).toBe('pass');
});

it('checks an entity once, and quotes the item with its type', async () => {
  const mention = { '@type': 'Article', about: { '@id': '#a', name: 'A' } };
  const again = { '@type': 'Article', about: { '@id': '#a', '@type': 'Recipe' } };
  const outcome = await graph(mention, { '@type': 'Recipe', '@id': '#a' }, again);
  expect(outcome).toMatchObject({
    status: 'fail',
    evidence: [{ text: expect.stringMatching(/^\{"@type":"Recipe","@id":"#a"\}/) }],
  });
});

it('looks at ratings and videos inside of other things too', async () => {
  const outcome = await graph({
    '@type': 'Product',
    name: 'A',
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 5 },
    video: { '@type': 'VideoObject', name: 'A', thumbnailUrl: 'a.png' },
  });
  expect(outcome).toMatchObject({
    status: 'warn',
    value: {
      results: [
        { type: 'AggregateRating', missing: ['ratingCount or reviewCount'] },
        { type: 'VideoObject', missing: ['uploadDate'] },
        { type: 'Product' },
      ],
    },
  });
});

describe('breadcrumbs', () => {
  const step = (rest: object) => ({ '@type': 'ListItem', position: 1, ...rest });
  const trail = (...itemListElement: object[]) =>
    graph({ '@type': 'BreadcrumbList', itemListElement });

  it('pass with names and links, the last one without', async () => {
    const outcome = await trail(
      step({ name: 'A', item: 'https://example.com/' }),
      step({ item: { '@id': 'https://example.com/b', name: 'B' } }),
      step({ name: 'C' }),
    );
    expect(outcome.status).toBe('pass');
  });

  it('pass with steps that are something else', async () => {
    expect((await trail({ '@type': 'WebPage', url: '/' }, { url: '/b' })).status).toBe('pass');
  });

  it('pass if there are too many items to read', async () => {
    const steps = [step({ item: { '@type': 'WebPage' } }), step({ item: { '@type': 'WebPage' } })];
    const fillers = (length: number) =>
      graph(...Array.from({ length }, () => ({ '@type': 'A' })), {
        '@type': 'BreadcrumbList',
        itemListElement: steps.slice(0, 1),
      });
    expect((await fillers(1_997)).status).toBe('fail');
    expect((await fillers(1_998)).status).toBe('pass');
  });

  it.each([
    ['itemListElement', []],
    ['itemListElement.position', [{ '@type': 'ListItem', name: 'A' }]],
    ['itemListElement.name', [step({ item: 'https://example.com/' })]],
    ['itemListElement.name', [step({ item: { '@id': 'https://example.com/' } })]],
    ['itemListElement.item', [step({ name: 'A' }), step({ name: 'B' })]],
  ])('fail without %s', async (missing, steps) => {
    expect(await trail(...steps)).toMatchObject({
      status: 'fail',
      value: { results: [{ type: 'BreadcrumbList', missing: [missing] }] },
    });
  });
});

it('reports retired rich results without failing', async () => {
  expect(await graph({ '@type': 'FAQPage' })).toEqual({
    status: 'na',
    summary: 'Google no longer shows a rich result for FAQPage.',
    value: {
      retired: [{ type: 'FAQPage', source: 'https://developers.google.com/search/updates' }],
      results: [],
    },
  });
});

it('checks at most 1,000 entities', async () => {
  const item = '<p itemscope itemtype=https://schema.org/Product></p>';
  const { summary } = await outcomeOf(richResults, { body: item.repeat(1_100) });
  expect(summary).toMatch(/^1000 of 1000 items/);
});

describe('return policy and shipping of a product', () => {
  const policies = { hasMerchantReturnPolicy: { '@id': '#r' }, shippingDetails: { '@id': '#s' } };
  const recommendedIn = async (offers: unknown, more: readonly unknown[] = [], link = '/cart') => {
    const product = { '@type': 'Product', name: 'Rye', offers };
    const data = script({ '@context': 'https://schema.org', '@graph': [product, ...more] });
    const { status, summary, value } = await of(`${data}<a href="${link}">Cart</a>`);
    expect(status).toBe('pass');
    const { results } = value as { results: { type: string; recommended: string[] }[] };
    const { recommended = [] } = results.find(({ type }) => type === 'Product') ?? {};
    return { summary, paths: recommended.filter((path) => path.startsWith('offers.')) };
  };

  it('are recommended for the offers of a shop', async () => {
    expect(await recommendedIn(offer)).toEqual({
      summary:
        'No property that Google requires is missing from Product. It recommends hasMerchantReturnPolicy and shippingDetails for offers, unless another page states this for the whole shop.',
      paths: ['offers.hasMerchantReturnPolicy', 'offers.shippingDetails'],
    });
    const { paths, summary } = await recommendedIn({ ...offer, shippingDetails: { '@id': '#s' } });
    expect(paths).toEqual(['offers.hasMerchantReturnPolicy']);
    expect(summary).toContain('It recommends hasMerchantReturnPolicy for offers');
  });

  it.each([
    ['if the offer states them', { ...offer, ...policies }, [], '/cart'],
    [
      'if the shop states them on the page',
      offer,
      [{ '@type': 'OnlineStore', hasMerchantReturnPolicy: 'r', hasShippingService: 's' }],
      '/cart',
    ],
    ['for a range of prices', { '@type': 'AggregateOffer', lowPrice: 1 }, [], '/cart'],
    ['if nothing is sold on the site', offer, [], '/reviews'],
  ])('are not recommended %s', async (_why, offers, more, link) => {
    const { paths, summary } = await recommendedIn(offers, more, link);
    expect(paths).toEqual([]);
    expect(summary).not.toContain('recommends');
  });
});
