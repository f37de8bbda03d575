import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { tableData } from './table-data.ts';

describe('table-data', () => {
  it.each([
    '<table><tr><th>A<th>B<tr><td>1<td>2</table>',
    '<table id="rows"><thead><tr><th>A<th>B</thead><tbody></tbody></table>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(tableData, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<table><thead><tr><th>A</th><th>B</th></tr></thead></table>',
      '1 of 1 table has header cells and no cell with data.',
    ],
    [
      '<table class="x"><tr><th>A<th>B<tr><th>1<th>2</table><table><tr><th>A<th>B<tr><td>1<td>2</table>',
      '1 of 2 tables has header cells and no cell with data.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(tableData, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each([
    '<table><tr><td>A<td>B</table>',
    '<table hidden><tr><th>A<th>B</table>',
    '<table role="presentation"><tr><th>A<th>B</table>',
  ])('does not apply to %s', async (body) => {
    expect((await outcomeOf(tableData, { body })).status).toBe('na');
  });
});
