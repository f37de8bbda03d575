import { type Tag, trait } from '../tokens/tags.ts';
import { formattingOf, removeFormatting } from './active-formatting.ts';
import { endOther } from './end-other.ts';
import { copyOf, type OpenElement } from './open-element.ts';
import { current, currentIs, inScope, place, pop, popTo, remove } from './open-elements.ts';
import type { Tree } from './tree.ts';

/**
 * Ends a formatting element while blocks inside it are still open: the blocks stay open, and the
 * formatting is reopened inside them. Only the open elements matter here, not where nodes go.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm
 */
export function adopt(tree: Tree, tag: Tag): void {
  const innermost = current(tree);
  if (innermost && currentIs(tree, tag)) {
    // The usual case: what was opened last ends first.
    if (tree.formatting.at(-1) === innermost) {
      tree.formatting.pop();
      pop(tree);
      return;
    }
    if (!tree.formatting.includes(innermost)) {
      pop(tree);
      return;
    }
  }
  for (let round = 0; round < 8; round++) {
    const formatting = formattingOf(tree, tag);
    if (formatting === null) {
      endOther(tree, tag);
      return;
    }
    if (!formatting.open) {
      removeFormatting(tree, formatting);
      return;
    }
    if (!inScope(tree, tag)) return;
    const index = tree.stack.lastIndexOf(formatting);
    const block = furthestBlock(tree, index);
    if (block === undefined) {
      popTo(tree, index);
      removeFormatting(tree, formatting);
      return;
    }
    moveInto(tree, formatting, block);
  }
}

function furthestBlock(tree: Tree, from: number): OpenElement | undefined {
  for (let index = from + 1; index < tree.stack.length; index++) {
    const element = tree.stack[index];
    if (element && (element.traits & trait.special) !== 0) return element;
  }
  return undefined;
}

/** Reopens the formatting inside the block, and the formatting between the two around the block. */
function moveInto(tree: Tree, formatting: OpenElement, block: OpenElement): void {
  const { stack } = tree;
  let bookmark: OpenElement = formatting;
  let steps = 0;
  for (let index = stack.lastIndexOf(block) - 1; ; index--) {
    const element = stack[index];
    if (!element || element === formatting) break;
    steps++;
    const entry = tree.formatting.lastIndexOf(element);
    if (entry === -1 || steps > 3) {
      if (entry !== -1) tree.formatting.splice(entry, 1);
      remove(tree, element);
      continue;
    }
    const copy = copyOf(element);
    tree.formatting[entry] = copy;
    place(tree, index, 1, copy);
    if (bookmark === formatting) bookmark = copy;
  }
  const copy = copyOf(formatting);
  tree.formatting.splice(tree.formatting.lastIndexOf(bookmark) + 1, 0, copy);
  removeFormatting(tree, formatting);
  remove(tree, formatting);
  place(tree, stack.lastIndexOf(block) + 1, 0, copy);
}
