import { roleOf } from '../page/facts/roles.ts';
import type { CellFact, PageFacts, TableFact } from '../page/page-facts.ts';
import { memoize } from './memoize.ts';
import { firstOf } from './notes.ts';

/** A table that assistive technology announces as one. */
interface DataTable {
  readonly tag: TableFact;
  /** Its header cells with a position in the grid of the table. */
  readonly headers: readonly HeaderCell[];
  /** Number of cells that are not headers. */
  readonly dataCells: number;
}

/** A header cell of a table. */
export interface HeaderCell {
  readonly cell: CellFact;
  /** Whether a cell below it, to the right of it, or that names it in `headers`, belongs to it. */
  readonly hasCells: boolean;
  /** Whether such a cell is a data cell. */
  readonly hasData: boolean;
  /** Whether it repeats the text of a header further up in its column. */
  readonly repeats: boolean;
}

/** Columns and rows that cells of one table cover, counted for each cell: beyond that it is not read. */
const maxCovered = 200_000;

/** Tables that are read: far more than a normal page has. */
const mostTables = 1_000;

/** Roles of tables, whose cells have headers. */
const tableRoles = new Set(['table', 'grid', 'treegrid']);

/** Whether assistive technology announces an element as a table. */
export function isAnnounced({ hidden, presentational, role }: TableFact): boolean {
  if (hidden !== 'no' || presentational) return false;
  const explicitRole = roleOf(role);
  return (
    explicitRole === null ||
    explicitRole === 'none' ||
    explicitRole === 'presentation' ||
    tableRoles.has(explicitRole)
  );
}

/** The tables of a page that are announced, and whose cells are all known. */
export const dataTablesOf = memoize((page: PageFacts): readonly DataTable[] =>
  firstOf(page, page.tables, mostTables, 'tables are read').flatMap((tag) =>
    isAnnounced(tag) && !tag.cut ? (readTable(tag) ?? []) : [],
  ),
);

/** How a header cell relates to others: `scope`, a role, or the position in the table. */
type Scope = 'column' | 'row' | 'both';

interface PlacedCell {
  readonly cell: CellFact;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Places the cells of a table and finds those that belong to each header. Where the standard lets one header
 * keep another from applying further on, both count: this only looks for headers without any cell.
 * Source: https://html.spec.whatwg.org/multipage/tables.html#algorithm-for-assigning-header-cells
 *
 * @returns `null` for a table that covers too much, or whose columns its roles state in attributes.
 */
function readTable(tag: TableFact): DataTable | null {
  if (tag.rows.some(({ cells }) => cells.some(statesPlace))) return null;
  const placed = placeCells(tag);
  if (placed === null) return null;
  const columns: { cell: number; data: number; isData: boolean }[] = [];
  const rows: { cell: number; data: number; isData: boolean }[] = [];
  const named = new Map<string, boolean>();
  let dataCells = 0;
  for (const { cell, x, y, width, height } of placed) {
    const isData = !isHeader(cell);
    if (isData) dataCells++;
    const ids = idsIn(cell.headers);
    for (const id of ids) {
      if (id !== cell.id) named.set(id, isData || named.get(id) === true);
    }
    for (let at = x; at < x + width; at++) cover(columns, at, isData, ids.length > 0 ? -1 : y);
    for (let at = y; at < y + height; at++) cover(rows, at, isData, ids.length > 0 ? -1 : x);
  }
  const texts = new Map<number, Set<string>>();
  const headers: HeaderCell[] = [];
  for (const { cell, x, y, width, height } of placed) {
    if (!isHeader(cell)) continue;
    const inRows = range(rows, y, height);
    const inColumns = range(columns, x, width);
    const scope = scopeOf(cell, inRows, inColumns);
    const isAfter = (kind: 'cell' | 'data'): boolean =>
      (scope !== 'row' && inColumns.some((column) => column[kind] >= y + height)) ||
      (scope !== 'column' && inRows.some((row) => row[kind] >= x + width));
    const isNamed = cell.id !== null && named.has(cell.id);
    const above = texts.get(x) ?? new Set();
    headers.push({
      cell,
      hasCells: isNamed || isAfter('cell'),
      hasData: (isNamed && named.get(cell.id) === true) || isAfter('data'),
      repeats: above.has(cell.accessibleText),
    });
    texts.set(x, above.add(cell.accessibleText));
  }
  return { tag, headers, dataCells };
}

/** Whether a role states the column or the cells elsewhere, as tables that show a part of their rows do. */
function statesPlace({ tag }: CellFact): boolean {
  return tag !== null && /\saria-(?:col(?:index|span)|owns)\s*=/i.test(tag.html);
}

function placeCells({ rows }: TableFact): readonly PlacedCell[] | null {
  /** The first row after each one's group. */
  const groupEnds: number[] = [];
  for (let y = rows.length - 1; y >= 0; y--) {
    const isLast = rows[y]?.group !== rows[y + 1]?.group;
    groupEnds[y] = isLast ? y + 1 : (groupEnds[y + 1] ?? y + 1);
  }
  /** The first row in which each column is free. */
  const free: number[] = [];
  const placed: PlacedCell[] = [];
  let covered = 0;
  for (const [y, { cells }] of rows.entries()) {
    let x = 0;
    for (const cell of cells) {
      while ((free[x] ?? 0) > y) {
        x++;
        covered++;
      }
      const left = (groupEnds[y] ?? y + 1) - y;
      const height = cell.rowspan === 0 ? left : Math.min(cell.rowspan, left);
      const width = cell.colspan;
      covered += width + height;
      if (covered > maxCovered) return null;
      placed.push({ cell, x, y, width, height });
      for (let end = x + width; x < end; x++) free[x] = y + height;
    }
  }
  return placed;
}

function cover(
  lines: { cell: number; data: number; isData: boolean }[],
  at: number,
  isData: boolean,
  position: number,
): void {
  lines[at] ??= { cell: -1, data: -1, isData: false };
  const line = lines[at];
  if (position > line.cell) line.cell = position;
  if (!isData) return;
  line.isData = true;
  if (position > line.data) line.data = position;
}

function range<Line>(lines: readonly Line[], from: number, length: number): readonly Line[] {
  return lines.slice(from, from + length);
}

type Line = { readonly isData: boolean };

function scopeOf(cell: CellFact, inRows: readonly Line[], inColumns: readonly Line[]): Scope {
  const role = roleOf(cell.role);
  if (role === 'columnheader') return 'column';
  if (role === 'rowheader') return 'row';
  const scope = cell.scope?.trim().toLowerCase();
  if (scope === 'col') return 'column';
  if (scope === 'row') return 'row';
  if (scope === 'colgroup' || scope === 'rowgroup') return 'both';
  if (!inRows.some(({ isData }) => isData)) return 'column';
  return inColumns.some(({ isData }) => isData) ? 'both' : 'row';
}

/** Whether a cell is a header by its tag or its role. */
export function isHeader({ th, role }: CellFact): boolean {
  const explicitRole = roleOf(role);
  if (explicitRole === 'columnheader' || explicitRole === 'rowheader') return true;
  return th && explicitRole === null;
}

/** The ids in a `headers` attribute. */
export function idsIn(headers: string | null): readonly string[] {
  return headers?.split(/[\t\n\f\r ]+/).filter((id) => id !== '') ?? [];
}
