import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { fieldLabel } from './field-label.ts';
import { labelFor } from './label-for.ts';

const of = (body: string) => outcomeOf(labelFor, { body });

it.each([
  '<label for="a">A</label><input id="a">',
  '<label for="a">A</label><select id="a"></select>',
  '<label for="a">A</label><meter id="a"></meter>',
  // Custom elements can be form fields.
  '<label for="a">A</label><my-input id="a"></my-input>',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  ['<label for="b">A</label><input id="a" title="A">', '1 of their ids is not on the page.'],
  ['<label for="b">A</label><button>C</button>', '1 of their ids is not on the page.'],
  ['<input id="a"><br><label for="b">A</label>', '1 of their ids is not on the page.'],
  ['<label for="a">A</label><div id="a"></div>', '0 of their ids are not on the page.'],
  ['<label for="a">A</label><input type="hidden" id="a">', '0 of their ids'],
])('warns of %s', async (body, summary) => {
  const outcome = await of(body);
  expect(outcome).toMatchObject({ status: 'warn', evidence: [{ line: 1 }], points: 0 });
  expect(outcome.summary).toContain(summary);
});

it.each([
  '<label for="b">A</label><label for="c">B</label><input id="d">',
  '<input type="radio" id="d"><label for="b">B</label><label for="c">A</label>',
])('reports only the other label of %s', async (body) => {
  expect(await of(body)).toMatchObject({ status: 'warn', value: { labels: 2, astray: 1 } });
});

it.each([
  '<label>A <input></label>',
  '<label for="">A</label>',
  '<label for="a" hidden>A</label>',
  '<label for="item-{{ id }}">A</label>',
  '<label :for="id">A</label>',
  '<output for="a"></output>',
])('does not apply to %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});

it.each([
  '<label for="b">A</label> <input id="a">',
  '<input id="a" type="radio" name="r"> <label for="b">A</label><select aria-hidden=true></select>',
  '<label for="b">A</label><input id="c"><label for="d">A</label><input id="e">',
])('leaves %s to the check of fields without a label', async (body) => {
  expect((await of(body)).status).toBe('na');
  expect(await outcomeOf(fieldLabel, { body })).toMatchObject({
    status: 'fail',
    summary: expect.stringMatching(/ beside a <label> whose for is not the id of a field\.$/),
  });
});

it('says nothing about ids on a page with more of them than are read', async () => {
  const ids = Array.from({ length: 10_001 }, (_, index) => `<i id=${index}></i>`).join('');
  const body = `<label for="b">A</label> <input id="a">${ids}`;
  expect((await of(body)).summary).toBe('The page has more ids than this report reads.');
  expect((await outcomeOf(fieldLabel, { body })).summary).toBe('1 of 1 form field has no label.');
});
