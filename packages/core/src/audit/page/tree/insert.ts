import { attributeOf } from '../tokens/tag-attributes.ts';
import type { TagToken } from '../tokens/tag-token.ts';
import { knownTag, type Tag, trait } from '../tokens/tags.ts';
import type { Content } from '../tokens/token-sink.ts';
import {
  integration,
  integrationOf,
  type Namespace,
  namespace,
  type OpenElement,
  type TextBuffer,
  traitsIn,
} from './open-element.ts';
import { isOpen, push } from './open-elements.ts';
import type { Tree } from './tree.ts';

const headTag = knownTag('head');
const templateTag = knownTag('template');

/** Opens the HTML element of a start tag. */
export function insert(tree: Tree, token: TagToken, tag: Tag = token.tag): OpenElement {
  const buffer = record(tree, token);
  const element = createElement(tag, token.start, token.end, buffer);
  push(tree, element);
  return element;
}

/** Inserts an HTML element that cannot have content. */
export function insertVoid(tree: Tree, token: TagToken): void {
  if ((token.tag.traits & trait.breaksWords) !== 0) tree.recorder.wordBreak();
  record(tree, token);
}

/** Opens an element whose content is not markup: it is read as one text up to its end tag. */
export function insertRaw(tree: Tree, token: TagToken, content: Content): void {
  insert(tree, token);
  tree.content = content;
}

/** Opens an HTML element that the page has no tag for. */
export function insertImplied(tree: Tree, tag: Tag): OpenElement {
  const element = createElement(tag, -1, -1, null);
  push(tree, element);
  return element;
}

/** Opens an SVG or MathML element, or only records it where its tag is self-closing. */
export function insertForeign(tree: Tree, token: TagToken, ns: Namespace): void {
  const buffer = isOpen(tree, templateTag) ? null : tree.recorder.foreignElement(token);
  tree.recorder.wordBreak();
  const { tag } = token;
  const element: OpenElement = {
    tag,
    namespace: ns,
    traits: traitsIn(tag, ns),
    start: token.start,
    end: token.end,
    integration: integrationOf(tag, ns, declaresHtml(token)),
    buffer,
    open: false,
    signature: null,
    holds: null,
  };
  if (!token.selfClosing) {
    push(tree, element);
  } else if (buffer !== null) {
    tree.recorder.opened(element);
    tree.recorder.closed(element);
  }
}

function declaresHtml(token: TagToken): boolean {
  if (token.tag.name !== 'annotation-xml') return false;
  const encoding = attributeOf(token, 'encoding')?.toLowerCase();
  return encoding === 'text/html' || encoding === 'application/xhtml+xml';
}

/** Records an element, unless it is in a template, whose content is not in the document. */
function record(tree: Tree, token: TagToken): TextBuffer | null {
  if (isOpen(tree, templateTag)) return null;
  return tree.recorder.element(token, isOpen(tree, headTag));
}

function createElement(
  tag: Tag,
  start: number,
  end: number,
  buffer: TextBuffer | null,
): OpenElement {
  return {
    tag,
    namespace: namespace.html,
    traits: tag.traits,
    start,
    end,
    integration: integration.none,
    buffer,
    open: false,
    signature: null,
    holds: null,
  };
}
