import type { RowFact } from '../../page-facts.ts';
import { knownTag, type Tag } from '../../tokens/tags.ts';
import { attributeOf, type TagToken } from '../../tokens/token.ts';
import { isNamedByAttribute } from '../accessibility.ts';
import { attribute, valueIn } from '../attributes.ts';
import type { Collected, ElementContext, TextTarget } from '../collected.ts';
import { charactersIn } from '../fact-budget.ts';
import type { CollectedCell, CollectedTable, OpenTable } from '../frame.ts';
import { accessible } from '../role-facts.ts';

import { removeLast, type StructureTracker } from './structure-tracker.ts';

/** Rows and cells of all tables that are kept. */
const cellLimit = 10_000;
/** Characters that a row or cell costs: about the memory of its object. */
const cellCharacters = 150;

const table = knownTag('table');
const caption = knownTag('caption');
const template = knownTag('template');
const tr = knownTag('tr');
const td = knownTag('td');
const th = knownTag('th');
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(knownTag));
const parts = new Map<Tag, RowFact['part']>([
  [knownTag('thead'), 'head'],
  [knownTag('tbody'), 'body'],
  [knownTag('tfoot'), 'foot'],
]);

const tableRoles = new Set(['table', 'grid', 'treegrid']);
const cellRoles = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

/** Collects tables, their rows and their cells. */
interface Tables extends StructureTracker {
  /** An element of HTML opened, one without a tag in the page included. */
  tagOpened(tag: Tag): void;
  tagClosed(tag: Tag): void;
  /** The page is read: completes tables that are still open. */
  finish(): void;
}

/**
 * Creates the tracker.
 *
 * @param wordsSoFar - Number of words of the visible text so far.
 */
export function trackTables(collected: Collected, wordsSoFar: () => number): Tables {
  const openTables: OpenTable[] = [];
  let openTemplates = 0;
  let openHeaders = 0;
  const cells = cellKeeper(collected);

  const openTable = (token: TagToken, context: ElementContext): OpenTable => {
    const around = openTables.at(-1);
    if (around !== undefined) around.fact.nests = true;
    return tableOf(token, openHeaders > 0, context);
  };
  const closeCell = (open: OpenTable): void => {
    if (open.wordsBefore === null) return;
    open.fact.words += wordsSoFar() - open.wordsBefore;
    open.wordsBefore = null;
  };
  /** The innermost table if tags make its rows; `null` inside a template. */
  const openTableElement = (): OpenTable | null => {
    const open = openTables.at(-1);
    return openTemplates === 0 && open?.isElement ? open : null;
  };
  return {
    element: (token, frame, role, context) => {
      const { tag } = token;
      const open = openTables.at(-1);
      if (open !== undefined && headings.has(tag)) open.fact.hasHeading = true;
      if (open?.isElement) {
        if (tag === caption) open.fact.hasCaption = true;
        else if (tag === td) cells.keep(open, token, context);
        else if (tag === th) frame.header = cells.keep(open, token, context);
      }
      if (tag === table || (role !== null && tableRoles.has(role))) {
        frame.table = openTable(token, context);
      } else if (open !== undefined && !open.isElement && role !== null) {
        cells.keepByRole(open, token, role, context);
      }
    },
    tagOpened: (tag) => {
      if (tag === template) openTemplates++;
      const open = openTableElement();
      if (open === null) return;
      if (tag === tr) return openRow(open);
      if (tag === td || tag === th) open.wordsBefore = wordsSoFar();
      const part = parts.get(tag);
      if (part === undefined) return;
      open.group++;
      open.part = part;
    },
    tagClosed: (tag) => {
      if (tag === template) openTemplates--;
      const open = openTableElement();
      if (open === null) return;
      if (tag === td || tag === th) closeCell(open);
      if (!parts.has(tag)) return;
      open.group++;
      open.part = 'body';
    },
    opened: (frame) => {
      if (frame.table !== null) openTables.push(frame.table);
      if (frame.header !== null) openHeaders++;
    },
    closed: (frame) => {
      if (frame.table !== null) {
        closeCell(frame.table);
        removeLast(openTables, frame.table);
      }
      if (frame.header !== null) openHeaders--;
    },
    finish: () => openTables.forEach(closeCell),
  };
}

function tableOf(token: TagToken, inHeader: boolean, context: ElementContext): OpenTable {
  const fact: CollectedTable = {
    element: token.tag.name,
    hasCaption: false,
    rows: [],
    words: 0,
    cut: false,
    nests: false,
    inHeader,
    hasHeading: false,
    ...accessible(token, context),
  };
  if (!context.keep(context.collected.tables, fact)) fact.cut = true;
  const isElement = token.tag === table;
  return { fact, isElement, wordsBefore: null, row: null, group: 0, part: 'body' };
}

function openRow(open: OpenTable): void {
  open.row = null;
  if (open.fact.cut) return;
  open.row = { group: open.group, part: open.part, cells: [] };
  open.fact.rows.push(open.row);
}

/** Keeps the cells of a page's tables, up to a limit for all of them. */
function cellKeeper(collected: Collected) {
  let kept = 0;
  const hasRoom = ({ fact }: OpenTable, { reserve }: ElementContext, texts: number): boolean => {
    const isKept = kept < cellLimit && reserve(collected.tables, texts, cellCharacters);
    if (isKept) kept++;
    else fact.cut = true;
    return isKept;
  };
  const keep = (open: OpenTable, token: TagToken, context: ElementContext) => {
    if (open.row === null) return null;
    // Before its attributes are read: a page may have a million cells.
    if (kept >= cellLimit) open.fact.cut = true;
    if (open.fact.cut) return null;
    const cell = cellOf(token, context);
    if (!hasRoom(open, context, charactersIn(cell) + (cell.tag?.html.length ?? 0))) return null;
    open.row.cells.push(cell);
    return cell;
  };
  return {
    keep,
    /** Keeps rows and cells of tables that are made of other elements. */
    keepByRole: (open: OpenTable, token: TagToken, role: string, context: ElementContext): void => {
      if (role === 'row' && hasRoom(open, context, 0)) openRow(open);
      else if (cellRoles.has(role)) keep(open, token, context);
    },
  };
}

function cellOf(token: TagToken, context: ElementContext): CollectedCell & TextTarget {
  const { indexed, hidden } = context;
  const isHeader = token.tag === th;
  const isPlain = token.attributes === 0;
  const other = (name: string) => (isPlain ? null : attributeOf(token, name));
  const role = valueIn(token, indexed, attribute.role);
  const headers = other('headers');
  const named =
    !isPlain && (isNamedByAttribute(token, indexed) || (other('abbr') ?? '').trim() !== '');
  const isQuoted = isHeader || role !== null || headers !== null;
  return {
    th: isHeader,
    role,
    id: valueIn(token, indexed, attribute.id),
    headers,
    scope: other('scope'),
    colspan: spanOf(other('colspan'), 1, 1_000),
    rowspan: spanOf(other('rowspan'), 0, 65_534),
    hidden,
    named,
    hasElements: false,
    accessibleText: '',
    tag: isQuoted ? context.sourceOf(token.start, token.end) : null,
  };
}

/**
 * The number of columns or rows that a cell spans.
 * Source: https://html.spec.whatwg.org/multipage/tables.html#algorithm-for-processing-rows
 */
function spanOf(value: string | null, min: number, max: number): number {
  const digits = /^[\t\n\f\r ]*\+?(\d+)/.exec(value ?? '')?.[1];
  if (digits === undefined) return 1;
  const span = Number(digits);
  if (span < min) return 1;
  return Math.min(span, max);
}
