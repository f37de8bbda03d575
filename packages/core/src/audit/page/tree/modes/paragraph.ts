import { knownTag, trait } from '../../tokens/tags.ts';
import { insertImplied } from '../insert.ts';
import { inScope, popThrough } from '../open-elements.ts';
import type { Tree } from '../tree.ts';

const p = knownTag('p');

/** Ends an open paragraph, which cannot contain blocks. */
export function endParagraph(tree: Tree): void {
  if (!inScope(tree, p, trait.scope | trait.buttonScope)) return;
  popThrough(tree, p);
}

/** `</p>`: creates an empty paragraph where none is open. */
export function paragraphEndTag(tree: Tree): void {
  if (!inScope(tree, p, trait.scope | trait.buttonScope)) insertImplied(tree, p);
  endParagraph(tree);
}
