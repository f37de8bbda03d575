import { sameTag, type Tag, trait } from '../tokens/tags.ts';
import { namespace } from './open-element.ts';
import { currentIs, indexOfInnermost, pop, popTo } from './open-elements.ts';
import type { Tree } from './tree.ts';

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
