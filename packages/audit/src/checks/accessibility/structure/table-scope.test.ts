import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { tableScope } from './table-scope.ts';

describe('table-scope', () => {
  it.each([
    '<table><tr><th>A<th>B<tr><td>1<td>2</table>',
    '<table><tr><th>Name<th>Price<td><tr><td>Rye<td>4<td>Buy</table>',
    '<table><tr><th><th>Car<th>Bus<tr><th>Oxford Street<td>1<td>2</table>',
    '<table><tr><th scope="col">Road<th scope="col">Junction<th scope="col">Car<tr><th scope="row">A<th scope="row">B<td>1</table>',
    '<table><tr><th id="r">Road<th id="j">Junction<th>Car<tr><th>A<th>B<td headers="r j">1</table>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(tableScope, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<table><tr><th>Road<th>Junction<th>Car<tr><th>Regent Street<th>Oxford Street<td>307</table>',
      '1 of 1 table has several columns of header cells, and no scope.',
    ],
    [
      '<table><tr><th scope="column">A<th scope="col">B<tr><td>1<td>2</table>',
      '1 of 1 table has a scope that is none of col, row, colgroup and rowgroup.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(tableScope, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each(['<table><tr><td>1<td>2</table>'])('does not apply to %s', async (body) => {
    expect((await outcomeOf(tableScope, { body })).status).toBe('na');
  });
});
