import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { autocompleteValid } from './autocomplete-valid.ts';

// The rule that the cases cover:
// https://www.w3.org/WAI/standards-guidelines/act/rules/73f2c2/

const of = (body: string) => outcomeOf(autocompleteValid, { body });

it.each([
  'email',
  'EMAIL',
  ' postal-code ',
  'section-gift shipping street-address',
  'billing cc-number',
  'work tel-national',
  'section-a billing home email',
  'username webauthn',
  'bday-day',
])('accepts autocomplete="%s"', async (value) => {
  expect((await of(`<input autocomplete="${value}">`)).status).toBe('pass');
});

it.each([
  'nope',
  'e-mail',
  'shipping',
  'section-gift',
  'work shipping email',
  'work postal-code',
  'shipping billing email',
  'email section-a',
  'given-name family-name',
  'webauthn',
  'email webauthn webauthn',
  'off email',
  'off off',
  'on webauthn',
  'work',
  'a b c d e f g h i j',
])('does not accept autocomplete="%s"', async (value) => {
  expect(await of(`<input autocomplete="${value}">`)).toMatchObject({
    status: 'fail',
    points: 0,
    value: { invalid: [value] },
    evidence: [{ line: 1 }],
  });
});

it.each([
  '<textarea autocomplete="x"></textarea>',
  '<select autocomplete="x"></select>',
  '<input role="banner" tabindex="0" autocomplete="x">',
  '<input role="none" autocomplete="x">',
  '<input role="banner" autocomplete="x">',
  '<input role="combobox" tabindex="-1" autocomplete="x">',
  '<input aria-hidden="true" autocomplete="x">',
  '<input tabindex="-1" autocomplete="x">',
])('applies to %s', async (body) => {
  expect((await of(body)).status).toBe('fail');
});

it.each([
  '<input>',
  '<input autocomplete>',
  '<input autocomplete=" ">',
  '<input autocomplete="off">',
  '<input autocomplete="ON">',
  '<input autocomplete="x" disabled>',
  '<fieldset disabled><input autocomplete="x"></fieldset>',
  '<input autocomplete="x" aria-disabled="true">',
  '<input autocomplete="x" type="submit">',
  '<input autocomplete="x" type="checkbox">',
  '<input autocomplete="x" type="hidden">',
  '<input autocomplete="x" style="display: none">',
  '<input autocomplete="x" aria-hidden="true" style="position: absolute; left: -9999px">',
  '<textarea autocomplete="x" aria-hidden="true" style="clip: rect(1px, 1px, 1px, 1px); height: 1px"></textarea>',
  '<input autocomplete="x" role="banner" tabindex="-1">',
  '<input autocomplete="x" role="none" disabled>',
  '<form autocomplete="x"></form>',
  '<div autocomplete="x" role="textbox"></div>',
])('does not apply to %s', async (body) => {
  expect(await of(body)).toMatchObject({
    status: 'na',
    summary: 'No form field says in autocomplete what it is for.',
  });
});

it('gives the share of valid values', async () => {
  const body = '<input autocomplete=email><input autocomplete=mail><input autocomplete=tel>';
  expect(await of(body)).toMatchObject({
    status: 'warn',
    points: 0.561,
    summary: '1 of 3 autocomplete values is not valid, so browsers ignore it.',
  });
});
