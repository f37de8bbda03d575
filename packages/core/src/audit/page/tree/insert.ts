import { knownTag, type Tag, trait } from '../tokens/tags.ts';
import { attributeOf, type Content, type TagToken } from '../tokens/token.ts';
import { isOpen, push } from './open-elements.ts';
import {
  type Integration,
  integration,
  type Namespace,
  namespace,
  type OpenElement,
  type Tree,
} from './tree.ts';

const headTag = knownTag('head');
const templateTag = knownTag('template');

/** Opens the HTML element of a start tag. */
export function insert(tree: Tree, token: TagToken, tag: Tag = token.tag): OpenElement {
  const attached = record(tree, token);
  const element = createElement(tag, token.start, token.end, attached);
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
  const attached = isOpen(tree, templateTag) ? null : tree.recorder.foreignElement(token);
  tree.recorder.wordBreak();
  const { tag } = token;
  const element: OpenElement = {
    tag,
    namespace: ns,
    traits: traitsIn(tag, ns),
    start: token.start,
    end: token.end,
    integration: integrationOf(tag, ns, declaresHtml(token)),
    attached,
    open: false,
    signature: null,
    holds: null,
  };
  if (!token.selfClosing) {
    push(tree, element);
  } else if (attached !== null) {
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
function record(tree: Tree, token: TagToken): object | null {
  if (isOpen(tree, templateTag)) return null;
  return tree.recorder.element(token, isOpen(tree, headTag));
}

function createElement(tag: Tag, start: number, end: number, attached: object | null): OpenElement {
  return {
    tag,
    namespace: namespace.html,
    traits: tag.traits,
    start,
    end,
    integration: integration.none,
    attached,
    open: false,
    signature: null,
    holds: null,
  };
}

const svgTraits: Readonly<Record<string, number>> = {
  foreignobject: trait.special | trait.scope,
  desc: trait.special | trait.scope | trait.excludedFromText,
  title: trait.special | trait.scope | trait.excludedFromText,
  metadata: trait.hidden,
  script: trait.hidden,
  style: trait.hidden,
};

const mathText = new Set(['mi', 'mo', 'mn', 'ms', 'mtext']);

/** An element's traits in a namespace. Foreign elements separate words: they are graphics. */
function traitsIn(tag: Tag, ns: Namespace): number {
  if (ns === namespace.html) return tag.traits;
  if (ns === namespace.svg) return trait.breaksWords | (svgTraits[tag.name] ?? 0);
  const special = mathText.has(tag.name) || tag.name === 'annotation-xml';
  return trait.breaksWords | (special ? trait.special | trait.scope : 0);
}

/**
 * Which HTML an element may contain.
 *
 * @param declaresHtml - Whether an `encoding` attribute declares HTML content.
 */
function integrationOf(tag: Tag, ns: Namespace, declaresHtml: boolean): Integration {
  if (ns === namespace.svg) {
    const takesHtml = tag.name === 'foreignobject' || tag.name === 'desc' || tag.name === 'title';
    return takesHtml ? integration.html : integration.none;
  }
  if (ns === namespace.math) {
    if (mathText.has(tag.name)) return integration.mathText;
    if (tag.name === 'annotation-xml' && declaresHtml) return integration.html;
  }
  return integration.none;
}
