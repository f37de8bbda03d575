import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { ariaRequiredAttributes } from './aria-required-attributes.ts';

const of = (body: string) => outcomeOf(ariaRequiredAttributes, { body });

it.each([
  ['attributes that are set', '<p role=checkbox aria-checked=mixed><p role=heading aria-level=2>'],
  ['attributes that a framework sets', '<p role=switch :aria-checked=x><p role=slider v-bind=x>'],
  ['roles with a default', '<p role=option><p role=tab><p role=progressbar><p role=spinbutton>'],
  [
    'the states of HTML',
    '<input type=checkbox role=switch><input type=radio role=menuitemradio><input type=range role=scrollbar><summary role=combobox>',
  ],
  ['separators that no one moves', '<p role=separator><hr role=separator tabindex=-1>'],
  ['a closed combobox without what it opens', '<input role=combobox aria-expanded=false>'],
  ['custom elements', '<x-box role=checkbox></x-box>'],
  [
    'states that scripts may set',
    '<script src=x.js></script><p role=switch><p role=slider><input role=combobox>',
  ],
])('passes %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  ['a level, also on a page with scripts', '<script src=x.js></script><p role=heading>'],
  ['an empty value', '<p role=checkbox aria-checked="">'],
  ['a state', '<p role=radio>'],
  ['what a combobox shows', '<input role=combobox aria-controls=x>'],
  ['the position of a separator that can be focused', '<p role=separator tabindex=0>'],
  ['a state that HTML has for another element', '<input type=text role=switch>'],
])('reports the lack of %s', async (_what, body) => {
  expect((await of(body)).status).toBe('fail');
});

it('names what is missing', async () => {
  expect(await of('<p role=slider><p role=note>')).toMatchObject({
    status: 'warn',
    summary: '1 element lacks an attribute that its role requires: aria-valuenow of role="slider".',
    evidence: [{ text: '<p role=slider>' }],
    points: 0.405,
  });
});

it.each([
  ['the role that the tag has', '<input type=checkbox role=checkbox><h2 role=heading>'],
  ['hidden elements', '<p hidden role=checkbox>'],
  ['elements without a role', '<p role=none><button role=presentation disabled>'],
])('does not apply to %s', async (_what, body) => {
  expect((await of(body)).status).toBe('na');
});
