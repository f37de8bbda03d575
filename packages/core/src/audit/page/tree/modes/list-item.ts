import type { TagToken } from '../../tokens/tag-token.ts';
import { knownTag, type Tag, trait } from '../../tokens/tags.ts';
import { insert } from '../insert.ts';
import { namespace } from '../open-element.ts';
import { popTo } from '../open-elements.ts';
import type { Tree } from '../tree.ts';
import { endParagraph } from './paragraph.ts';

const li = knownTag('li');
/** Blocks that do not stop the search for the previous item. */
const transparent = new Set([knownTag('address'), knownTag('div'), knownTag('p')]);
const items = new Set([li]);
const definitions = new Set([knownTag('dd'), knownTag('dt')]);

/** `<li>`, `<dd>` and `<dt>` end the previous item, unless a list is open inside it. */
export function listItem(tree: Tree, token: TagToken): void {
  tree.framesetOk = false;
  endItem(tree, token.tag === li ? items : definitions);
  endParagraph(tree);
  insert(tree, token);
}

function endItem(tree: Tree, ends: ReadonlySet<Tag>): void {
  for (let index = tree.stack.length - 1; index > 0; index--) {
    const element = tree.stack[index];
    if (!element) return;
    const { tag } = element;
    if (element.namespace === namespace.html && ends.has(tag)) {
      popTo(tree, index);
      return;
    }
    const html = element.namespace === namespace.html;
    if ((element.traits & trait.special) !== 0 && !(html && transparent.has(tag))) return;
  }
}
