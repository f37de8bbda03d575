import { byTag, knownTag, type Tag, trait } from '../../tokens/tags.ts';
import { attributeOf, type TagToken } from '../../tokens/token.ts';
import { pushMarker } from '../formatting.ts';
import { insert, insertImplied, insertVoid } from '../insert.ts';
import {
  clearBackTo,
  clearToMarker,
  current,
  currentIs,
  inScope,
  isOpen,
  pop,
  popThrough,
} from '../open-elements.ts';
import { endTemplate, resetMode } from '../reset-mode.ts';
import { mode, type Rules, rulesOf, sameAs, type Tree } from '../tree.ts';

const table = knownTag('table');
const template = knownTag('template');
const colgroup = knownTag('colgroup');
const tbody = knownTag('tbody');
const html = knownTag('html');
const caption = knownTag('caption');
const col = knownTag('col');
const tr = knownTag('tr');

const inHead = sameAs(mode.inHead);
const inBody = sameAs(mode.inBody);

const context = ['table', 'template', 'html'].map(knownTag);
const ignoredEnds = new Set(
  'body caption col colgroup html tbody td tfoot th thead tr'.split(' ').map(knownTag),
);

const starts = byTag<(tree: Tree, token: TagToken) => void>({
  'style script template': inHead.startTag,
  caption: (tree, token) => {
    clearBackTo(tree, context);
    pushMarker(tree);
    insert(tree, token);
    tree.mode = mode.inCaption;
  },
  colgroup: (tree, token) => {
    clearBackTo(tree, context);
    insert(tree, token);
    tree.mode = mode.inColumnGroup;
  },
  col: (tree, token) => openImplied(tree, token, colgroup, mode.inColumnGroup),
  'tbody tfoot thead': (tree, token) => {
    clearBackTo(tree, context);
    insert(tree, token);
    tree.mode = mode.inTableBody;
  },
  'td th tr': (tree, token) => openImplied(tree, token, tbody, mode.inTableBody),
  table: (tree, token) => {
    if (!endTable(tree)) return;
    rulesOf(tree).startTag(tree, token);
  },
  input: (tree, token) => {
    if (attributeOf(token, 'type')?.toLowerCase() === 'hidden') insertVoid(tree, token);
    else inBody.startTag(tree, token);
  },
  form: (tree, token) => {
    if (tree.form || isOpen(tree, template)) return;
    tree.form = insert(tree, token);
    pop(tree);
  },
});

/**
 * In a table, outside of its rows. What is not allowed here is moved before the table; for the open
 * elements and the counts, that makes no difference.
 */
export const inTable: Rules = {
  text: (tree, run) => {
    const outsideCells = ((current(tree)?.traits ?? 0) & trait.tableStructure) !== 0;
    if (outsideCells && run.blank) tree.recorder.text(run);
    else inBody.text(tree, run);
  },
  startTag: (tree, token) => {
    const start = starts(token.tag);
    if (start) start(tree, token);
    else inBody.startTag(tree, token);
  },
  endTag: (tree, tag) => {
    if (tag === table) endTable(tree);
    else if (tag === template) endTemplate(tree);
    else if (!ignoredEnds.has(tag)) inBody.endTag(tree, tag);
  },
};

/** Ends the table that is being read. @returns whether there was one. */
function endTable(tree: Tree): boolean {
  if (!inScope(tree, table, trait.tableScope)) return false;
  popThrough(tree, table);
  resetMode(tree);
  return true;
}

function openImplied(tree: Tree, token: TagToken, tag: Tag, next: Tree['mode']): void {
  clearBackTo(tree, context);
  insertImplied(tree, tag);
  tree.mode = next;
  rulesOf(tree).startTag(tree, token);
}

const tableParts = new Set(
  'caption col colgroup tbody td tfoot th thead tr'.split(' ').map(knownTag),
);
const ignoredInCaption = new Set(
  'body col colgroup html tbody td tfoot th thead tr'.split(' ').map(knownTag),
);

/** In the caption of a table. */
export const inCaption: Rules = {
  text: inBody.text,
  startTag: (tree, token) => {
    if (!tableParts.has(token.tag)) inBody.startTag(tree, token);
    else if (endCaption(tree)) rulesOf(tree).startTag(tree, token);
  },
  endTag: (tree, tag) => {
    if (tag === caption) {
      endCaption(tree);
    } else if (tag === table) {
      if (endCaption(tree)) rulesOf(tree).endTag(tree, tag);
    } else if (!ignoredInCaption.has(tag)) {
      inBody.endTag(tree, tag);
    }
  },
};

function endCaption(tree: Tree): boolean {
  if (!inScope(tree, caption, trait.tableScope)) return false;
  popThrough(tree, caption);
  clearToMarker(tree);
  tree.mode = mode.inTable;
  return true;
}

