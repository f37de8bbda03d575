import { byTag } from '../../tokens/by-tag.ts';
import { attributeOf } from '../../tokens/tag-attributes.ts';
import type { TagToken } from '../../tokens/tag-token.ts';
import { knownTag, type Tag, trait } from '../../tokens/tags.ts';
import { pushMarker } from '../active-formatting.ts';
import { insert, insertImplied, insertVoid } from '../insert.ts';
import { clearBackTo, current, inScope, isOpen, pop, popThrough } from '../open-elements.ts';
import { resetMode } from '../reset-mode.ts';
import { mode, type Rules, rulesOf, type Tree } from '../tree.ts';
import { inBody } from './in-body.ts';
import { endTemplate } from './in-head.ts';

const table = knownTag('table');
const template = knownTag('template');
const colgroup = knownTag('colgroup');
const tbody = knownTag('tbody');
const context = ['table', 'template', 'html'].map(knownTag);
const ignoredEnds = new Set(
  'body caption col colgroup html tbody td tfoot th thead tr'.split(' ').map(knownTag),
);

const starts = byTag<(tree: Tree, token: TagToken) => void>({
  'style script template': (tree, token) => rulesOf(tree, mode.inHead).startTag(tree, token),
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
export function endTable(tree: Tree): boolean {
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
