import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { definitionListStructure } from './definition-list-structure.ts';

const of = (body: string) => outcomeOf(definitionListStructure, { body });

it.each([
  '<dl><dt>a<dd>b<dt>c<dt>d<dd>e<dd>f</dl>',
  '<dl><div><dt>a<dd>b</div><div><dt>c<dd>d</div></dl>',
  '<dl><dt>a<script>x</script><template><p></p></template><dd><p>b</p><ul><li>c</ul></dl>',
  '<dl><dd>indented text of a wiki</dl>',
  '<dl role="presentation"><p>a</p></dl><dl><dt>a<dd>b</dl>',
  '<dl><my-term>a</my-term></dl>',
  '<dl></dl>',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it('does not apply to a page without description lists', async () => {
  expect((await of('<ul><li>a</ul>')).status).toBe('na');
});

it.each([
  ['<dl><dt>a<dd>b</dd><p>c</p></dl>', '<p>'],
  ['<dl><div><dt>a<dd>b</dd><h3>c</h3></div></dl>', '<h3>'],
  ['<dl><div><div class="x"><dt>a<dd>b</div></div></dl>', '<div class="x">'],
  ['<div><dt id="a">a</dt></div>', '<dt id="a">'],
  ['<ul><li><dd>a</dd></ul>', '<dd>'],
])('quotes what does not belong in %s', async (body, text) => {
  expect(await of(body)).toMatchObject({ status: 'warn', evidence: [{ text }] });
});
