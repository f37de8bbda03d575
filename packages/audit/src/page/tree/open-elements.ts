import { sameTag, type Tag, trait } from '../tokens/tags.ts';
import { namespace, type OpenElement, type Tree } from './tree.ts';

/** Elements that may be open at once; deeper elements are read as siblings. */
const depthLimit = 512;

/** The innermost open element. */
export function current(tree: Tree): OpenElement | undefined {
  return tree.stack[tree.stack.length - 1];
}

/** Whether the innermost open element is this HTML element. */
export function currentIs(tree: Tree, tag: Tag): boolean {
  const element = current(tree);
  return element !== undefined && element.tag === tag && element.namespace === namespace.html;
}

/** Opens an element. */
export function push(tree: Tree, element: OpenElement): void {
  if (tree.stack.length >= depthLimit) {
    tree.recorder.note(`nesting deeper than ${depthLimit} elements was read as flat`);
    pop(tree);
  }
  tree.stack.push(element);
  const depth = tree.stack.length - tree.markersOpen - (element.marker ? 1 : 0);
  if (depth > tree.deepest) {
    tree.deepest = depth;
    tree.recorder.depth(tree.deepest);
  }
  opened(tree, element);
}

/** Ends the innermost element, except the root. */
export function pop(tree: Tree): void {
  if (tree.stack.length <= 1) return;
  const element = tree.stack.pop();
  if (element) closed(tree, element);
}

/** Ends elements up to and including the one at an index. */
export function popTo(tree: Tree, index: number): void {
  while (tree.stack.length > Math.max(index, 1)) pop(tree);
}

/** Ends elements up to and including the innermost HTML one of this tag, if there is one. */
export function popThrough(tree: Tree, tag: Tag): void {
  const index = indexOfInnermost(tree, tag);
  if (index >= 0) popTo(tree, index);
}

/** Ends elements until the innermost is one of these, or the root. */
export function clearBackTo(tree: Tree, tags: readonly Tag[]): void {
  for (;;) {
    const element = current(tree);
    if (element === undefined || tree.stack.length === 1) return;
    if (element.namespace === namespace.html && tags.includes(element.tag)) return;
    pop(tree);
  }
}

/** Ends one element, wherever it is. */
export function remove(tree: Tree, element: OpenElement): void {
  const index = tree.stack.lastIndexOf(element);
  if (index <= 0) return;
  tree.stack.splice(index, 1);
  closed(tree, element);
}

/**
 * Ends one element for the rules only: in the document, open elements inside it stay inside it.
 */
export function release(tree: Tree, element: OpenElement): void {
  const index = tree.stack.lastIndexOf(element);
  const inner = tree.stack[index + 1];
  if (index <= 0 || inner === undefined) {
    remove(tree, element);
    return;
  }
  tree.stack.splice(index, 1);
  element.open = false;
  count(tree, element, -1);
  inner.holds ??= [];
  inner.holds.push(element);
}

/** Puts an element where another is or, if that stays, after it. */
export function place(tree: Tree, index: number, removed: number, element: OpenElement): void {
  const [before] = tree.stack.splice(index, removed, element);
  if (before && removed > 0) closed(tree, before);
  opened(tree, element);
}

/** Index of the innermost open HTML element of this tag; -1 where there is none. */
export function indexOfInnermost(tree: Tree, tag: Tag): number {
  if (tag.id > 0 && !tree.openById[tag.id]) return -1;
  for (let index = tree.stack.length - 1; index >= 0; index--) {
    const element = tree.stack[index];
    if (element?.namespace === namespace.html && sameTag(element.tag, tag)) return index;
  }
  return -1;
}

/** Whether an HTML element of this tag is open. */
export function isOpen(tree: Tree, tag: Tag): boolean {
  return (tree.openById[tag.id] ?? 0) > 0;
}

/** Whether an element is "in scope": open, with no element of these traits inside it. */
export function inScope(tree: Tree, tag: Tag, bounds: number = trait.scope): boolean {
  if (!isOpen(tree, tag)) return false;
  for (let index = tree.stack.length - 1; index >= 0; index--) {
    const element = tree.stack[index];
    if (element === undefined) return false;
    if (element.tag === tag && element.namespace === namespace.html) return true;
    if ((element.traits & bounds) !== 0) return false;
  }
  return false;
}

/**
 * Generates implied end tags, with one exception. Where the standard does this before it ends an
 * ancestor, ending the ancestor is enough.
 */
export function endImplied(tree: Tree, except?: Tag): void {
  for (;;) {
    const element = current(tree);
    if (!element || element.namespace !== namespace.html || tree.stack.length === 1) return;
    if ((element.traits & trait.impliedEnd) === 0 || element.tag === except) return;
    pop(tree);
  }
}

function opened(tree: Tree, element: OpenElement): void {
  element.open = true;
  count(tree, element, 1);
  if (element.marker) tree.markersOpen++;
  else tree.recorder.opened(element);
}

function closed(tree: Tree, element: OpenElement): void {
  element.open = false;
  count(tree, element, -1);
  if (element.marker) tree.markersOpen--;
  else tree.recorder.closed(element);
  if (element.holds !== null) for (const held of element.holds) tree.recorder.closed(held);
}

function count(tree: Tree, { namespace: ns, tag: { id } }: OpenElement, change: number): void {
  if (ns === namespace.html) tree.openById[id] = (tree.openById[id] ?? 0) + change;
}

/** "Any other end tag": ends its element, unless a special element is open inside it. */
export function endOther(tree: Tree, tag: Tag): void {
  if (tag.id > 0 && currentIs(tree, tag)) {
    pop(tree);
    return;
  }
  if (indexOfInnermost(tree, tag) === -1) return;
  for (let index = tree.stack.length - 1; index > 0; index--) {
    const element = tree.stack[index];
    if (!element) return;
    if (element.namespace === namespace.html && sameTag(element.tag, tag)) {
      popTo(tree, index);
      return;
    }
    if ((element.traits & trait.special) !== 0) return;
  }
}

/** Removes formatting up to and including the last marker. */
export function clearToMarker(tree: Tree): void {
  tree.formatting.length = Math.max(tree.formatting.lastIndexOf(null), 0);
}
