import { knownTag, sameTag } from '../tokens/tags.ts';
import { attributeOf, type TagToken, type TokenSink } from '../tokens/token.ts';
import { namespace, type OpenElement, type Recorder } from '../tree/tree.ts';
import { treeSink } from '../tree/tree-sink.ts';

/** A part of the source, between two offsets. */
export interface Span {
  readonly start: number;
  /** Offset after it. */
  end: number;
}

/** Children of a host, beside each other, that ask for the same slot. The template may be among them. */
export interface LightNodes extends Span {
  /** The name of the slot that they ask for; `''` for the default slot. */
  readonly slot: string;
}

/** A `<slot>` of a shadow root. */
export interface Slot extends Span {
  readonly name: string;
  /** What it shows if nothing is assigned to it. */
  readonly fallback: Span;
}

/** A shadow root that a `<template shadowrootmode>` declares. */
export interface ShadowRoot {
  /** Whether its host is in another one. */
  readonly isNested: boolean;
  /** The content of its host, between the tags. */
  readonly host: Span;
  /** The template, with its tags. */
  readonly template: Span;
  /** The content of the template. */
  readonly content: Span;
  readonly slots: Slot[];
  readonly light: readonly LightNodes[];
}

/** The shadow roots of a page, and the ids in them. */
export interface ShadowRoots {
  readonly roots: readonly ShadowRoot[];
  /** Where a word of an attribute begins that is an id, in source order. */
  readonly idsAt: readonly number[];
  /** The number of the shadow root that each is in, from 1. */
  readonly idsIn: readonly number[];
  /** Whether the page has more of anything than is read. */
  readonly isCut: boolean;
}

/** Shadow roots, slots, parts of light content and ids that are read: far more than a page has that people write. */
const limits = { roots: 5_000, slots: 20_000, light: 50_000, ids: 20_000 } as const;

/**
 * Elements of HTML that may have a shadow root, with custom elements.
 * Source: https://dom.spec.whatwg.org/#valid-shadow-host-name
 */
const hosts = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(
    ' ',
  ),
);
/** Source: https://html.spec.whatwg.org/multipage/custom-elements.html#valid-custom-element-name */
const reservedNames = new Set(
  'annotation-xml color-profile font-face font-face-src font-face-uri font-face-format font-face-name missing-glyph'.split(
    ' ',
  ),
);
/** Attributes whose words are ids of the same tree. */
const idAttributes = new Set(
  'id for form list headers aria-activedescendant aria-controls aria-describedby aria-details aria-errormessage aria-flowto aria-labelledby aria-owns popovertarget commandfor'.split(
    ' ',
  ),
);

const voidNames = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
);
const template = knownTag('template');
const slotName = 'slot';

/** An open element. */
interface Frame {
  readonly element: OpenElement;
  /** Number of the shadow root that its children are in; 0 for the document. */
  readonly tree: number;
  /** Whether its children are in a template, and not in the page. */
  readonly isInert: boolean;
  /** Its children, if it may have a shadow root. */
  readonly children: LightNodes[] | null;
  /** What ends with it. */
  readonly ends: Span[];
  /** What ends before its end tag. */
  readonly contents: Span[];
  hasRoot: boolean;
}

/** Finds the shadow roots of a page while it receives its tokens. */
interface ShadowRootFinder {
  readonly sink: TokenSink;
  /** What was found, once all tokens were received. */
  readonly found: () => ShadowRoots;
}

/**
 * Creates a finder of the shadow roots that a page declares, as the HTML parser attaches them.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead, "template"
 *
 * @param scripting - Whether to parse as a client that runs scripts.
 */
