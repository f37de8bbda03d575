import { describe, expect, it } from 'vitest';
import { script } from '../../../readings/structured-data/fixtures/structured-page.ts';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { productDataAgrees } from './product-data-agrees.ts';

const product = (properties: object) =>
  script({ '@context': 'https://schema.org', '@type': 'Product', name: 'Rye', ...properties });
const offer = (price: unknown, more: object = {}) => ({
  offers: { '@type': 'Offer', price, priceCurrency: 'EUR', ...more },
});
const meta = (amount: string, name = 'product:price:amount') =>
  `<meta property="${name}" content="${amount}">`;
const of = (head: string, body = '') => outcomeOf(productDataAgrees, { head, body });

describe('prices', () => {
  it.each(['product:price:amount', 'og:price:amount'])('differ from %s', async (name) => {
    expect(await of(product(offer('12.50')) + meta('14.50', name))).toMatchObject({
      status: 'warn',
      summary: `The price is 14.5 in ${name}, but 12.5 in the structured data.`,
      evidence: [{ text: meta('14.50', name) }, { kind: 'html' }],
    });
  });

  it('of Microdata differ, too', async () => {
    const body =
      '<div itemscope itemtype="https://schema.org/Product"><p itemprop=offers itemscope itemtype="https://schema.org/Offer"><b itemprop=price content=12.50></b></p></div>';
    expect((await of(meta('14.50'), body)).status).toBe('warn');
    expect((await of(meta('12.5'), body)).status).toBe('pass');
  });

  it.each([
    ['another form', '1299.00', meta('1,299')],
    ['a rounded price', '12.99', meta('13')],
    ['a sale', '9.90', meta('12.50') + meta('9.90', 'product:sale_price:amount')],
    ['the currency in the tag', '12.50', meta('12.50') + meta('EUR', 'product:price:currency')],
  ])('agree: %s', async (_name, price, head) => {
    expect((await of(product(offer(price)) + head)).status).toBe('pass');
  });

  it.each([
    ['a range of variants', { offers: { '@type': 'AggregateOffer', lowPrice: 10, highPrice: 20 } }],
    ['variants', { offers: [offer(10).offers, offer(20).offers] }],
    [
      'a price for members',
      offer(20, { priceSpecification: { '@type': 'UnitPriceSpecification', price: 10 } }),
    ],
  ])('agree within %s', async (_name, properties) => {
    expect((await of(product(properties) + meta('15'))).status).toBe('pass');
  });

  it.each([
    [
      'another currency',
      product(offer('12.50')) + meta('14.50') + meta('USD', 'product:price:currency'),
    ],
    [
      'a net price',
      product(
        offer('12.50', {
          priceSpecification: { '@type': 'PriceSpecification', valueAddedTaxIncluded: false },
        }),
      ) + meta('14.50'),
    ],
    ['a list of products', product(offer('12.50')) + product(offer('9')) + meta('14.50')],
    ['a price that is not a number', product(offer('12,50')) + meta('14.50')],
    ['a tag without a number', product(offer('12.50')) + meta('from 9')],
    ['a price of nothing', product(offer('12.50')) + meta('0')],
    ['no tag', product(offer('12.50'))],
    ['no product', meta('12.50')],
  ])('are not compared: %s', async (_name, head) => {
    expect((await of(head)).status).toBe('na');
  });
});

describe('ratings', () => {
  const json = (ratingValue: number, more: object = {}) =>
    product({ aggregateRating: { '@type': 'AggregateRating', ratingValue, ...more } });
  const marked = (value: string, type = 'Product') =>
    `<div itemscope itemtype="https://schema.org/${type}"><p itemprop=aggregateRating itemscope itemtype="https://schema.org/AggregateRating"><b itemprop=ratingValue>${value}</b></p></div>`;

  it('differ', async () => {
    expect(await of(json(4.9), marked('3.2'))).toMatchObject({
      status: 'warn',
      summary: 'The rating is 4.9 in JSON-LD, but 3.2 in Microdata.',
      evidence: [{ kind: 'html' }, { kind: 'html' }],
    });
  });

  it('agree, also rounded to stars', async () => {
    expect((await of(json(4.8), marked('4.8'))).status).toBe('pass');
    expect((await of(json(4.6), marked('5'))).status).toBe('pass');
  });

  it.each([
    ['that of the shop beside that of the product', json(4.9), marked('3.2', 'Organization')],
    ['products in a list', json(4.9), marked('3.2') + marked('4.1')],
    ['another scale', json(9, { bestRating: 10 }), marked('4.5')],
    ['one alone', json(4.9), ''],
  ])('are not compared: %s', async (_name, head, body) => {
    expect((await of(head, body)).status).toBe('na');
  });
});
