import type { TableFact } from '../../../page/page-facts.ts';
import { dataTablesOf, type HeaderCell } from '../../../readings/data-tables.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

const scopes = new Set(['col', 'colgroup', 'row', 'rowgroup']);

/**
 * Tables with headers in several columns or several rows say what each one is for. In the first row or the first column
 * that is clear, so those need no `scope`. A `scope` has one of its four values.
 *
 * @remarks For complex tables, WCAG prefers headers attributes: that scope is enough is ours.
 */
export const tableScope: Check = {
  id: 'table-scope',
  category: 'accessibility',
  importance: 'info',
  family: 'tables',
  title: 'Header cells of complex tables say what they are for',
  advice:
    'Add scope="col" or scope="row" to the <th> cells of tables with several header rows or header columns, and scope="colgroup" or scope="rowgroup" to those for several columns or rows.',
  why: 'In a complex table, screen readers may read out the wrong heading for a cell, so people misunderstand its value.',
  source: 'https://www.w3.org/WAI/WCAG22/Techniques/html/H63',
  run: ({ page }) => {
    const tables = dataTablesOf(page).filter(
      ({ headers, dataCells }) => dataCells > 0 && headers.length > 0,
    );
    const unclear = tables.filter(({ tag }) => hasInnerHeaders(tag));
    const invalid = tables.filter(({ headers }) => headers.some(hasWrongScope));
    const found = tables.filter((table) => unclear.includes(table) || invalid.includes(table));
    return faultsOutcome(tables.length, found, {
      none: 'The page has no table with header cells and data.',
      fault: 'Tables whose header cells need a scope',
      summary: (_count, all) =>
        unclear.length > 0
          ? `${unclear.length} of ${all} ${all === 1 ? 'table has' : 'tables have'} several columns of header cells, and no scope.`
          : `${invalid.length} of ${all} ${all === 1 ? 'table has' : 'tables have'} a scope that is none of col, row, colgroup and rowgroup.`,
      value: { tables: tables.length, unclear: unclear.length, invalid: invalid.length },
    });
  },
};

function hasWrongScope({ cell: { scope } }: HeaderCell): boolean {
  return scope !== null && !scopes.has(scope.trim().toLowerCase());
}

/**
 * Whether a row after the first has two header cells before its data, where nothing says what for: no `scope`, no `headers`, no role.
 */
function hasInnerHeaders({ rows }: TableFact): boolean {
  const cells = rows.flatMap((row) => row.cells);
  if (cells.some(({ scope, headers, role }) => (scope ?? headers ?? role) !== null)) return false;
  // The first row may end with an empty cell.
  return rows.slice(1).some((row) => {
    const [first, second] = row.cells;
    return Boolean(first?.th && second?.th && row.cells.some(({ th }) => !th));
  });
}