export function findShadowRoots(text: string, scripting: boolean): ShadowRootFinder {
  const roots: ShadowRoot[] = [];
  const idsAt: number[] = [];
  const idsIn: number[] = [];
  const frames: Frame[] = [];
  let slots = 0;
  let light = 0;
  let isCut = false;
  /** The tag that is read; `null` for text. */
  let tag: TagToken | null = null;
  let isEndTag = false;
  let at = 0;

  const top = () => frames[frames.length - 1];

  const addLight = (
    children: LightNodes[],
    slot: string,
    start: number,
    end: number,
  ): LightNodes => {
    const last = children[children.length - 1];
    if (last !== undefined && (last.slot === slot || light >= limits.light)) {
      isCut ||= last.slot !== slot;
      last.end = end;
      return last;
    }
    light++;
    const added = { slot, start, end };
    children.push(added);
    return added;
  };

  const rootOf = (around: Frame | undefined, own: TagToken): ShadowRoot | null => {
    const mode = attributeOf(own, 'shadowrootmode')?.toLowerCase();
    if (mode !== 'open' && mode !== 'closed') return null;
    if (!around?.children || around.hasRoot) return null;
    if (roots.length >= limits.roots) {
      isCut = true;
      return null;
    }
    const { children: nodes, element, contents, tree } = around;
    around.hasRoot = true;
    const host = { start: element.end, end: text.length };
    contents.push(host);
    const whole = { start: own.start, end: text.length };
    const content = { start: own.end, end: text.length };
    return { isNested: tree > 0, host, template: whole, content, slots: [], light: nodes };
  };

  const opened = (element: OpenElement): void => {
    const around = top();
    // Others have no tag here: the parser implies or repeats them.
    const own = tag !== null && !isEndTag && element.start === tag.start ? tag : null;
    const isHtml = element.namespace === namespace.html;
    const ends: Span[] = [];
    const contents: Span[] = [];
    let tree = around?.tree ?? 0;
    let isInert = around?.isInert ?? false;
    const root = own && isHtml && element.tag === template && !isInert ? rootOf(around, own) : null;
    if (root !== null) {
      tree = roots.push(root);
      ends.push(root.template);
      contents.push(root.content);
    } else if (isHtml && element.tag === template) {
      isInert = true;
    }
    if (root === null && around?.children) {
      const slot = (own && attributeOf(own, slotName)) ?? '';
      ends.push(addLight(around.children, slot, at, text.length));
    }
    if (own && isHtml && tree > 0 && !isInert && element.tag.name === slotName) {
      slots++;
      const name = attributeOf(own, 'name') ?? '';
      const slot = {
        name,
        start: own.start,
        end: text.length,
        fallback: { start: own.end, end: text.length },
      };
      if (slots > limits.slots) isCut = true;
      else roots[tree - 1]?.slots.push(slot);
      ends.push(slot);
      contents.push(slot.fallback);
    }
    const mayHost = own !== null && isHtml && !isInert && isHost(element.tag.name);
    frames.push({
      element,
      tree,
      isInert,
      children: mayHost ? [] : null,
      ends,
      contents,
      hasRoot: false,
    });
  };

  const closed = (element: OpenElement): void => {
    const index = frames.findLastIndex((frame) => frame.element === element);
    const frame = frames[index];
    if (frame === undefined) return;
    frames.splice(index, 1);
    const isOwnTag =
      tag !== null && (isEndTag ? sameTag(tag.tag, element.tag) : tag.start === element.start);
    for (const span of frame.contents) span.end = at;
    for (const span of frame.ends) span.end = isOwnTag && tag !== null ? tag.end : at;
  };

  const sink = treeSink(text, silentRecorder(opened, closed), {
    scripting,
    markers: new Map(),
  });
  const takeText = (start: number, end: number): void => {
    tag = null;
    at = start;
    const around = top();
    if (around?.children) addLight(around.children, '', start, end);
  };
  return {
    sink: {
      ...sink,
      text: (start, end, blank) => {
        takeText(start, end);
        sink.text(start, end, blank);
      },
      plainText: (start, end) => {
        takeText(start, end);
        sink.plainText(start, end);
      },
      startTag: (token) => {
        tag = token;
        isEndTag = false;
        at = token.start;
        const around = top();
        if (around && around.tree > 0 && !around.isInert) keepIds(token, around.tree);
        const content = sink.startTag(token);
        if (around?.children && top() === around && voidNames.has(token.tag.name)) {
          addLight(around.children, attributeOf(token, slotName) ?? '', token.start, token.end);
        }
        return content;
      },
      endTag: (token) => {
        tag = token;
        isEndTag = true;
        at = token.start;
        sink.endTag(token);
      },
    },
    found: () => {
      tag = null;
      at = text.length;
      return { roots, idsAt, idsIn, isCut };
    },
  };

  function keepIds(token: TagToken, tree: number): void {
    const { offsets, attributes } = token;
    for (let index = 0; index < 4 * attributes; index += 4) {
      const name = text.slice(offsets[index], offsets[index + 1]).toLowerCase();
      if (!idAttributes.has(name)) continue;
      const start = offsets[index + 2] ?? 0;
      for (const word of text.slice(start, offsets[index + 3]).matchAll(/[^\t\n\f\r ]+/g)) {
        if (idsAt.length >= limits.ids) {
          isCut = true;
          return;
        }
        idsAt.push(start + word.index);
        idsIn.push(tree);
      }
    }
  }
}

function isHost(name: string): boolean {
  return hosts.has(name) || (name.includes('-') && !reservedNames.has(name));
}

function silentRecorder(
  opened: (element: OpenElement) => void,
  closed: (element: OpenElement) => void,
): Recorder {
  const nothing = () => {};
  return {
    doctype: nothing,
    html: nothing,
    element: () => null,
    voidElement: nothing,
    foreignElement: () => null,
    depth: nothing,
    headEnds: nothing,
    strayHeadEnd: nothing,
    strayTag: nothing,
    opened,
    closed,
    lineBreak: nothing,
    text: nothing,
    bodyStarts: nothing,
    bodyIsDropped: nothing,
    rawText: nothing,
    rawTextEnds: nothing,
    note: nothing,
  };
}
