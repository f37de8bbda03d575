import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { tableHeaders } from './table-headers.ts';

const of = (body: string) => outcomeOf(tableHeaders, { body });
const data = '<tr><td>Rye<td>3</tr><tr><td>Spelt<td>4</tr>';

it.each([
  ['headers of columns', `<table><thead><tr><th>Bread<th>Price</thead>${data}</table>`],
  ['headers of rows', '<table><caption>Prices</caption><tr><th>A<td>1<tr><th>B<td>2</table>'],
  ['a role', `<table><caption>a</caption><tr><td role="columnheader">A<td>B</tr>${data}</table>`],
  [
    'scope',
    `<table><caption>a</caption><tr><td scope="col">A<td scope="col">B</tr>${data}</table>`,
  ],
])('passes %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  ['a table that may be a layout', `<table>${data}</table>`],
  [
    'a table of editors without a head',
    `<figure class="wp-block-table"><table>${data}</table></figure>`,
  ],
  ['a layout by its role', `<table role="presentation"><caption>a</caption>${data}</table>`],
  ['a layout with another role', `<table role="none"><thead>${data}</thead></table>`],
  [
    'a table around another one',
    `<table><caption>a</caption>${data}<tr><td><table></table></table>`,
  ],
  ['one row', '<table><caption>a</caption><tr><td>1<td>2</table>'],
  ['one column', '<table><caption>a</caption><tr><td>1<tr><td>2</table>'],
  ['a table that is hidden', `<div hidden><table><caption>a</caption>${data}</table></div>`],
  [
    'a chess board',
    `<table><caption>White to move</caption>${'<tr><td>♜<td>♞<td>♝<td>♛<td>♚<td>♝<td>♞<td>♜</tr>'.repeat(8)}</table>`,
  ],
  [
    'a board of letters with the names of its rows',
    `<table><caption>Black to move</caption>${'<tr><td>8<td>R<td>N<td>B<td>Q<td>K<td>B<td>N<td>R</tr>'.repeat(8)}</table>`,
  ],
  ['a grid, which may be a game', `<table role="grid">${data}</table>`],
  [
    'a gallery',
    `<table><caption>Our breads</caption>${'<tr><td><img alt="Rye bread" src="a.png"><td><img alt="Spelt bread" src="b.png">'.repeat(2)}</table>`,
  ],
  ['a table in a template', `<template><table><caption>a</caption>${data}</table></template>`],
  ['a page without tables', '<p>a'],
])('does not apply to %s', async (_what, body) => {
  expect((await of(body)).status).toBe('na');
});

it('takes a square for a table if it has headers or a head', async () => {
  const rows = '<tr><td>Rye<td>3<td>4</tr><tr><td>Spelt<td>5<td>6</tr>';
  const named = `<table><caption>a</caption><tr><th>Bread<th>Price<th>Age</tr>${rows}</table>`;
  const headed = `<table><thead><tr><td>Bread<td>Price<td>Age</thead>${rows}</table>`;
  expect(await of(named)).toMatchObject({ status: 'pass', value: { tables: 1 } });
  expect(await of(headed)).toMatchObject({ status: 'fail', value: { tables: 1 } });
});

it('quotes data tables without headers', async () => {
  const heads = `<table id=b><thead>${data}</thead></table><table><caption>c</caption><tr><th>A<td>1</tr>${data}</table>`;
  expect(await of(`<table id=a><caption>a</caption>${data}</table>${heads}`)).toMatchObject({
    status: 'warn',
    value: { tables: 3, without: 2 },
    points: 0.262,
    evidence: [{ text: '<table id=a>' }, { text: '<table id=b>' }],
  });
});
