import { knownTag, type Tag, trait } from '../../tokens/tags.ts';
import { pushMarker } from '../active-formatting.ts';
import { insert, insertImplied } from '../insert.ts';
import { clearBackTo, inScope, pop } from '../open-elements.ts';
import { mode, type Rules, rulesOf, type Tree } from '../tree.ts';
import { inTable } from './in-table.ts';

const tr = knownTag('tr');
const table = knownTag('table');
const cells = new Set(['td', 'th'].map(knownTag));
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
    } else if (cells.has(tag)) {
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
    if (cells.has(tag)) {
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
