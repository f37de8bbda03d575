import { tagTokenAt } from '../tokens/scan-tag.ts';
import { type Tag, trait } from '../tokens/tags.ts';
import { attributeSignature, type TagToken } from '../tokens/token.ts';
import {
  current,
  currentIs,
  endOther,
  inScope,
  place,
  pop,
  popTo,
  push,
  remove,
} from './open-elements.ts';
import type { OpenElement, Tree } from './tree.ts';

/** Formatting elements that are reopened at once; the oldest beyond that are dropped. */
const formattingLimit = 64;
/** Entries of the list, markers included, beyond which its older half is dropped. */
const listLimit = 1_024;

/**
 * Adds an element that formats what follows it until it is ended. Of equal elements the last three
 * are kept.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#push-onto-the-list-of-active-formatting-elements
 */
export function pushFormatting(tree: Tree, token: TagToken, element: OpenElement): void {
  const { formatting } = tree;
  const start = formatting.lastIndexOf(null) + 1;
  let sameName = 0;
  for (let index = start; index < formatting.length; index++) {
    if (formatting[index]?.tag === element.tag) sameName++;
  }
  if (sameName >= 3) {
    element.signature = attributeSignature(token);
    forgetThird(tree, element, start);
  }
  if (formatting.length - start >= formattingLimit) {
    tree.recorder.note(`more than ${formattingLimit} formatting elements open at once`);
    formatting.splice(start, 1);
  }
  formatting.push(element);
}

/** Removes the third last element that is equal to this one. */
function forgetThird(tree: Tree, element: OpenElement, start: number): void {
  const { formatting } = tree;
  const { signature } = element;
  let equal = 0;
  for (let index = formatting.length - 1; index >= start; index--) {
    const entry = formatting[index];
    if (entry?.tag !== element.tag || signatureOf(tree, entry) !== signature) continue;
    if (++equal === 3) {
      formatting.splice(index, 1);
      return;
    }
  }
}

/** Adds a marker: earlier formatting does not apply to what follows. */
export function pushMarker(tree: Tree): void {
  const { formatting } = tree;
  if (formatting.length >= listLimit) formatting.splice(0, listLimit / 2);
  formatting.push(null);
}

/** The last formatting element of this tag after the last marker. */
export function formattingOf(tree: Tree, tag: Tag): OpenElement | null {
  for (let index = tree.formatting.length - 1; index >= 0; index--) {
    const entry = tree.formatting[index];
    if (!entry) return null;
    if (entry.tag === tag) return entry;
  }
  return null;
}

/** Removes one formatting element. */
export function removeFormatting(tree: Tree, element: OpenElement): void {
  const index = tree.formatting.lastIndexOf(element);
  if (index >= 0) tree.formatting.splice(index, 1);
}

/**
 * Reopens formatting elements that were closed but still apply to what follows.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements
 */
export function reconstruct(tree: Tree): void {
  const { formatting } = tree;
  let index = formatting.length;
  while (index > 0) {
    const entry = formatting[index - 1];
    if (!entry || entry.open) break;
    index--;
  }
  for (; index < formatting.length; index++) {
    const entry = formatting[index];
    if (!entry) continue;
    const copy = copyOf(entry);
    formatting[index] = copy;
    push(tree, copy);
  }
}

function signatureOf(tree: Tree, element: OpenElement): string {
  element.signature ??= attributeSignature(tagTokenAt(tree.text, element.start));
  return element.signature;
}

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

/** The copy of a formatting element that is reopened. */
function copyOf(element: OpenElement): OpenElement {
  return {
    tag: element.tag,
    namespace: element.namespace,
    traits: element.traits,
    start: element.start,
    end: element.end,
    integration: element.integration,
    attached: element.attached,
    open: false,
    signature: element.signature,
    marker: null,
    holds: null,
  };
}
