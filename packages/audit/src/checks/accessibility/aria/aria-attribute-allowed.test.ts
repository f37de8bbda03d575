import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { ariaAttributeAllowed } from './aria-attribute-allowed.ts';

const of = (body: string) => outcomeOf(ariaAttributeAllowed, { body });
const script = '<script src=x.js></script>';

it.each([
  [
    'global attributes anywhere',
    '<div aria-busy=true aria-live=polite aria-describedby=x aria-hidden=false>',
  ],
  ['attributes that were global', '<div aria-disabled=true aria-haspopup=true aria-invalid=true>'],
  [
    'attributes of a role',
    '<div role=checkbox aria-checked=true aria-label=x><tr role=row aria-level=2>',
  ],
  [
    'attributes of the role of a tag',
    '<button aria-pressed=true aria-expanded=true></button><h2 aria-level=3>',
  ],
  [
    'names of regions, links, lists and images',
    '<section aria-label=a><a href=x aria-label=b></a><ul aria-label=c></ul><img alt="" aria-label=d><nav aria-label=e>',
  ],
  [
    'names of elements without a role',
    '<iframe aria-label=a></iframe><video aria-label=b></video><canvas aria-label=c></canvas><abbr aria-label=d></abbr><svg aria-label=e><g aria-label=f /></svg>',
  ],
  [
    'required on any field',
    '<input type=radio aria-required=true><input type=date aria-required=true><input type=file aria-required=true><select aria-required=true></select>',
  ],
  [
    'attributes of text fields on passwords',
    '<input type=password aria-placeholder=x aria-required=true>',
  ],
  ['attributes of an application on players', '<audio aria-expanded=true></audio>'],
  ['the summary of details', '<details><summary aria-expanded=false></summary></details>'],
  ['headers of sorted tables', '<table><tr><th aria-sort=none aria-label=x></table>'],
  ['tab lists of accordions', '<div role=tablist aria-multiselectable=true></div>'],
  ['slides', '<div role=group aria-roledescription=slide aria-label="1 of 3"></div>'],
  [
    'names of drafts',
    '<p role=tooltip aria-label=a><p role=time aria-label=b><p role=term aria-label=c>',
  ],
  ['custom elements', '<x-tab aria-selected=true aria-label=x></x-tab>'],
  ['what can be edited', '<div contenteditable aria-label=x aria-multiline=true></div>'],
  ['links whose target a framework sets', '<a :href=x aria-label=y></a>'],
  ['roles that a framework sets', '<div :role=x aria-checked=true></div>'],
  ['empty names', '<div aria-label="" aria-labelledby=" "></div>'],
  ['tabs that Foundation makes', `${script}<ul data-tabs><li><a href=#a aria-selected=true>`],
  [
    'states of elements that a script may give a role',
    `${script}<div class=toggle aria-expanded=false>`,
  ],
  [
    'the state of a native field, again',
    '<input type=checkbox checked aria-checked=true><input type=radio title="is checked >" aria-checked=false><input type=checkbox aria-checked=mixed>',
  ],
  [
    'states that a framework sets',
    '<input type=checkbox :checked=x aria-checked=true><input type=checkbox v-model=x aria-checked=true><input type=checkbox [checked]=x aria-checked=true>',
  ],
  ['parts of tables for layout', '<table role=none><tr><td aria-colspan=2></table>'],
])('passes %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  ['names of generic elements', '<div aria-label=x>'],
  ['names of generic elements on a page with scripts', `${script}<span aria-labelledby=x>`],
  ['names of paragraphs', '<p aria-label=x>'],
  ['descriptions of the role of generic elements', '<div aria-roledescription=x>'],
  ['states that a role does not have', '<div role=button aria-sort="">'],
  ['states of a role on a page with scripts', `${script}<li role=menuitem aria-selected=true>`],
  ['states that a tag does not have', '<a href=x aria-pressed=true>'],
  ['states without a role', '<div aria-checked=true>'],
  ['states of players', '<audio aria-orientation=horizontal></audio>'],
  ['states of fields', '<input aria-expanded=true>'],
  ['a name of an element with role="none" that is ignored', '<div role=none aria-label=x>'],
])('reports %s', async (_what, body) => {
  expect((await of(body)).status).toBe('fail');
});

it('names the attributes and the elements', async () => {
  expect(
    await of('<p role=note aria-level=2>\n<b aria-label=x aria-checked=true></b><p aria-live=off>'),
  ).toMatchObject({
    status: 'warn',
    summary:
      '2 elements have ARIA attributes that they do not support: aria-level on <p role="note">, aria-label on <b>, aria-checked on <b>.',
    evidence: [{ line: 1 }, { line: 2 }],
  });
});

it.each([
  ['hidden elements', '<div hidden aria-checked=true><div aria-hidden=true aria-sort=x>'],
  ['no attributes', '<div role=note>'],
])('does not apply to %s', async (_what, body) => {
  expect((await of(body)).status).toBe('na');
});

it.each([
  ['<input type=checkbox aria-checked=true>', 'true'],
  ['<input type=checkbox checked aria-checked=false>', 'false'],
  ['<input type=radio role=menuitemradio aria-checked=true>', 'true'],
])('reports a state that the field does not have: %s', async (body, state) => {
  for (const added of ['', script]) {
    expect(await of(body + added)).toMatchObject({
      status: 'fail',
      summary: expect.stringContaining(`aria-checked="${state}" on <input`),
    });
  }
});
