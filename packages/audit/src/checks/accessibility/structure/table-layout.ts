import { roleOf } from '../../../page/facts/roles.ts';
import type { TableFact } from '../../../page/page-facts.ts';
import { isAnnounced, isHeader } from '../../../readings/data-tables.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/**
 * Tables that only arrange the page are marked as such, and tables of data are not.
 *
 * @remarks What is certainly layout is ours: one row or column with headings in its cells, and nothing that belongs to
 * data.
 */
export const tableLayout: Check = {
  id: 'table-layout',
  category: 'accessibility',
  importance: 'info',
  family: 'tables',
  title: 'Tables that arrange the page are marked as such',
  advice:
    'Arrange the page with CSS, such as display: grid, or add role="presentation" to a table that stays. A table of data keeps its role.',
  why: 'Screen readers may announce rows and columns that mean nothing, which gets in the way of the text.',
  source: 'https://html.spec.whatwg.org/multipage/tables.html#the-table-element',
  run: ({ page }) => {
    const tables = page.tables.filter(
      ({ element, hidden, cut }) => element === 'table' && hidden === 'no' && !cut,
    );
    const arranging = tables.filter(isArranging);
    const hiding = tables.filter(isHiddenData);
    const found = [...arranging, ...hiding];
    return faultsOutcome(tables.length, found, {
      none: 'The page has no tables.',
      fault: 'Tables whose content does not fit their role',
      summary: (_count, all) =>
        arranging.length > 0
          ? `${arranging.length} of ${all} ${all === 1 ? 'table' : 'tables'} ${arranging.length === 1 ? 'has' : 'have'} headings in one row or column of cells, as if to arrange the page.`
          : `${hiding.length} of ${all} ${all === 1 ? 'table' : 'tables'} with header cells or a caption ${hiding.length === 1 ? 'has' : 'have'} role="presentation", which hides them.`,
      value: { tables: tables.length, arranging: arranging.length, hiding: hiding.length },
    });
  },
};

function isArranging(table: TableFact): boolean {
  const { rows, hasCaption, hasHeading, role, ariaLabel, ariaLabelledby } = table;
  if (!hasHeading || hasCaption || !isAnnounced(table)) return false;
  if ((role ?? ariaLabel ?? ariaLabelledby) !== null) return false;
  if (rows.some(({ part, cells }) => part !== 'body' || cells.some(isOfData))) return false;
  const used = rows.filter(({ cells }) => cells.length > 0);
  return used.length === 1 || (used.length > 0 && used.every(({ cells }) => cells.length === 1));
}

function isOfData(cell: TableFact['rows'][number]['cells'][number]): boolean {
  return isHeader(cell) || cell.scope !== null || cell.headers !== null;
}

function isHiddenData({ role, presentational, hasCaption, rows }: TableFact): boolean {
  const explicitRole = roleOf(role);
  if (!presentational || (explicitRole !== 'presentation' && explicitRole !== 'none')) return false;
  return (
    hasCaption || rows.some(({ cells }) => cells.some(({ th, role: own }) => th && own === null))
  );
}
