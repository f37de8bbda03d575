import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { fieldGroup } from './field-group.ts';

describe('field-group', () => {
  it.each([
    '<fieldset><legend>Account?</legend><label><input type="radio" name="a"> Yes</label><label><input type="radio" name="a"> No</label></fieldset>',
    '<div role="radiogroup" aria-label="Account?"><label><input type="radio" name="a"> Yes</label><label><input type="radio" name="a"> No</label></div>',
    '<div role="group" aria-labelledby="q"><p id="q">Account?</p><label><input type="radio" name="a"> Yes</label><label><input type="radio" name="a"> No</label></div>',
    '<fieldset><legend>Account?</legend><fieldset><label><input type="radio" name="a"> Yes</label><label><input type="radio" name="a"> No</label></fieldset></fieldset>',
    '<fieldset><label><input type="radio" name="a"> Yes</label><label><input type="radio" name="a"> No</label></fieldset>',
    '<label><input type="radio" aria-describedby="q" name="a"> Yes</label><label><input type="radio" aria-describedby="q" name="a"> No</label>',
    '<form><label><input type="checkbox" name="a"> Yes</label></form><form><label><input type="checkbox" name="a"> Yes</label></form><fieldset><legend>B</legend><label><input type="radio" name="a"> Yes</label><label><input type="radio" name="a"> No</label></fieldset>',
    '<fieldset><legend>Waste</legend><label><input type="checkbox" name="w[1]"> A</label><label><input type="checkbox" name="w[2]"> B</label></fieldset>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(fieldGroup, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<h4>Do you have an account?</h4><label><input type="radio" name="a"> Yes</label><label><input type="radio" name="a"> No</label>',
      '1 of 1 choice by radio buttons or checkboxes is in no group with a name.',
    ],
    [
      '<div role="group"><label><input type="radio" name="a"> Yes</label><label><input type="radio" name="a"> No</label></div><label><input type="checkbox" name="b[]"> Yes</label><label><input type="checkbox" name="b[]"> No</label><fieldset><legend>C</legend><label><input type="radio" name="c"> Yes</label><label><input type="radio" name="c"> No</label></fieldset>',
      '2 of 3 choices by radio buttons or checkboxes are in no group with a name.',
    ],
    [
      '<label><input type="checkbox" name="waste.paper"> Paper</label><label><input type="checkbox" name="waste.glass"> Glass</label>',
      '1 of 1 choice by radio buttons or checkboxes is in no group with a name.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(fieldGroup, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each([
    '<p>x</p>',
    '<label><input type="radio" name="a"> Yes</label>',
    '<label><input type="radio" name="a"> Yes</label><label><input type="radio" name="b"> Yes</label>',
    '<input type="radio" name="a" id="t1"><label for="t1"></label><input type="radio" name="a" id="t2"><label for="t2"></label>',
    '<label><input hidden type="radio" name="a"> Yes</label><label><input hidden type="radio" name="a"> No</label>',
  ])('does not apply to %s', async (body) => {
    expect((await outcomeOf(fieldGroup, { body })).status).toBe('na');
  });
});
