import { attributeSignature, signatureOfTag } from '../tokens/attribute-signature.ts';
import type { TagToken } from '../tokens/tag-token.ts';
import type { Tag } from '../tokens/tags.ts';
import { copyOf, type OpenElement } from './open-element.ts';
import { push } from './open-elements.ts';
import type { Tree } from './tree.ts';

/** Formatting elements that are reopened at once; the oldest beyond that are dropped. */
export const formattingLimit = 64;
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
  let alike = 0;
  for (let index = formatting.length - 1; index >= start; index--) {
    const entry = formatting[index];
    if (entry?.tag !== element.tag || signatureOf(tree, entry) !== signature) continue;
    if (++alike === 3) {
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

/** Removes formatting up to and including the last marker. */
export function clearToMarker(tree: Tree): void {
  tree.formatting.length = Math.max(tree.formatting.lastIndexOf(null), 0);
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
  element.signature ??= signatureOfTag(tree.text.slice(element.start, element.end));
  return element.signature;
}
