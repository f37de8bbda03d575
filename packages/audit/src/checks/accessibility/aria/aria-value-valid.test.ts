import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { ariaValueValid } from './aria-value-valid.ts';

const of = (body: string) => outcomeOf(ariaValueValid, { body });

it.each([
  ['words in any case and with spaces', '<p aria-hidden=TRUE aria-expanded=" false ">'],
  ['undefined where it is a value', '<p aria-expanded=undefined aria-pressed=undefined>'],
  ['numbers', '<p aria-valuenow=-1.5e3 aria-valuemin=.5 aria-level=2 aria-rowcount=-1>'],
  [
    'the least numbers',
    '<p aria-level=1 aria-posinset=1 aria-setsize=-1 aria-colcount=-1 aria-colindex=1 aria-rowspan=0>',
  ],
  [
    'ids that do not exist',
    '<p aria-controls="a b" aria-errormessage="a b" aria-activedescendant=x>',
  ],
  ['lists of words', '<p aria-relevant="additions text" aria-current=page>'],
  ['empty values next to others', '<p aria-expanded="" aria-live=polite>'],
  [
    'placeholders of templates',
    '<p aria-expanded="{{ open }}" aria-level="<%= l %>" aria-sort="{% x %}">',
  ],
])('passes %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  'aria-hidden=yes',
  'aria-required=undefined',
  'aria-pressed=horizontal',
  'aria-valuenow=75%',
  'aria-level=two',
  'aria-level=0',
  'aria-level=-1',
  'aria-posinset=0',
  'aria-posinset=1.5',
  'aria-rowindex=0',
  'aria-setsize=-2',
  'aria-rowspan=-1',
  'aria-activedescendant="a b"',
  'aria-relevant="text always"',
  'aria-live=none',
  'aria-current=current',
])('reports %s', async (attribute) => {
  expect((await of(`<p ${attribute}>`)).status).toBe('fail');
});

it('says which values are allowed', async () => {
  expect(
    await of(`<p aria-expanded=yes>\n<p aria-level=${'x'.repeat(50)}><p aria-busy=true>`),
  ).toMatchObject({
    status: 'warn',
    summary: `2 elements have ARIA values that are not allowed: aria-expanded="yes" (true, false, undefined), aria-level="${'x'.repeat(30)}…" (a whole number from 1 on).`,
    evidence: [{ text: '<p aria-expanded=yes>' }, { line: 2 }],
  });
});

it('does not apply without values', async () => {
  expect((await of('<p aria-label><p role=note>')).status).toBe('na');
});
