import { byTag, knownTag, type Tag, trait } from '../../tokens/tags.ts';
import type { TagToken } from '../../tokens/token.ts';
import { insert, insertVoid } from '../insert.ts';
import { currentIs, inScope, pop, popThrough } from '../open-elements.ts';
import { endTemplate, resetMode } from '../reset-mode.ts';
import { mode, namespace, type Rules, rulesOf, sameAs, type Tree } from '../tree.ts';

const select = knownTag('select');
const option = knownTag('option');
const optgroup = knownTag('optgroup');
const template = knownTag('template');

const inHead = sameAs(mode.inHead);
const inBody = sameAs(mode.inBody);

const tableParts = new Set('caption table tbody tfoot thead tr td th'.split(' ').map(knownTag));

function endOption(tree: Tree): void {
  if (currentIs(tree, option)) pop(tree);
}

function endGroup(tree: Tree): void {
  endOption(tree);
  if (currentIs(tree, optgroup)) pop(tree);
}

const starts = byTag<(tree: Tree, token: TagToken) => void>({
  html: inBody.startTag,
  option: (tree, token) => {
    endOption(tree);
    insert(tree, token);
  },
  optgroup: (tree, token) => {
    endGroup(tree);
    insert(tree, token);
  },
  hr: (tree, token) => {
    endGroup(tree);
    insertVoid(tree, token);
  },
  select: (tree) => {
    endSelect(tree);
  },
  'input keygen textarea': (tree, token) => {
    if (endSelect(tree)) rulesOf(tree).startTag(tree, token);
  },
  'script template': inHead.startTag,
});

/** In a `<select>`, which allows options and little else. */
export const inSelect: Rules = {
  text: (tree, run) => tree.recorder.text(run),
  startTag: (tree, token) => starts(token.tag)?.(tree, token),
  endTag: (tree, tag) => {
    if (tag === option) endOption(tree);
    else if (tag === optgroup) endGroupTag(tree);
    else if (tag === select) endSelect(tree);
    else if (tag === template) endTemplate(tree);
  },
};

/** In a `<select>` in a table, where parts of the table end it. */
export const inSelectInTable: Rules = {
  text: inSelect.text,
  startTag: (tree, token) => {
    if (!tableParts.has(token.tag)) return inSelect.startTag(tree, token);
    leave(tree);
    rulesOf(tree).startTag(tree, token);
  },
  endTag: (tree, tag) => {
    if (!tableParts.has(tag)) return inSelect.endTag(tree, tag);
    if (!inScope(tree, tag, trait.tableScope)) return;
    leave(tree);
    rulesOf(tree).endTag(tree, tag);
  },
};

function endGroupTag(tree: Tree): void {
  const below = tree.stack[tree.stack.length - 2];
  if (below?.tag === optgroup) endOption(tree);
  if (currentIs(tree, optgroup)) pop(tree);
}

function endSelect(tree: Tree): boolean {
  if (!inSelectScope(tree, select)) return false;
  leave(tree);
  return true;
}

function leave(tree: Tree): void {
  popThrough(tree, select);
  resetMode(tree);
}

/** The standard's "in select scope": only options and their groups may be in between. */
function inSelectScope(tree: Tree, tag: Tag): boolean {
  for (let index = tree.stack.length - 1; index >= 0; index--) {
    const element = tree.stack[index];
    if (element?.namespace !== namespace.html) return false;
    if (element.tag === tag) return true;
    if (element.tag !== option && element.tag !== optgroup) return false;
  }
  return false;
}
