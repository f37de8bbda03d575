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
    ['one name and numbers', 'w-1', 'w-2', 'Paper', 'Glass'],
    ['consent as an answer beside others', 'w[a]', 'w[b]', 'My terms', 'Your agreement'],
  ])('warns about checkboxes with %s', async (_what, first, second, one, other) => {
    const body = `<label><input type=checkbox name="${first}"> ${one}</label><label><input type=checkbox name="${second}"> ${other}</label>`;
    expect((await outcomeOf(fieldGroup, { body })).status).toBe('warn');
  });

  it.each([
    ['consent_1', 'consent_2', '1. The terms', '2. The newsletter'],
    ['check1', 'check2', '1. I accept the terms', '2. Send me the newsletter'],
    ['c[terms]', 'c[news]', 'I have read and agree to the terms', 'Send me offers'],
    ['c1', 'c2', 'Ich stimme den Bedingungen zu', 'Ich möchte den Newsletter'],
    ['c1', 'c2', 'J’accepte les conditions', 'La lettre'],
    ['agb-1', 'agb-2', 'Bedingungen', 'Widerruf'],
    ['checkbox-1', 'checkbox-2', 'Call me back', 'Gift wrapping'],
  ])('leaves separate consents alone: %s, %s', async (first, second, one, other) => {
    const body = `<label><input type=checkbox name="${first}"> ${one}</label><label><input type=checkbox name="${second}"> ${other}</label>`;
    expect((await outcomeOf(fieldGroup, { body })).status).toBe('na');
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
