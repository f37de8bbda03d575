import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { ariaRequiredChildren } from './aria-required-children.ts';

const of = (body: string) => outcomeOf(ariaRequiredChildren, { body });
const script = '<script src=x.js></script>';

it.each([
  ['the parts of a role', '<div role=menu><p role=none></p><b role=menuitem>a</b><hr></div>'],
  [
    'submenus beside their item',
    '<ul role=menubar><li role=none><a role=menuitem href=x>a</a><ul role=menu><li role=menuitem>b</ul></ul>',
  ],
  ['groups of items', '<div role=listbox><div role=group><b role=option>a</b></div></div>'],
  [
    'groups in groups',
    '<div role=menu><div role=group><b role=menuitem>a</b><div role=group><b role=menuitem>b</b></div></div></div>',
  ],
  ['a list of choices of HTML', '<select multiple><option>a</select>'],
  [
    'tables by role',
    '<div role=table><div role=rowgroup><div role=row><b role=cell>a</b></div></div></div>',
  ],
  ['a list that keeps its role', '<ul role=list><li>a</ul>'],
  ['an empty element', '<div role=list></div>'],
  ['text that scripts replace', `${script}<div role=listbox>Loading …</div>`],
  [
    'hidden content',
    '<div role=tablist><b role=tab>a</b><a hidden href=x>b</a><a aria-hidden=true href=x>c</a></div>',
  ],
  ['custom elements', '<div role=list><x-item>a</x-item></div>'],
  ['what aria-owns takes in', '<div role=list aria-owns=a></div><p id=a role=listitem>'],
  ['lists and tables of HTML', '<ul><li>a</ul>'],
])('passes %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  ['links in a menu', '<ul role=menu><li><a href=x>a</a></ul>'],
  ['links next to items', `${script}<div role=list><p role=listitem>a</p><a href=x>b</a></div>`],
  ['panels in a tab list', '<div role=tablist><b role=tab>a</b><div role=tabpanel>b</div></div>'],
  ['groups where none may be', '<div role=list><div role=group><p role=listitem>a</p></div></div>'],
  [
    'other items in a group',
    '<div role=listbox><div role=group><b role=option>a</b><a href=x>b</a></div></div>',
  ],
  [
    'items of something else in a group of a group',
    '<div role=menu><div role=group><b role=menuitem>a</b><div role=group><b role=treeitem>b</b></div></div></div>',
  ],
  ['only text', '<div role=list><span>a</span></div>'],
  ['an element that aria-owns takes in', '<div role=list aria-owns=a></div><p id=a role=tab>'],
])('reports %s', async (_what, body) => {
  expect((await of(body)).status).not.toBe('pass');
});

it('names the roles', async () => {
  expect(await of('<div role=list><a href=x>a</a><p role=tab>b</div>')).toMatchObject({
    status: 'fail',
    summary: '1 element has content that its role does not allow: link and tab in role="list".',
    evidence: [{ text: '<div role=list>' }],
  });
});

it.each([
  ['hidden elements', '<div role=list aria-hidden=true><p>a</div>'],
  [
    'elements that are loading',
    '<div role=list aria-busy=true><p>a</div><p aria-busy=true><b role=list><i role=tab>',
  ],
  ['a menu by role that is loading', '<ul role=menu aria-busy=true>Loading</ul>'],
  ['a table that only arranges', '<table role=presentation><tr><td>a</table>'],
  ['a list of choices that is a field', '<select><option>a</select>'],
  ['other roles', '<div role=progressbar>20 %</div>'],
])('does not apply to %s', async (_what, body) => {
  expect((await of(body)).status).toBe('na');
});

it('checks the first 2,000 elements, up to 10,000 ids in aria-owns', async () => {
  const wrong = (owns: string) => `<div role=list aria-owns="${owns}"><b role=tab>a</b></div>`;
  expect((await of(wrong('').repeat(2_001))).value).toEqual({ elements: 2_000, wrong: 2_000 });
  const value = { elements: 120, wrong: 100 };
  expect((await of(wrong('x '.repeat(100).trim()).repeat(120))).value).toEqual(value);
});
