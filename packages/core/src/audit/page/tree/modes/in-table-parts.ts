import { knownTag, type Tag, trait } from '../../tokens/tags.ts';
import { clearToMarker } from '../active-formatting.ts';
import { insertVoid } from '../insert.ts';
import { currentIs, inScope, pop, popThrough } from '../open-elements.ts';
import { mode, type Rules, rulesOf, type Tree } from '../tree.ts';
import { inBody } from './in-body.ts';
import { endTemplate } from './in-head.ts';

const html = knownTag('html');
const table = knownTag('table');
const template = knownTag('template');
const caption = knownTag('caption');
const colgroup = knownTag('colgroup');
const col = knownTag('col');

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
    else if (tag === template) rulesOf(tree, mode.inHead).startTag(tree, token);
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
