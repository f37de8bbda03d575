import { knownTag, sameTag, type Tag, trait } from '../tokens/tags.ts';
import { hasAttribute, type TagToken } from '../tokens/token.ts';
import { insertForeign } from './insert.ts';
import { current, pop, popTo } from './open-elements.ts';
import { integration, namespace, rulesOf, type TextRun, type Tree } from './tree.ts';

const font = knownTag('font');
const svg = knownTag('svg');
const annotationXml = knownTag('annotation-xml');
const malignmark = knownTag('malignmark');
const mglyph = knownTag('mglyph');
const p = knownTag('p');
const br = knownTag('br');

/** Whether the innermost element is an SVG or MathML element. */
export function isForeign(tree: Tree): boolean {
  return (current(tree)?.namespace ?? namespace.html) !== namespace.html;
}

/** Whether a start tag here starts a foreign element, not an HTML one. */
export function takesForeignTag(tree: Tree, tag: Tag): boolean {
  const element = current(tree);
  if (!element || element.namespace === namespace.html) return false;
  if (element.integration === integration.html) return false;
  if (element.integration === integration.mathText) return tag === mglyph || tag === malignmark;
  return !(element.tag === annotationXml && element.namespace === namespace.math && tag === svg);
}

/** Whether text here belongs to a foreign element. */
export function takesForeignText(tree: Tree): boolean {
  const element = current(tree);
  return (
    element !== undefined &&
    element.namespace !== namespace.html &&
    element.integration === integration.none
  );
}

/** Text in foreign content. */
export function foreignText(tree: Tree, run: TextRun): void {
  tree.recorder.text(run);
  if (!run.blank) tree.framesetOk = false;
}

/**
 * A start tag in foreign content: an HTML-only tag ends the foreign content.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign
 */
export function foreignStartTag(tree: Tree, token: TagToken): void {
  if (breaksOut(token)) {
    breakOut(tree);
    rulesOf(tree).startTag(tree, token);
    return;
  }
  insertForeign(tree, token, current(tree)?.namespace ?? namespace.html);
}

/** An end tag in foreign content. */
export function foreignEndTag(tree: Tree, tag: Tag): void {
  if (tag === p || tag === br) {
    breakOut(tree);
    rulesOf(tree).endTag(tree, tag);
    return;
  }
  for (let index = tree.stack.length - 1; index > 0; index--) {
    const element = tree.stack[index];
    if (element?.namespace === namespace.html) break;
    if (element && sameTag(element.tag, tag)) {
      popTo(tree, index);
      return;
    }
  }
  rulesOf(tree).endTag(tree, tag);
}

function breaksOut(token: TagToken): boolean {
  if ((token.tag.traits & trait.breakout) !== 0) return true;
  return token.tag === font && ['color', 'face', 'size'].some((name) => hasAttribute(token, name));
}

function breakOut(tree: Tree): void {
  for (;;) {
    const element = current(tree);
    if (!element || element.namespace === namespace.html) return;
    if (element.integration !== integration.none) return;
    pop(tree);
  }
}