/** In a group of columns. */
export const inColumnGroup: Rules = {
  text: (tree, run) => {
    if (!run.blank && endColumnGroup(tree)) rulesOf(tree).text(tree, run);
  },
  startTag: (tree, token) => {
    const tag: Tag = token.tag;
    if (tag === html) inBody.startTag(tree, token);
    else if (tag === col) insertVoid(tree, token);
    else if (tag === template) inHead.startTag(tree, token);
    else if (endColumnGroup(tree)) rulesOf(tree).startTag(tree, token);
  },
  endTag: (tree, tag) => {
    if (tag === colgroup) endColumnGroup(tree);
    else if (tag === template) endTemplate(tree);
    else if (tag !== col && endColumnGroup(tree)) rulesOf(tree).endTag(tree, tag);
  },
};

function endColumnGroup(tree: Tree): boolean {
  if (!currentIs(tree, colgroup)) return false;
  pop(tree);
  tree.mode = mode.inTable;
  return true;
}

/** In a cell of a table. */
export const inCell: Rules = {
  text: inBody.text,
  startTag: (tree, token) => {
    if (!tableParts.has(token.tag)) inBody.startTag(tree, token);
    else if (endCell(tree)) rulesOf(tree).startTag(tree, token);
  },
  endTag: (tree, tag) => {
    if (cells.includes(tag)) {
      if (inScope(tree, tag, trait.tableScope)) closeCell(tree, tag);
    } else if (outerParts.has(tag)) {
      if (!inScope(tree, tag, trait.tableScope)) return;
      endCell(tree);
      rulesOf(tree).endTag(tree, tag);
    } else if (!ignoredInCell.has(tag)) {
      inBody.endTag(tree, tag);
    }
  },
};

const cells = ['td', 'th'].map(knownTag);
const outerParts = new Set('table tbody tfoot thead tr'.split(' ').map(knownTag));
const ignoredInCell = new Set('body caption col colgroup html'.split(' ').map(knownTag));

function endCell(tree: Tree): boolean {
  const cell = cells.find((tag) => inScope(tree, tag, trait.tableScope));
  if (cell) closeCell(tree, cell);
  return cell !== undefined;
}

function closeCell(tree: Tree, cell: Tag): void {
  popThrough(tree, cell);
  clearToMarker(tree);
  tree.mode = mode.inRow;
}

const bodies = ['tbody', 'tfoot', 'thead'].map(knownTag);
const bodyContext = [...bodies, ...['template', 'html'].map(knownTag)];
const rowContext = ['tr', 'template', 'html'].map(knownTag);
const outsideBodies = new Set([...bodies, ...['caption', 'col', 'colgroup'].map(knownTag)]);
const ignoredInBody = new Set('body caption col colgroup html td th tr'.split(' ').map(knownTag));
const ignoredInRow = new Set('body caption col colgroup html td th'.split(' ').map(knownTag));

/** In a `<tbody>`, `<thead>` or `<tfoot>`. */
export const inTableBody: Rules = {
  text: inTable.text,
  startTag: (tree, token) => {
    const { tag } = token;
    if (tag === tr) {
      clearBackTo(tree, bodyContext);
      insert(tree, token);
      tree.mode = mode.inRow;
    } else if (cells.includes(tag)) {
      clearBackTo(tree, bodyContext);
      insertImplied(tree, tr);
      tree.mode = mode.inRow;
      rulesOf(tree).startTag(tree, token);
    } else if (outsideBodies.has(tag)) {
      if (endBody(tree)) rulesOf(tree).startTag(tree, token);
    } else {
      inTable.startTag(tree, token);
    }
  },
  endTag: (tree, tag) => {
    if (bodies.includes(tag)) {
      if (inScope(tree, tag, trait.tableScope)) leaveBody(tree);
    } else if (tag === table) {
      if (endBody(tree)) rulesOf(tree).endTag(tree, tag);
    } else if (!ignoredInBody.has(tag)) {
      inTable.endTag(tree, tag);
    }
  },
};

function endBody(tree: Tree): boolean {
  if (!bodies.some((tag) => inScope(tree, tag, trait.tableScope))) return false;
  leaveBody(tree);
  return true;
}

function leaveBody(tree: Tree): void {
  clearBackTo(tree, bodyContext);
  pop(tree);
  tree.mode = mode.inTable;
}

/** In a row of a table. */
export const inRow: Rules = {
  text: inTable.text,
  startTag: (tree, token) => {
    const { tag } = token;
    if (cells.includes(tag)) {
      clearBackTo(tree, rowContext);
      insert(tree, token);
      tree.mode = mode.inCell;
      pushMarker(tree);
    } else if (outsideBodies.has(tag) || tag === tr) {
      if (endRow(tree)) rulesOf(tree).startTag(tree, token);
    } else {
      inTable.startTag(tree, token);
    }
  },
  endTag: (tree, tag: Tag) => {
    if (tag === tr) {
      endRow(tree);
    } else if (tag === table) {
      if (endRow(tree)) rulesOf(tree).endTag(tree, tag);
    } else if (bodies.includes(tag)) {
      if (inScope(tree, tag, trait.tableScope) && endRow(tree)) rulesOf(tree).endTag(tree, tag);
    } else if (!ignoredInRow.has(tag)) {
      inTable.endTag(tree, tag);
    }
  },
};

function endRow(tree: Tree): boolean {
  if (!inScope(tree, tr, trait.tableScope)) return false;
  clearBackTo(tree, rowContext);
  pop(tree);
  tree.mode = mode.inTableBody;
  return true;
}
