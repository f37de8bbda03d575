import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { menuItemName } from './menu-item-name.ts';

// The rule that the cases cover:
// https://www.w3.org/WAI/standards-guidelines/act/rules/m6b1q3/

const of = (body: string) => outcomeOf(menuItemName, { body });

it.each([
  '<ul role="menu"><li role="menuitem">Open</li></ul>',
  '<div role="menu"><a role="menuitem" href="/">Home</a></div>',
  '<div role="menu"><button role="menuitem" aria-label="Open"></button></div>',
  '<div role="menu"><div role="menuitem" title="Open"></div></div>',
  '<div role="menu"><div role="menuitem" x-text="name"></div></div>',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  '<ul role="menu"><li role="menuitem"></li></ul>',
  '<div role="menu"><button role="menuitem"><img src="x.svg" alt=""></button></div>',
  '<div role="menu"><a role="menuitem" href="/"><i class="icon"></i></a></div>',
])('fails %s', async (body) => {
  expect(await of(body)).toMatchObject({
    status: 'fail',
    summary: '1 of 1 menu items has no text and no label.',
  });
});

it.each([
  '<menu><li></li></menu>',
  '<button></button>',
  '<div role="menuitem" hidden></div>',
  '<div role="menuitemcheckbox"></div>',
])('does not apply to %s', async (body) => {
  expect(await of(body)).toMatchObject({
    status: 'na',
    summary: 'The page has no elements with role="menuitem".',
  });
});

it('gives the share of items that have one', async () => {
  const body = '<div role=menuitem>A</div><div role=menuitem></div><div role=menuitem></div>';
  expect(await of(body)).toMatchObject({ status: 'warn', points: 0.262, value: { without: 2 } });
});
