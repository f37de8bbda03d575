import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { headingMarkup } from './heading-markup.ts';

describe('heading-markup', () => {
  it.each([
    '<h2>Our services</h2>',
    '<h2><span style="font-size: 2em; font-weight: bold">Our services</span></h2>',
    '<p style="font-size: 2em; font-weight: bold">19.99 €</p>',
    '<p style="font-size: 2em; font-weight: bold">Sale</p>',
    '<p style="font-size: 2em; font-weight: bold">This is a slogan that ends like a sentence.</p>',
    '<p style="font-size: 2em">Our services</p>',
    '<p style="font-weight: bold; font-size: 1.1em">Our services</p>',
    '<div hidden style="font-size: 2em; font-weight: bold">Our services</div>',
    '<div role="heading" aria-level="2" style="font-size: 2em; font-weight: bold">Our services</div>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(headingMarkup, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<div style="font-size: 2em; font-weight: bold">Our services</div>',
      '1 short text is large and bold by style, but no heading: "Our services".',
    ],
    [
      '<p style="font-weight:700;font-size:30px">Our services</p><p style="font-size:x-large;font-weight:bold">About us</p>',
      '2 short texts are large and bold by style, but no heading: "Our services".',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(headingMarkup, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });
});
