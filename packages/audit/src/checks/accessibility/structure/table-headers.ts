import { roleOf } from '../../../page/facts/roles.ts';
import type { RowFact, TableFact } from '../../../page/page-facts.ts';
import { isAnnounced, isHeader } from '../../../readings/data-tables.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/**
 * Data tables have header cells. Only a table of words with a `<caption>`, a `<thead>` or the role of a table is
 * certainly one: others arrange the page, or are boards of a game.
 */
export const tableHeaders: Check = {
  id: 'table-headers',
  category: 'accessibility',
  importance: 'medium',
  family: 'tables',
  title: 'Data tables have header cells',
  advice:
    'Use <th> instead of <td> for the cells that name a column or a row: <th scope="col">Price</th>. Screen readers repeat them with each cell.',
  why: 'People with screen readers hear numbers without the name of their column or row, and have to guess what they mean.',
  source: 'https://www.w3.org/WAI/tutorials/tables/',
  run: ({ page }) => {
    const tables = page.tables.filter(isDataTable);
    const without = tables.filter((table) => !hasHeaders(table));
    return faultsOutcome(tables.length, without, {
      none: 'The page has no table that is certainly one of data.',
      fault: 'Data tables without header cells',
      summary: (count, all) =>
        `${count} of ${all} data tables ${count === 1 ? 'has' : 'have'} no header cells.`,
      value: { tables: tables.length, without: without.length },
      severity: 'by share',
    });
  },
};

/** Rows and columns below which a table has nothing to name. */
const least = 2;

/** Rows and columns from which a square may be the board of a game, as that of noughts and crosses. */
const leastOfBoard = 3;

function isDataTable(table: TableFact): boolean {
  const { element, hasCaption, rows, role, cut, nests } = table;
  if (element !== 'table' || cut || nests || !isAnnounced(table)) return false;
  const isLarge = rows.filter(({ cells }) => cells.length >= least).length >= least;
  const isMarked = hasCaption || roleOf(role) === 'table' || rows.some(isInHead);
  if (!isLarge || !isMarked) return false;
  return hasHeaders(table) || (hasWords(table) && (!isSquare(table) || rows.some(isInHead)));
}

function hasHeaders({ rows }: TableFact): boolean {
  return rows.some(({ cells }) => cells.some(isNaming));
}

function isInHead({ part }: RowFact): boolean {
  return part === 'head';
}

/** Whether a table has a word or a number for each cell: boards have pieces, and galleries images. */
function hasWords({ rows, words }: TableFact): boolean {
  return words >= rows.reduce((sum, { cells }) => sum + cells.length, 0);
}

/**
 * Whether a table has about as many columns as rows, like the boards of games and puzzles, of which some name
 * the columns or the rows.
 */
function isSquare({ rows }: TableFact): boolean {
  const [first] = rows;
  const columns = first?.cells.length ?? 0;
  return (
    Math.min(rows.length, columns) >= leastOfBoard &&
    Math.abs(rows.length - columns) <= 1 &&
    rows.every(({ cells }) => Math.abs(cells.length - columns) <= 1)
  );
}

/** Whether a cell is a header, also by `scope` on a `<td>`, which browsers accept. */
function isNaming(cell: TableFact['rows'][number]['cells'][number]): boolean {
  return isHeader(cell) || cell.scope !== null;
}
