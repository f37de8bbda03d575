import type { TableFact } from '../../../page/page-facts.ts';
import { dataTablesOf, type HeaderCell } from '../../../readings/data-tables.ts';
import { elementsEvidence } from '../../../readings/evidence.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/**
 * Each header cell of a table is the header of a cell. A header that repeats one further up, as below long
 * tables, needs none, and neither do headers of a table without data, which a script may fill. A table
 * around others is only checked if more than a `<th>` says that it is one of data: authors also centre a layout with it.
 */
export const tableHeaderCells: Check = {
  id: 'table-header-cells',
  category: 'accessibility',
  importance: 'low',
  family: 'tables',
  title: 'Each header cell of a table has cells',
  advice:
    'Give each column and row with a header its cells, empty ones included, or use <td> instead of <th> for text that names no column and no row.',
  why: 'Screen readers announce a heading that nothing belongs to, which makes the table hard to follow.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/d0f69e/',
  run: ({ page }) => {
    const headers = dataTablesOf(page)
      .filter(({ tag, dataCells }) => dataCells > 0 && !mayArrange(tag))
      .flatMap((table) => table.headers.filter((header) => isShown(header) && !header.repeats));
    const alone = headers.filter(({ hasCells }) => !hasCells);
    return faultsOutcome(headers.length, alone, {
      none: 'The page has no table with header cells and data.',
      fault: 'Header cells without any cell',
      summary: (count, all) =>
        `${count} of ${all} header cells ${count === 1 ? 'has' : 'have'} no cell below or beside ${count === 1 ? 'it' : 'them'}.`,
      value: { headers: headers.length, without: alone.length },
      evidence: () =>
        elementsEvidence(
          alone.flatMap(({ cell }) =>
            cell.tag === null ? [] : [{ tag: cell.tag, text: cell.accessibleText }],
          ),
        ),
      severity: 'fail if all',
    });
  },
};

/** Whether a table with others in its cells has nothing that only a table of data has. */
function mayArrange({
  nests,
  hasCaption,
  role,
  ariaLabel,
  ariaLabelledby,
  rows,
}: TableFact): boolean {
  if (!nests || hasCaption || (role ?? ariaLabel ?? ariaLabelledby) !== null) return false;
  return rows.every(
    ({ part, cells }) =>
      part !== 'head' && cells.every((cell) => (cell.scope ?? cell.headers ?? cell.role) === null),
  );
}

/** Whether a header is read out, and may have something to read. */
function isShown({ cell }: HeaderCell): boolean {
  const { hidden, accessibleText, hasElements, named, th } = cell;
  return hidden === 'no' && (accessibleText !== '' || hasElements || named || !th);
}
