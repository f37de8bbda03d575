import type { TableFact } from '../../../page/page-facts.ts';
import { isAnnounced, isHeader } from '../../../readings/data-tables.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/**
 * Data tables have header cells. Only a table with a `<caption>`, a `<thead>` or an explicit role is certainly
 * one: others may only arrange the page.
 */
export const tableHeaders: Check = {
  id: 'table-headers',
  category: 'accessibility',
  importance: 'medium',
  family: 'tables',
  title: 'Data tables have header cells',
  advice:
    'Use <th> instead of <td> for the cells that name a column or a row: <th scope="col">Price</th>. Screen readers repeat them with each cell.',
  source: 'https://www.w3.org/WAI/tutorials/tables/',
  run: ({ page }) => {
    const tables = page.tables.filter(isDataTable);
    if (tables.length === 0) {
      return { status: 'na', summary: 'The page has no table that is certainly one of data.' };
    }
    const without = tables.filter(({ rows }) => !rows.some(({ cells }) => cells.some(isNaming)));
    const value = { tables: tables.length, without: without.length };
    if (without.length === 0) {
      const summary = `Data tables without header cells: 0 of ${tables.length}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: without.length === tables.length ? 'fail' : 'warn',
      summary: `${without.length} of ${tables.length} data tables ${without.length === 1 ? 'has' : 'have'} no header cells.`,
      value,
      evidence: tagsEvidence(without),
      points: (tables.length - without.length) / tables.length,
    };
  },
};

/** Rows and columns below which a table has nothing to name. */
const least = 2;

function isDataTable(table: TableFact): boolean {
  const { element, hasCaption, rows, role, cut, nests } = table;
  if (element !== 'table' || cut || nests || !isAnnounced(table)) return false;
  const isLarge = rows.filter(({ cells }) => cells.length >= least).length >= least;
  return isLarge && (hasCaption || role !== null || rows.some(({ part }) => part === 'head'));
}

/** Whether a cell is a header, also by `scope` on a `<td>`, which browsers accept. */
function isNaming(cell: TableFact['rows'][number]['cells'][number]): boolean {
  return isHeader(cell) || cell.scope !== null;
}
