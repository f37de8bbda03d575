import { knownTag, trait } from '../../tokens/tags.ts';
import { insertImplied } from '../insert.ts';
import { inScope, popThrough } from '../open-elements.ts';
import type { Tree } from '../tree.ts';

const p = knownTag('p');

/** Ends the paragraph that a block may not stand in. */
export function endParagraph(tree: Tree): void {
  if (!inScope(tree, p, trait.scope | trait.buttonScope)) return;
  popThrough(tree, p);
}

/** `</p>`: stands for an empty paragraph where none is open. */
export function paragraphEndTag(tree: Tree): void {
  if (!inScope(tree, p, trait.scope | trait.buttonScope)) insertImplied(tree, p);
  endParagraph(tree);
}
