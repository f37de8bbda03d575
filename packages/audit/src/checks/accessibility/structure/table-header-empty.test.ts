import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { tableHeaderEmpty } from './table-header-empty.ts';

const of = (body: string) => outcomeOf(tableHeaderEmpty, { body });

it.each([
  ['text', '<table><tr><th>A<th>B<tr><td>1<td>2</table>'],
  ['an empty corner that is not a header', '<table><tr><td><th>A<tr><th>B<td>1</table>'],
  ['an icon', '<table><tr><th>A<th><i class="icon"></i><tr><td>1<td>2</table>'],
  ['a checkbox', '<table><tr><th>A<th><input type=checkbox><tr><td>1<td>2</table>'],
  ['a label', '<table><tr><th>A<th aria-label="B"><tr><td>1<td>2</table>'],
  ['a header without data', '<table><tr><th>A<th><tr><td>1</table>'],
  ['an empty data cell', '<table><tr><th>A<td><tr><td>1<td>2</table>'],
])('passes %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  '<p>',
  '<table><tr><th>A<th></table>',
  '<table role=none><tr><th>A<th><tr><td>1<td>2</table>',
])('does not apply to %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});

it.each([
  ['over headers', '<table><tr><th><th>A<tr><th>B<td>1</table>', { headers: 3, empty: 1 }],
  ['over data', '<table><tr><th>&nbsp;<th>A<tr><td>B<td>1</table>', { headers: 2, empty: 1 }],
])('warns about an empty corner %s', async (_what, body, value) => {
  expect(await of(body)).toMatchObject({ status: 'warn', value });
});

it('quotes empty headers of columns and rows with data', async () => {
  const body =
    '<table><tr><th>A<th id=b><tr><td>1<td>2</table><table><tr><th>A<td>1<tr><th id=c> <td>2</table>';
  expect(await of(body)).toMatchObject({
    status: 'warn',
    value: { headers: 4, empty: 2 },
    evidence: [{ text: '<th id=b>' }, { text: '<th id=c>' }],
  });
  expect(tableHeaderEmpty.importance).toBe('info');
});

it('counts data above a cell that names its headers', async () => {
  const body = '<table><tr><th>A<th id=b><tr><td>1<td>2<tr><td>3<td headers=x>4</table>';
  expect(await of(body)).toMatchObject({ status: 'warn', value: { headers: 2, empty: 1 } });
});
