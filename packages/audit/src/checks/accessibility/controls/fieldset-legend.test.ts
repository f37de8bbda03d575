import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { fieldsetLegend } from './fieldset-legend.ts';

describe('fieldset-legend', () => {
  it.each([
    '<fieldset><legend>Address</legend><label>Street <input name="s"></label></fieldset>',
    '<fieldset aria-label="Address"></fieldset>',
    '<fieldset><legend><img src="a.png" alt="Address"></legend></fieldset>',
    '<fieldset><legend data-bind="text: title"></legend></fieldset>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(fieldsetLegend, { body })).status).toBe('pass');
  });

  it.each([
    ['<fieldset>I have no legend</fieldset>', '1 of 1 <fieldset> element has no legend with text.'],
    [
      '<fieldset><legend> </legend></fieldset><fieldset><legend>A</legend></fieldset>',
      '1 of 2 <fieldset> elements has an empty legend.',
    ],
    [
      '<fieldset><div><legend>Not directly in it</legend></div></fieldset>',
      '1 of 1 <fieldset> element has no legend with text.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(fieldsetLegend, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each([
    '<p>x</p>',
    '<fieldset hidden></fieldset>',
    '<fieldset role="presentation"></fieldset>',
    '<fieldset class="cf_hidden"><legend></legend></fieldset>',
  ])('does not apply to %s', async (body) => {
    expect((await outcomeOf(fieldsetLegend, { body })).status).toBe('na');
  });
});
