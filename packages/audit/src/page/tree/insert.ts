import { knownTag, type Tag, trait } from '../tokens/tags.ts';
import { attributeOf, type Content, hasAttribute, type TagToken } from '../tokens/token.ts';
import { current, indexOfInnermost, isOpen, push } from './open-elements.ts';
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
const linkTag = knownTag('link');
const metaTag = knownTag('meta');
/** Elements that most often concern the document around them. */
const ofDocument = new Set([knownTag('title'), knownTag('base'), metaTag, linkTag]);

/** Opens the HTML element of a start tag. */
export function insert(tree: Tree, token: TagToken, tag: Tag = token.tag): OpenElement {
  const attached = record(tree, token);
  const element = createElement(tag, token.start, token.end, attached);
  push(tree, element);
  return element;
}

/** Inserts an HTML element that cannot have content. */
export function insertVoid(tree: Tree, token: TagToken): void {
  if (isInert(tree) || isWithoutEffect(tree, token)) return;
  tree.recorder.voidElement(token, isOpen(tree, headTag), attachedAround(tree));
}

/** Opens an element whose content is not markup: it is read as one text up to its end tag. */
export function insertRaw(tree: Tree, token: TagToken, content: Content): void {
  insert(tree, token);
  tree.content = content;
}

/** Opens a `<template>`, whose content is not in the document unless it is one of {@link Tree.markers}. */
export function insertTemplate(tree: Tree, token: TagToken): void {
  const marker = tree.markers.get(token.start);
  if (marker === undefined) {
    insert(tree, token);
    return;
  }
  // What is inside is a child of what is around it.
  const element = createElement(token.tag, token.start, token.end, attachedAround(tree));
  push(tree, { ...element, marker });
}

/** Opens an HTML element that the page has no tag for. */
export function insertImplied(tree: Tree, tag: Tag): OpenElement {
  const element = createElement(tag, -1, -1, null);
  push(tree, element);
  return element;
}

/** Opens an SVG or MathML element, or only records it where its tag is self-closing. */
export function insertForeign(tree: Tree, token: TagToken, ns: Namespace): void {
  const inTemplate = isInert(tree);
  const attached = inTemplate
    ? null
    : tree.recorder.foreignElement(token, ns, attachedAround(tree));
  const { tag } = token;
  const element: OpenElement = {
    tag,
    namespace: ns,
    traits: foreignTraits(tag, ns),
    start: token.start,
    end: token.end,
    integration: integrationOf(tag, ns, declaresHtml(token)),
    attached,
    marker: null,
    open: false,
    signature: null,
    holds: null,
  };
  if (!token.selfClosing) {
    push(tree, element);
  } else {
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
  if (isInert(tree) || isWithoutEffect(tree, token)) return null;
  return tree.recorder.element(token, isOpen(tree, headTag), attachedAround(tree));
}

/** What the recorder attached to the innermost open element. */
function attachedAround(tree: Tree): object | null {
  return current(tree)?.attached ?? null;
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
    marker: null,
    open: false,
    signature: null,
    holds: null,
  };
}

/** Whether the current position is in a template, whose content is not in the document. */
function isInert(tree: Tree): boolean {
  return (tree.openById[templateTag.id] ?? 0) > tree.markersOpen;
}

/**
 * Whether it is in a shadow root, but has an effect only in the document: it is not the title or the base URL of the page,
 * no metadata of it and no link to anything but a style sheet.
 * Sources: https://html.spec.whatwg.org/multipage/dom.html#the-title-element-2,
 * https://html.spec.whatwg.org/multipage/semantics.html#the-base-element and #link-type-stylesheet
 */
function isWithoutEffect(tree: Tree, token: TagToken): boolean {
  if (tree.markersOpen === 0 || !ofDocument.has(token.tag)) return false;
  const marker = tree.stack[indexOfInnermost(tree, templateTag)]?.marker;
  if (marker !== 'shadow' || hasAttribute(token, 'itemprop')) return false;
  if (token.tag === linkTag)
    return !/(?:^|\s)stylesheet(?:\s|$)/i.test(attributeOf(token, 'rel') ?? '');
  return token.tag !== metaTag || !hasAttribute(token, 'property');
}

/** SVG elements that contain HTML. */
const svgHtml = new Set(['foreignobject', 'desc', 'title']);
/** MathML elements that contain text. */
const mathText = new Set(['mi', 'mo', 'mn', 'ms', 'mtext']);

/** The traits of a foreign element. */
function foreignTraits({ name }: Tag, ns: Namespace): number {
  const isSpecial =
    ns === namespace.svg ? svgHtml.has(name) : mathText.has(name) || name === 'annotation-xml';
  return isSpecial ? trait.special | trait.scope : 0;
}

/**
 * Which HTML an element may contain.
 *
 * @param declaresHtml - Whether an `encoding` attribute declares HTML content.
 */
function integrationOf(tag: Tag, ns: Namespace, declaresHtml: boolean): Integration {
  if (ns === namespace.svg) {
    return svgHtml.has(tag.name) ? integration.html : integration.none;
  }
  if (ns === namespace.math) {
    if (mathText.has(tag.name)) return integration.mathText;
    if (tag.name === 'annotation-xml' && declaresHtml) return integration.html;
  }
  return integration.none;
}
