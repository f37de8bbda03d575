import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { ariaRoleAllowed } from './aria-role-allowed.ts';

const of = (body: string) => outcomeOf(ariaRoleAllowed, { body });

it.each([
  ['any role on generic elements', '<div role=slider></div><span role=main></span><p role=tab>'],
  [
    'the role that the tag has',
    '<nav role=navigation><main role=main><ul role=list></ul><button role=button></button>',
  ],
  ['items of menus', '<ul role=menu><li role=menuitem></ul>'],
  ['links', '<a href=x role=tab></a><a role=slider></a>'],
  [
    'fields',
    '<input role=combobox><input type=checkbox role=switch><input type=email role=textbox>',
  ],
  ['pictures', '<img alt=a role=button><img alt="" role=none><svg role=slider></svg>'],
  ['tables', '<table role=grid><tr role=row><td role=gridcell></table>'],
  [
    'landmarks',
    '<header role=banner></header><footer role=contentinfo></footer><aside role=search></aside>',
  ],
  [
    'labels that label nothing',
    '<label role=button tabindex=0>A</label><label for=x role=img aria-label=B></label><label role=link for=y>C</label><p id=y></p>',
  ],
  ['custom elements', '<x-y role=main></x-y>'],
])('passes %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  '<ul role=navigation></ul>',
  '<h2 role=button>',
  '<a href=x role=tabpanel></a>',
  '<input type=radio role=tab>',
  '<label for=q role=button>Find</label><input id=q>',
  '<label role=button>Find <input></label>',
  '<label role=button><b>Find</b> <select></select></label>',
  '<nav role=list>',
  '<section role=listitem>',
])('reports %s', async (body) => {
  expect((await of(body)).status).toBe('fail');
});

it('quotes the elements', async () => {
  expect(await of('<main role=note><p role=note></main>')).toMatchObject({
    status: 'warn',
    summary: '1 element has a role that HTML does not allow on it: <main role="note">.',
    evidence: [{ text: '<main role=note>' }],
  });
});

it('does not apply without roles', async () => {
  expect((await of('<p aria-label=x><p role=nav>')).status).toBe('na');
});
