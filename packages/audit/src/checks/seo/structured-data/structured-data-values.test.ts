import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { structuredDataValues } from './structured-data-values.ts';

const script = (json: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(json)}</script>`;
const of = (node: Record<string, unknown>) =>
  outcomeOf(structuredDataValues, { body: script({ '@context': 'https://schema.org', ...node }) });
const ofValue = (type: string, property: string, value: unknown) =>
  of({ '@type': type, [property]: value });

describe('a value', () => {
  it.each([
    ['Offer', 'price', 12.5],
    ['Offer', 'price', '12.50'],
    ['Offer', 'price', '1,299.00'],
    ['Offer', 'price', 0],
    ['Offer', 'price', '.99'],
    ['AggregateOffer', 'lowPrice', '10'],
    ['UnitPriceSpecification', 'price', '10'],
    ['Offer', 'priceCurrency', 'EUR'],
    ['Offer', 'priceCurrency', 'usd'],
    ['Offer', 'priceCurrency', 'XCG'],
    ['Offer', 'priceCurrency', 'BTC'],
    ['MonetaryAmount', 'currency', 'JPY'],
    ['Offer', 'availability', 'https://schema.org/InStock'],
    ['Offer', 'availability', 'http://schema.org/OutOfStock'],
    ['Offer', 'availability', 'schema.org/PreOrder'],
    ['Offer', 'availability', 'schema:BackOrder'],
    ['Offer', 'availability', 'InStock'],
    ['Offer', 'availability', { '@id': 'https://schema.org/InStock' }],
    ['Offer', 'itemCondition', 'NewCondition'],
    ['Event', 'eventStatus', 'https://schema.org/EventPostponed'],
    ['Event', 'eventAttendanceMode', 'https://schema.org/OnlineEventAttendanceMode'],
    ['MusicEvent', 'startDate', '2026-05-31T19:00-05:00'],
    ['Event', 'startDate', '2026-05-31T19:00:00.000Z'],
    ['NewsArticle', 'datePublished', '2026-05-31'],
    ['Article', 'datePublished', '2026'],
    ['Article', 'datePublished', '2026-05'],
    ['Article', 'datePublished', '20260531T190000Z'],
    ['Article', 'datePublished', '2026-05-31 19:00:00'],
    ['Article', 'datePublished', '2026-05-31 19:00:00 +0200'],
    ['Article', 'datePublished', '2026-05-31 19:00:00 UTC'],
    ['Article', 'datePublished', '2024-02-29'],
    ['Article', 'datePublished', '2026-W22-7'],
    ['Article', 'datePublished', { '@value': '2026-05-31', '@type': 'Date' }],
    ['VideoObject', 'duration', 'PT1H30M'],
    ['VideoObject', 'duration', 'P0D'],
    ['Recipe', 'cookTime', 'PT90M'],
    ['Recipe', 'totalTime', 'PT0.5H'],
    ['AggregateRating', 'ratingValue', 4.4],
    ['AggregateRating', 'ratingValue', '60%'],
    ['AggregateRating', 'ratingValue', '6/10'],
    ['AggregateRating', 'ratingCount', '1,204'],
    ['Product', 'image', '/images/bread.jpg'],
    ['Product', 'image', ['https://example.com/a b.jpg', 'data:image/png;base64,AA']],
    ['Product', 'image', { '@id': 'kg:/m/0abc' }],
    ['Organization', 'sameAs', 'https://www.wikidata.org/wiki/Q1'],
    ['VisualArtwork', 'dateCreated', 'c. 1850'],
    ['OpeningHoursSpecification', 'opens', '9 am'],
  ])('%s.%s passes %j', async (type, property, value) => {
    expect((await ofValue(type, property, value)).status).toMatch(/pass|na/);
  });

  it.each([
    ['Offer', 'price', '12,50', 'is not a number such as 12.50'],
    ['Offer', 'price', '€12.50', 'is not a number such as 12.50'],
    ['Offer', 'price', '1.299,00', 'is not a number such as 12.50'],
    ['Offer', 'price', '10-20', 'is not a number such as 12.50'],
    ['Offer', 'price', '-1', 'is not a number such as 12.50'],
    ['Offer', 'price', 'On request', 'is not a number such as 12.50'],
    ['AggregateOffer', 'highPrice', 'USD 10', 'is not a number such as 12.50'],
    ['Offer', 'priceCurrency', '€', 'is not a currency code such as EUR'],
    ['Offer', 'priceCurrency', 'Euro', 'is not a currency code such as EUR'],
    ['Offer', 'priceCurrency', 'HRK', 'is not a currency code such as EUR'],
    ['Offer', 'priceCurrency', 'RMB', 'is not a currency code such as EUR'],
    ['MonetaryAmount', 'currency', '$', 'is not a currency code such as EUR'],
    ['Offer', 'availability', 'in stock', 'is not a value such as https://schema.org/InStock'],
    ['Offer', 'availability', 'https://schema.org/Available', 'is not a value such as'],
    ['Offer', 'itemCondition', 'new', 'is not a value such as https://schema.org/NewCondition'],
    ['Event', 'eventStatus', 'Cancelled', 'is not a value such as'],
    ['Event', 'startDate', '31.05.2026', 'is not a date such as 2026-05-31'],
    ['Article', 'datePublished', 'May 31, 2026', 'is not a date such as 2026-05-31'],
    ['Article', 'datePublished', '2026/05/31', 'is not a date such as 2026-05-31'],
    ['Article', 'datePublished', '2026-5-1', 'is not a date such as 2026-05-31'],
    ['Article', 'datePublished', '2026-02-30', 'is not a date such as 2026-05-31'],
    ['Article', 'dateModified', '2026-13-01', 'is not a date such as 2026-05-31'],
    ['Article', 'dateModified', '0000-00-00', 'is not a date such as 2026-05-31'],
    ['Article', 'dateModified', '2026-05-31T25:00', 'is not a date such as 2026-05-31'],
    ['Article', 'dateModified', '1780000000', 'is not a date such as 2026-05-31'],
    ['VideoObject', 'uploadDate', 'yesterday', 'is not a date such as 2026-05-31'],
    ['JobPosting', 'validThrough', '30 days', 'is not a date such as 2026-05-31'],
    ['VideoObject', 'duration', '3:45', 'is not a duration such as PT1H30M'],
    ['Recipe', 'cookTime', '30 minutes', 'is not a duration such as PT1H30M'],
    ['Recipe', 'totalTime', 'PT', 'is not a duration such as PT1H30M'],
    ['Recipe', 'prepTime', '30M', 'is not a duration such as PT1H30M'],
    ['AggregateRating', 'ratingValue', '4,4', 'is not a number such as 4.5'],
    ['AggregateRating', 'ratingValue', '4 stars', 'is not a number such as 4.5'],
    ['AggregateRating', 'ratingValue', '8.5', 'is not between 1 and 5'],
    ['AggregateRating', 'ratingValue', 0, 'is not between 1 and 5'],
    ['AggregateRating', 'bestRating', 'five', 'is not a number such as 4.5'],
    ['AggregateRating', 'reviewCount', 0, 'is not a number above zero'],
    ['AggregateRating', 'ratingCount', '12 votes', 'is not a number above zero'],
    ['Product', 'image', 'undefined', 'a program did not fill in'],
    ['Product', 'url', '{{ product.url }}', 'a program did not fill in'],
    ['Organization', 'logo', 'http://', 'is not a URL'],
    ['Offer', 'price', 'NaN', 'a program did not fill in'],
  ])('%s.%s fails %j', async (type, property, value, reason) => {
    const outcome = await ofValue(type, property, value);
    expect(outcome).toMatchObject({
      status: 'fail',
      points: 0,
      value: { values: 1, faults: [{ type, property, value: String(value), line: 1 }] },
      evidence: [{ kind: 'html' }],
    });
    expect(outcome.summary).toContain(`${property} of ${type} is “${value}”, which ${reason}`);
  });
});

describe('two names of one @id', () => {
  const graph = (...nodes: Record<string, unknown>[]) =>
    of({ '@graph': nodes.map((node) => ({ '@id': '#a', ...node })) });
  const shop = { '@type': 'Organization', name: 'Bicycle repair Delft' };

  it('are a fault', async () => {
    expect(await graph(shop, { '@type': ['Organization'], name: 'Your company' })).toMatchObject({
      status: 'fail',
      value: { faults: [{ property: 'name', value: 'Your company' }] },
    });
  });

  it.each([
    ['of two types, as of a site and its home page', { '@type': 'WebPage', name: 'Home' }],
    ['without a type, as in a breadcrumb trail', { name: 'Home' }],
    ['that share a word', { '@type': 'Organization', name: 'Delft Bikes Ltd' }],
    ['of which one is missing', { '@type': 'Organization', url: 'https://bikes.example/' }],
  ])('are not a fault %s', async (_what, other) => {
    expect((await graph(shop, other)).status).not.toMatch(/warn|fail/);
  });
});

describe('a date that contradicts another one', () => {
  it.each([
    [{ '@type': 'Offer', price: '9', priceValidUntil: '2020-01-01' }, 'is over'],
    [
      { '@type': 'Event', startDate: '2026-08-02', endDate: '2026-08-01T20:00' },
      'is before its startDate',
    ],
  ])('is a fault: %j', async (node, reason) => {
    const outcome = await of(node);
    expect(outcome).toMatchObject({
      status: 'warn',
      points: 'startDate' in node ? 0.561 : 0.405,
    });
    expect(outcome.summary).toContain(reason);
  });

  it.each([
    // Somewhere, it is still the day before.
    { '@type': 'Offer', priceValidUntil: '2026-05-31' },
    { '@type': 'Offer', priceValidUntil: '2030-01-01' },
    { '@type': 'JobPosting', validThrough: '2020-01-01' },
    { '@type': 'Event', startDate: '2020-01-01', endDate: '2020-01-01' },
    { '@type': 'Event', startDate: '2026-08-01T22:00', endDate: '2026-08-01T02:00' },
    {
      '@type': 'Event',
      startDate: ['2026-08-01', '2026-08-08'],
      endDate: ['2026-08-02', '2026-08-03'],
    },
  ])('is not a fault: %j', async (node) => {
    expect((await of(node)).status).toBe('pass');
  });
});

describe('a name', () => {
  it.each(['Bell &amp; horn', 'Loud &quot;ding&quot;', 'M&#252;sli', 'M&#xFC;sli'])(
    'shows the entities of HTML: %s',
    async (name) => {
      const outcome = await of({ '@type': 'Product', name });
      expect(outcome.summary).toContain('has an entity of HTML, which is shown as it is written');
    },
  );

  it.each(['Bell & horn', 'R&D; more', 'AT&T'])('may have other signs: %s', async (name) => {
    expect((await of({ '@type': 'Product', name })).status).toBe('na');
  });

  it('is read as HTML in Microdata', async () => {
    const body =
      '<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Bell &amp; horn</b></div>';
    expect((await outcomeOf(structuredDataValues, { body })).status).toBe('na');
  });
});

describe('a rating', () => {
  const rating = (fields: object) => ({ '@type': 'Rating', ...fields });
  const review = (fields: object, type = 'Review') =>
    of({ '@type': type, reviewRating: rating(fields) });

  it.each([
    { ratingValue: 88, bestRating: 100 },
    { ratingValue: 0, worstRating: 0 },
    { ratingValue: '5.0', bestRating: '5', worstRating: '1' },
    { ratingValue: -1, worstRating: -3, bestRating: 3 },
    { ratingValue: 9, bestRating: { '@id': '#scale' } },
  ])('in its range passes: %j', async (fields) => {
    expect((await review(fields)).status).toMatch(/pass/);
  });

  it('of a review beyond its range fails', async () => {
    expect((await review({ ratingValue: 11, bestRating: 10 })).summary).toContain(
      'ratingValue of Rating is “11”, which is not between 1 and 10',
    );
  });

  it('of a fact check, or of something else, has its own scale', async () => {
    expect((await review({ ratingValue: -1 }, 'ClaimReview')).status).toBe('na');
    const hotel = { '@type': 'Hotel', starRating: rating({ ratingValue: 'five stars' }) };
    expect((await of(hotel)).status).toBe('na');
  });

  it('that no one gave is one finding', async () => {
    const outcome = await of({ '@type': 'AggregateRating', ratingValue: 0, ratingCount: 0 });
    expect(outcome.value).toMatchObject({ faults: [{ property: 'ratingCount' }] });
  });
});

describe('Microdata', () => {
  const microdata = (body: string) =>
    outcomeOf(structuredDataValues, {
      body: `<div itemscope itemtype="https://schema.org/Product">${body}</div>`,
    });
  const offer = (body: string) =>
    microdata(`<p itemprop=offers itemscope itemtype="http://schema.org/Offer">${body}</p>`);

  it.each([
    '<span itemprop=price content="12.50">12,50 €</span>',
    '<b itemprop=price>12.50</b> <meta itemprop=priceCurrency content=EUR>',
    '<data itemprop=price value=12.5>twelve fifty</data>',
    '<link itemprop=availability href="http://schema.org/InStock">In stock',
    '<time itemprop=priceValidUntil datetime=2026-05-31>31 May</time>',
    '<p itemprop=priceSpecification itemscope itemtype="https://schema.org/PriceSpecification"><b itemprop=price>1</b></p>',
  ])('passes %s', async (body) => {
    expect((await offer(body)).status).toBe('pass');
  });

  it.each([
    ['<b itemprop=price>12,50 €</b>', 'price of Offer is “12,50 €”'],
    ['<b itemprop=priceCurrency>€</b>', 'priceCurrency of Offer is “€”'],
    ['<span itemprop=availability>In stock</span>', 'availability of Offer is “In stock”'],
    ['<time itemprop=validFrom>31 May</time>', 'validFrom of Offer is “31 May”'],
  ])('fails %s', async (body, summary) => {
    const outcome = await offer(body);
    expect(outcome).toMatchObject({
      status: 'fail',
      evidence: [{ text: expect.stringContaining('Offer') }],
    });
    expect(outcome.summary).toContain(summary);
  });

  it('checks ratings', async () => {
    const rating = (body: string) =>
      microdata(
        `<p itemprop=aggregateRating itemscope itemtype="http://schema.org/AggregateRating">${body}</p>`,
      );
    expect((await rating('<b itemprop=ratingValue>4.5</b>')).status).toBe('pass');
    expect((await rating('<b itemprop=ratingValue>4,5</b> of 5')).status).toBe('fail');
    const ofTen = '<b itemprop=ratingValue>9</b>/<b itemprop=bestRating>10</b>';
    expect((await rating(ofTen)).status).toBe('pass');
  });

  it('reads hidden values, and says nothing about empty ones', async () => {
    expect((await offer('<b itemprop=price hidden>12,50</b>')).status).toBe('fail');
    expect((await offer('<b itemprop=price></b>')).status).toBe('na');
  });
});

it('reports the share of values that are wrong', async () => {
  const offers = { '@type': 'Offer', price: '12,50', priceCurrency: 'EUR' };
  expect(await of({ '@type': 'Product', url: '/bread', offers })).toMatchObject({
    status: 'warn',
    points: 0.561,
    summary:
      '1 of 3 values in the structured data is not readable for search engines: price of Offer is “12,50”, which is not a number such as 12.50.',
    value: { values: 3, faults: [{ fault: 'is not a number such as 12.50' }] },
  });
});

it('does not apply without such values', async () => {
  expect((await outcomeOf(structuredDataValues)).status).toBe('na');
  expect((await of({ '@type': 'Product', name: 'Rye bread' })).status).toBe('na');
  expect((await of({ '@type': 'Offer', price: '' })).status).toBe('na');
});

it('checks a limited number of values, in linear time', async () => {
  const offers = Array.from({ length: 1_990 }, () => ({ '@type': 'Offer', price: 'x' }));
  const outcome = await of({ '@type': 'Product', offers });
  expect(outcome).toMatchObject({ value: { faults: { length: 25 } }, evidence: { length: 25 } });
  const long = await ofValue('Article', 'datePublished', '2026-05-31T'.repeat(5_000));
  expect(long.summary.length).toBeLessThan(300);
});
