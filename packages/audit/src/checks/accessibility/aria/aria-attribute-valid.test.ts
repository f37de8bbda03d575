import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { ariaAttributeValid } from './aria-attribute-valid.ts';

const of = (body: string) => outcomeOf(ariaAttributeValid, { body });

it.each([
  ['attributes in any case', '<p aria-describedBy=x ARIA-LABEL=y>'],
  ['attributes of the drafts', '<p aria-description=x aria-braillelabel=y aria-rowindextext=z>'],
  ['deprecated attributes', '<p aria-grabbed=true>'],
  ['the bindings of frameworks', '<p aria-hidden=true :aria-foo=x aria-label$=y aria-x.bind=z>'],
  ['names that a template left', '<p aria-label=x aria-{{name}}=y>'],
])('passes %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it('reports attributes that do not exist, also of hidden elements', async () => {
  const body = '<p aria-labeledby=x aria-labelby=y><svg aria-hidden=true aria-not-checked=x></svg>';
  expect(await of(body)).toMatchObject({
    status: 'fail',
    summary:
      '2 elements have ARIA attributes that do not exist: aria-labeledby, aria-labelby, aria-not-checked.',
    evidence: [{ kind: 'html' }, { kind: 'html' }],
  });
});

it('does not apply without such attributes', async () => {
  expect((await of('<p role=note area=x>')).status).toBe('na');
});
