import { dataTablesOf } from '../../../readings/data-tables.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/**
 * Header cells of tables with data have text. A header over nothing may be filled by a script.
 *
 * @remarks That an empty corner is not a header, and so belongs in a td, is ours.
 */
export const tableHeaderEmpty: Check = {
  id: 'table-header-empty',
  category: 'accessibility',
  importance: 'info',
  family: 'tables',
  title: 'Header cells of tables have text',
  advice:
    'Write what the column or row contains into the <th>, or use <td> for a cell that is empty on purpose.',
  why: 'People with screen readers get no name for this column or row, and have to guess what is in it.',
  source: 'https://dequeuniversity.com/rules/axe/4.10/empty-table-header',
  run: ({ page }) => {
    const headers = dataTablesOf(page)
      .filter(({ dataCells }) => dataCells > 0)
      .flatMap((table) => table.headers)
      .filter(({ cell, hasCells }) => cell.th && cell.hidden === 'no' && hasCells);
    const empty = headers.filter(
      ({ cell }) => cell.accessibleText === '' && !cell.hasElements && !cell.named,
    );
    return faultsOutcome(headers.length, empty, {
      none: 'The page has no table with header cells and data.',
      fault: 'Header cells without text',
      summary: (count, all) =>
        `${count} of ${all} header cells ${count === 1 ? 'has' : 'have'} no text.`,
      value: { headers: headers.length, empty: empty.length },
      evidence: () => tagsEvidence(empty.flatMap(({ cell }) => cell.tag ?? [])),
    });
  },
};
