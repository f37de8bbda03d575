import { isAnnounced } from '../../../readings/data-tables.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/**
 * No table is in a header cell: screen readers read the complete header with each cell of its row or column.
 *
 * @remarks That a table is too much for a header is our conclusion: HTML allows it.
 */
export const tableInHeader: Check = {
  id: 'table-in-header',
  category: 'accessibility',
  importance: 'info',
  family: 'tables',
  title: 'Tables are outside of the header cells of other tables',
  advice:
    'Move the table out of the <th>: below the outer table, or into a <td>. Keep the header cell short, because screen readers repeat it.',
  why: 'Screen readers repeat a heading with each of its cells, so people may hear a whole table again and again.',
  source: 'https://www.w3.org/WAI/tutorials/tables/',
  run: ({ page }) => {
    const tables = page.tables.filter(isAnnounced);
    const found = tables.filter(({ inHeader }) => inHeader);
    return faultsOutcome(tables.length, found, {
      none: 'The page has no tables.',
      fault: 'Tables in a <th>',
      summary: (count, all) =>
        `${count} of ${all} tables ${count === 1 ? 'is' : 'are'} in a header cell of another table.`,
      value: { tables: tables.length, in_header: found.length },
    });
  },
};
