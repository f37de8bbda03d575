import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { tableHeaderCells } from './table-header-cells.ts';

const of = (body: string) => outcomeOf(tableHeaderCells, { body });

describe('passes', () => {
  it.each([
    ['columns', '<table><tr><th>A<th>B<tr><td>1<td>2</table>'],
    ['rows', '<table><tr><th>A<td>1<tr><th>B<td>2</table>'],
    ['both, with a corner', '<table><tr><th><th>A<tr><th>B<td>1</table>'],
    ['a cell across columns', '<table><tr><th>A<th>B<tr><td colspan=2>None</table>'],
    ['a header across columns', '<table><tr><th colspan=2>A<tr><th>B<th>C<tr><td>1<td>2</table>'],
    ['a header across rows', '<table><tr><th rowspan=2>A<td>1<tr><td>2</table>'],
    ['a cell across rows', '<table><tr><th>A<th>B<tr><td rowspan=2>1<td>2<tr><td>3</table>'],
    ['a title of a section', '<table><tr><th>A<td>1<tr><th colspan=2>B<tr><th>C<td>2</table>'],
    ['headers below, again', '<table><tr><th>A<tr><td>1<tfoot><tr><th>A</table>'],
    ['a header named in headers', '<table><tr><th>A<th id=b>B<tr><td>1<tr><td headers=b>2</table>'],
    ['a header in the middle', '<table><tr><td>1<td>2<tr><td>3<th>A<td>4</table>'],
    ['a scope of a group', '<table><tr><th scope=rowgroup>A<td>1<tr><td>2<td>3</table>'],
    ['an empty header', '<table><tr><th>A<th><tr><td>1</table>'],
    ['a header with another role', '<table><tr><th>A<th role=cell>B<tr><td>1</table>'],
    [
      'a layout in a cell of data',
      '<table><thead><tr><th>A<th>B</thead><tr><td>1<td><table><tr><td>2<tr><td>3<td>4<td>5</table></table>',
    ],
    [
      'a row by role',
      '<div role=table><div role=row><b role=rowheader>A</b><b role=cell>1</b></div></div>',
    ],
    [
      'a header that spans more rows than its group',
      '<table><thead><tr><th rowspan=9 scope=col>A<th>B</thead><tr><td>1<td>2</table>',
    ],
    ['all rows that are left', '<table><tr><td rowspan=0>1<th>A<tr><td>2<tr><td>3</table>'],
  ])('%s', async (_what, body) => {
    expect(await of(body)).toMatchObject({ status: 'pass', value: { without: 0 } });
  });
});

describe('does not apply to', () => {
  it.each([
    ['a table that a script fills', '<table><thead><tr><th>A<th>B</thead><tbody></table>'],
    ['a layout', '<table role=none><tr><th>A<th>B<tr><td>1</table>'],
    ['a table that is hidden', '<table hidden><tr><th>A<th>B<tr><td>1</table>'],
    ['a header that is hidden', '<table><tr><th style="display: none">A<tr><td>1</table>'],
    ['a table without headers', '<table><tr><td>1</table>'],
    [
      'a layout around another table',
      '<table><tr><td>Text<td>More<tr><td>News<th><table><tr><td>1<td>2</table></table>',
    ],
    [
      'headers in a layout inside a cell',
      '<table><tr><td>1<td><table role=none><tr><th>A<th>B<tr><td>2</table></table>',
    ],
    ['an empty table', '<table></table>'],
    ['a table with another role', '<table role=list><tr><th>A<th>B<tr><td>1</table>'],
    [
      'a grid that shows a part of its columns',
      '<div role=grid><div role=row><b role=columnheader aria-colindex=1>A</b><b role=columnheader aria-colindex=7>B</b></div><div role=row><b role=gridcell>1</b></div></div>',
    ],
  ])('%s', async (_what, body) => {
    expect((await of(body)).status).toBe('na');
  });
});

describe('quotes', () => {
  it.each([
    ['a column without cells', '<table><tr><th>A<th id=b>B<tr><td>1</table>', '<th id=b>B</th>'],
    [
      'a row without cells',
      '<table><tr><th>A<td>1<tr><th scope=row>B</table>',
      '<th scope=row>B</th>',
    ],
    [
      'a scope of a row in a head',
      '<table><tr><th scope=row>A<th scope=row>B<tr><td>1<td>2</table>',
      '<th scope=row>B</th>',
    ],
    [
      'a column of another group',
      '<table><thead><tr><th>A<th rowspan=9>B</thead><tr><td>1</table>',
      '<th rowspan=9>B</th>',
    ],
    [
      'a column of data with a layout in a cell, whose cells do not count',
      '<table><thead><tr><th>A<th id=b>B</thead><tr><td><table role=none><tr><td>1<td>2</table></table>',
      '<th id=b>B</th>',
    ],
    [
      'a column of a table inside another, whose cells do not count',
      '<table><tr><td><table><tr><th>A<th id=b>B<tr><td>1</table><td>2<tr><td>3<td>4</table>',
      '<th id=b>B</th>',
    ],
    [
      'a role',
      '<table><tr><th>A<td role=columnheader>B<tr><td>1</table>',
      '<td role=columnheader>',
    ],
    [
      'cells that all name others',
      '<table><tr><th id=a>A<th id=b>B<tr><td>1<td headers=a>2</table>',
      '<th id=b>B</th>',
    ],
  ])('%s', async (_what, body, text) => {
    expect(await of(body)).toMatchObject({ status: 'warn', evidence: [{ text }] });
  });

  it.each([
    ['<table><tr><th>A<th id=b headers=b>B<tr><td>1</table>', '<th id=b headers=b>B</th>'],
    [
      '<table><tr><th id=a scope=row>A<td headers=b>1<tr><th id=b>B<td>2</table>',
      '<th id=a scope=row>A</th>',
    ],
  ])('headers that no other cell refers to in %s', async (body, text) => {
    expect(await of(body)).toMatchObject({ status: 'warn', evidence: [{ text }] });
  });

  it('headers of columns only for cells below', async () => {
    const body = '<table><tr><th>A<th>B<th>C<tr><td>1</table>';
    expect(await of(body)).toMatchObject({ value: { headers: 3, without: 2 } });
  });

  it('a column of a grid without cells', async () => {
    const head = '<div role=row><b role=columnheader>A</b><b role=columnheader id=b>B</b></div>';
    const row = '<div role=row><b role=gridcell>1</b></div>';
    expect(await of(`<div role=grid>${head}${row}${row}</div>`)).toMatchObject({
      status: 'warn',
      value: { headers: 2, without: 1 },
    });
  });
});

it.each([
  ['columns', `<tr>${'<th colspan=1000>A'.repeat(300)}<tr><td>1`],
  ['rows', `<tr>${'<th rowspan=65534>A'.repeat(4)}<td>1`.repeat(600)],
  ['columns in rows', `<tr><th colspan=1000 rowspan=1000>A${'<tr><td>1'.repeat(300)}`],
])('reads no table that covers too many %s', async (_what, rows) => {
  expect((await of(`<table>${rows}</table>`)).status).toBe('na');
});

it('reads the first 1,000 tables', async () => {
  const { value } = await of('<table><tr><th>A<tr><td>1</table>'.repeat(1_001));
  expect(value).toEqual({ headers: 1_000, without: 0 });
});
