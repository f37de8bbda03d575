import { knownTag, type Tag } from '../tokens/tags.ts';
import { clearToMarker, indexOfInnermost, popTo } from './open-elements.ts';
import { type Mode, mode, namespace, type Tree } from './tree.ts';

const select = knownTag('select');
const table = knownTag('table');
const template = knownTag('template');
const html = knownTag('html');
const head = knownTag('head');

const cells = new Set([knownTag('td'), knownTag('th')]);

const modes = new Map<Tag, Mode>([
  [knownTag('tr'), mode.inRow],
  [knownTag('tbody'), mode.inTableBody],
  [knownTag('thead'), mode.inTableBody],
  [knownTag('tfoot'), mode.inTableBody],
  [knownTag('caption'), mode.inCaption],
  [knownTag('colgroup'), mode.inColumnGroup],
  [table, mode.inTable],
  [knownTag('body'), mode.inBody],
  [knownTag('frameset'), mode.inFrameset],
]);

/**
 * Sets the mode that the open elements require.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately
 */
export function resetMode(tree: Tree): void {
  tree.mode = modeFor(tree);
}

function modeFor(tree: Tree): Mode {
  for (let index = tree.stack.length - 1; index >= 0; index--) {
    const element = tree.stack[index];
    if (element?.namespace !== namespace.html) continue;
    const { tag } = element;
    const tagMode = modes.get(tag);
    if (tagMode !== undefined) return tagMode;
    if (tag === select) return selectMode(tree);
    if (tag === template) return tree.templateModes.at(-1) ?? mode.inTemplate;
    if (tag === html) return tree.head ? mode.afterHead : mode.beforeHead;
    if (index > 0 && tag === head) return mode.inHead;
    if (index > 0 && cells.has(tag)) return mode.inCell;
  }
  return mode.inBody;
}

function selectMode(tree: Tree): Mode {
  const innermostTable = indexOfInnermost(tree, table);
  const inTable = innermostTable > indexOfInnermost(tree, template);
  return inTable ? mode.inSelectInTable : mode.inSelect;
}

/** `</template>`, in any mode. It does not end one of {@link Tree.markers}, which the page does not have. */
export function endTemplate(tree: Tree): void {
  const index = indexOfInnermost(tree, template);
  if (index === -1 || tree.stack[index]?.marker) return;
  endTemplateAt(tree, index);
  resetMode(tree);
}

/** Ends the innermost of {@link Tree.markers}, with the templates that are not closed in it. */
export function endMarker(tree: Tree): void {
  while (tree.markersOpen > 0) {
    const index = indexOfInnermost(tree, template);
    const marker = tree.stack[index]?.marker;
    endTemplateAt(tree, index);
    if (marker) break;
  }
  resetMode(tree);
}

function endTemplateAt(tree: Tree, index: number): void {
  popTo(tree, index);
  clearToMarker(tree);
  tree.templateModes.pop();
}
