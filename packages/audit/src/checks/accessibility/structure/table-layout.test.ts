import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { tableLayout } from './table-layout.ts';

describe('table-layout', () => {
  it.each([
    '<table><tr><th>A<th>B<tr><td><h3>x</h3><td>2</table>',
    '<table role="presentation"><tr><td><h2>A</h2><td>B</table>',
    '<table><caption>A</caption><tr><td><h2>A</h2><td>B</table>',
    '<table><tr><td><h2>A</h2><td>B<tr><td>1<td>2</table>',
    '<table><tr><td>A<td>B</table>',
    '<table aria-label="Prices"><tr><td><h2>A</h2><td>B</table>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(tableLayout, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<table><tr><td><ul><li>Home</ul></td><td><h2>Welcome</h2></td></tr></table>',
      '1 of 1 table has headings in one row or column of cells, as if to arrange the page.',
    ],
    [
      '<table role="presentation"><tr><th>A<th>B<tr><td>1<td>2</table>',
      '1 of 1 table with header cells or a caption has role="presentation", which hides them.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(tableLayout, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each(['<p>x</p>', '<table hidden><tr><td><h2>A</h2></table>'])(
    'does not apply to %s',
    async (body) => {
      expect((await outcomeOf(tableLayout, { body })).status).toBe('na');
    },
  );
});
