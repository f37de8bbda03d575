import type { TableFact } from '../../../page/page-facts.ts';
import { isAnnounced, isHeader } from '../../../readings/data-tables.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/**
 * Tables with header cells have data. A script may fill in the rows of a table that it finds by an attribute, so one with
 * any attribute and only header rows is left out.
 *
 * @remarks That headers without data are a mistake is our conclusion.
 */
export const tableData: Check = {
  id: 'table-data',
  category: 'accessibility',
  importance: 'info',
  family: 'tables',
  title: 'Tables with header cells have data',
  advice:
    'Use <th> only for cells that name a column or a row, and <td> for all others. Remove a table that has nothing but headers.',
  why: 'Screen readers take these cells for headings of something, so the table makes little sense when it is read aloud.',
  source: 'https://html.spec.whatwg.org/multipage/tables.html#the-th-element',
  run: ({ page }) => {
    const tables = page.tables.filter(hasHeaders);
    const found = tables.filter(isWithoutData);
    return faultsOutcome(tables.length, found, {
      none: 'The page has no table with several header cells.',
      fault: 'Tables with nothing but header cells',
      summary: (count, all) =>
        `${count} of ${all} ${all === 1 ? 'table' : 'tables'} ${count === 1 ? 'has' : 'have'} header cells and no cell with data.`,
      value: { tables: tables.length, without: found.length },
    });
  },
};

function hasHeaders(table: TableFact): boolean {
  const { element, rows, cut } = table;
  if (element !== 'table' || cut || !isAnnounced(table)) return false;
  return rows.reduce((sum, { cells }) => sum + cells.filter(isHeader).length, 0) > 1;
}

function isWithoutData({ rows, html }: TableFact): boolean {
  if (rows.some(({ cells }) => cells.some((cell) => !isHeader(cell)))) return false;
  const isOneRow = rows.filter(({ cells }) => cells.length > 0).length === 1;
  return !isOneRow || /^<table\s*>$/i.test(html);
}
