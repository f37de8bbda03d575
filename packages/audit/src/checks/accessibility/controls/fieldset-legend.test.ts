import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { fieldsetLegend } from './fieldset-legend.ts';

const options = '<input type="radio" name="size"><input type="radio" name="size">';
const fields = '<input name="street"><textarea name="city"></textarea>';

describe('fieldset-legend', () => {
  it.each([
    `<fieldset><legend>Size</legend>${options}</fieldset>`,
    `<fieldset aria-label="Size">${options}</fieldset>`,
    `<fieldset><legend><img src="a.png" alt="Size"></legend>${options}</fieldset>`,
    `<fieldset><legend data-bind="text: title"></legend>${options}</fieldset>`,
    `<form><fieldset><legend>A</legend>${fields}</fieldset><fieldset><legend>B</legend>${fields}</fieldset></form>`,
  ])('passes %s', async (body) => {
    expect((await outcomeOf(fieldsetLegend, { body })).status).toBe('pass');
  });

  it.each([
    [`<fieldset>${options}</fieldset>`, '1 of 1 <fieldset> element has no legend with text.'],
    [
      '<fieldset><input type="checkbox"><p><input type="checkbox"></fieldset>',
      '1 of 1 <fieldset> element has no legend with text.',
    ],
    [
      `<fieldset><legend> </legend>${options}</fieldset><fieldset><legend>A</legend>${options}</fieldset>`,
      '1 of 2 <fieldset> elements has an empty legend.',
    ],
    [
      `<fieldset><div><legend>Not directly in it</legend></div>${options}</fieldset>`,
      '1 of 1 <fieldset> element has no legend with text.',
    ],
    [
      `<form><fieldset>${fields}</fieldset><fieldset>${fields}</fieldset></form>`,
      '2 of 2 <fieldset> elements have no legend with text.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(fieldsetLegend, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each([
    '<p>x</p>',
    '<fieldset>I hold no field</fieldset>',
    '<fieldset><input type="submit"><input type="hidden"><button>Send</button></fieldset>',
    '<fieldset><label>Search <input type="search"></label><button>Go</button></fieldset>',
    `<form><fieldset>${fields}</fieldset></form>`,
    `<form><fieldset>${fields}</fieldset></form><form><fieldset>${fields}</fieldset></form>`,
    `<form><fieldset>${fields}</fieldset><fieldset><input type="submit"></fieldset></form>`,
    '<fieldset><input name="user"><input type="checkbox" name="remember"></fieldset>',
    `<fieldset hidden>${options}</fieldset>`,
    `<fieldset role="presentation">${options}</fieldset>`,
    `<fieldset class="cf_hidden"><legend></legend>${options}</fieldset>`,
  ])('does not apply to %s', async (body) => {
    expect((await outcomeOf(fieldsetLegend, { body })).status).toBe('na');
  });
});
