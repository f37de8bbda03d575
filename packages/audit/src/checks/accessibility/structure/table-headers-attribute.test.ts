import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { tableHeadersAttribute } from './table-headers-attribute.ts';

const of = (body: string) => outcomeOf(tableHeadersAttribute, { body });

it.each([
  '<table><tr><th id=a>A<th id=b>B<tr><td headers="a">1<td headers=" b\n">2</table>',
  '<table><tr><td headers="a b">1<td id=b>2<tr><th id=a>A</table>',
  '<table role=grid><tr><td role=columnheader id=a>A<tr><td headers=a>1</table>',
  '<table><tr><th id=a>A<td headers=a>1<table><tr><td>2</table></table>',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  '<table><tr><th id=a>A<td>1</table>',
  '<table><tr><th id=a>A<td headers="">1</table>',
  '<table role=presentation><tr><td headers=x>1</table>',
  '<table role=heading aria-level=1><tr><td id=a headers=a>1</table>',
  '<table style="display: none"><tr><td headers=x>1</table>',
  '<table aria-hidden=true><tr><td headers=x>1</table>',
  '<table><tr hidden><td headers=x>1<tr><td>2</table>',
  '<p headers=x>',
  '<div role=table><div role=row><p role=columnheader id=a>A</p><p role=cell headers=b>1</p></div></div>',
])('does not apply to %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});

it.each([
  ['nothing', '<table><tr><th id=a>A<td headers="a x">1</table>', '<td headers="a x">'],
  ['itself', '<table><tr><td id=a headers=a>1</table>', '<td id=a headers=a>'],
  [
    'an element that is not a cell',
    '<table><tr><td headers=a><b id=a>1</b></table>',
    '<td headers=a>',
  ],
  [
    'a cell of another table',
    '<table><tr><th id=a>A</table><table><tr><td headers=a>1</table>',
    '<td headers=a>',
  ],
  [
    'a cell of the table around it',
    '<table><tr><th id=a>A<td><table><tr><td headers=a>1</table></table>',
    '<td headers=a>',
  ],
])('quotes a headers attribute that refers to %s', async (_what, body, text) => {
  expect(await of(body)).toMatchObject({ status: 'fail', evidence: [{ text }] });
});

it('warns if some are wrong', async () => {
  const body = '<table><tr><th id=a>A<tr><td headers=a>1<td headers=b>2</table>';
  expect(await of(body)).toMatchObject({ status: 'warn', value: { cells: 2, wrong: 1 } });
});
