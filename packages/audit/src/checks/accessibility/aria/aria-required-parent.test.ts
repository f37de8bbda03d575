import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { ariaRequiredParent } from './aria-required-parent.ts';

const of = (body: string) => outcomeOf(ariaRequiredParent, { body });
const script = '<script src=x.js></script>';

it.each([
  ['direct children', '<div role=list><p role=listitem></div>'],
  ['elements without a role between', '<div role=tablist><div><span><a role=tab href=x>'],
  ['list items of a tab list, without role="none"', '<ul role=tablist><li><a role=tab href=x>'],
  ['role="none" between', '<ul role=menubar><li role=none><a role=menuitem href=x>'],
  ['native parents', '<ul><div role=listitem></ul><table><tr><td role=cell></table>'],
  ['groups', '<div role=tree><p role=none><b role=group><i role=treeitem>'],
  ['a grid of a table', '<table role=grid><tr><th role=rowheader></table>'],
  ['custom elements, whose role scripts set', '<x-tabs><b role=tab></b></x-tabs>'],
  ['what aria-owns takes in', '<div role=list aria-owns=a></div><p id=a role=listitem>'],
  [
    'what aria-owns takes in with the element around',
    '<div role=list aria-owns=a></div><div id=a><p role=listitem></div>',
  ],
  [
    'unnamed sections, forms and headers between',
    '<div role=tablist><section><form><header><b role=tab>',
  ],
  [
    'tab lists that Foundation makes',
    `${script}<ul data-tabs><li role=presentation><a role=tab href=x>`,
  ],
])('passes %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  ['no parent', '<p role=listitem>'],
  ['another parent', '<div role=menu><b role=tab></b></div>'],
  [
    'an element with an attribute of ARIA between',
    '<div role=list><div aria-live=polite><p role=listitem></div></div>',
  ],
  [
    'such an element on a page with scripts',
    `${script}<div role=list><div aria-live=polite><p role=listitem></div></div>`,
  ],
  ['an owner with another role', '<div role=menu aria-owns=a></div><p id=a role=listitem>'],
  [
    'an item that aria-owns does not take in',
    '<div role=list aria-owns=a></div><p id=a role=note>b</p><p role=listitem>c',
  ],
  ['an id that aria-owns does not find', '<div role=list aria-owns=a></div><p role=listitem>c'],
  ['a paragraph between', '<div role=tablist><p><b role=tab></b></p></div>'],
])('reports %s', async (_what, body) => {
  expect((await of(body)).status).toBe('fail');
});

it('names the role that is missing around', async () => {
  expect(await of('<p role=tab>')).toMatchObject({
    summary:
      '1 element is outside of what its role is a part of: role="tab" outside of role="tablist".',
    evidence: [{ text: '<p role=tab>' }],
  });
});

it.each([
  ['hidden elements', '<p role=listitem style="display:none">'],
  ['the role that the tag has', '<ul><li role=listitem></ul>'],
  ['other roles', '<p role=note>'],
])('does not apply to %s', async (_what, body) => {
  expect((await of(body)).status).toBe('na');
});

it('accuses no element of a page with more aria-owns than are read', async () => {
  const owns = (count: number) => `<div role=menu aria-owns="${'x '.repeat(100)}">`.repeat(count);
  expect((await of(`<b role=tab></b>${owns(100)}`)).status).toBe('fail');
  expect((await of(`<b role=tab></b>${owns(101)}`)).status).toBe('pass');
});
