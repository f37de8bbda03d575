import { type Tag, trait } from '../tokens/tags.ts';

/** The namespaces of a page's elements. */
export const namespace = { html: 0, svg: 1, math: 2 } as const;

/** One of {@link namespace}. */
export type Namespace = (typeof namespace)[keyof typeof namespace];

/** An open element: only what the rules and the facts need. */
export interface OpenElement {
  readonly tag: Tag;
  readonly namespace: Namespace;
  /** {@link trait} bits in its namespace. */
  readonly traits: number;
  /** Offset of its start tag; -1 where the page has none. */
  readonly start: number;
  /** Offset after its start tag. */
  readonly end: number;
  /** Whether a foreign element may contain HTML. */
  readonly integration: Integration;
  /** Collects its text; shared with the copies that formatting leaves behind. */
  readonly buffer: TextBuffer | null;
  /** Whether it is among the open elements. */
  open: boolean;
  /** Its attribute signature, computed at first use. */
  signature: string | null;
  /** Ancestors that the rules ended early: their text continues until this element ends. */
  holds: OpenElement[] | null;
}

/** The copy of a formatting element that is reopened. */
export function copyOf(element: OpenElement): OpenElement {
  return {
    tag: element.tag,
    namespace: element.namespace,
    traits: element.traits,
    start: element.start,
    end: element.end,
    integration: element.integration,
    buffer: element.buffer,
    open: false,
    signature: element.signature,
    holds: null,
  };
}

/** Which HTML a foreign element may contain: none, all, or text and most tags. */
export const integration = { none: 0, html: 1, mathText: 2 } as const;

/** One of {@link integration}. */
export type Integration = (typeof integration)[keyof typeof integration];

/**
 * The text collected from inside an open element, and what the element declares for its content. The
 * tree only carries it for the facts.
 */
export interface TextBuffer {
  /** Whether a fact needs its text. */
  readonly collectsText: boolean;
  /** White space collapsed, not yet trimmed at the end. */
  text: string;
  /** Whether a space belongs before the next text. */
  space: boolean;
  /** Number of open elements it collects from. */
  open: number;
  /** The number of word breaks on the page when it last stopped collecting. */
  wordBreaksAtClose: number;
  /** What is read out, once that differs from the text. */
  accessibleText: { text: string; space: boolean } | null;
  /** Number of open elements inside whose text is not part of the accessible text. */
  excluded: number;
  /** Ids in `aria-labelledby` of descendants, which name it where nothing else is read out. */
  labelledBy: string[] | null;
  /** What the element declares for its content; `null` for nothing. */
  readonly scope: Scope | null;
}

/** What an element declares for its content. */
export interface Scope {
  /** Number of open copies of the element: formatting leaves copies behind. */
  open: number;
  readonly hides: 'no' | 'readers' | 'all';
  /** Read out instead of the content; `null` where the content is. */
  readonly label: string | null;
  /** Read out where the content is empty; `null` for nothing. */
  readonly title: string | null;
  /** Its `aria-labelledby`, which names it where nothing else does; `null` without one. */
  readonly labelledBy: string | null;
  /** Whether there is text in the element's own language; `null` where it declares none. */
  readonly lang: { hasText: boolean } | null;
  /** Its index among the items; `null` where it is not an item. */
  readonly item: number | null;
  /** RDFa's vocabulary for its content; `null` where it sets none. */
  readonly vocab: string | null;
  readonly picture: { hasImage: boolean } | null;
  /** Buffers of ancestors, and their length when this element opened. */
  around: { readonly buffer: TextBuffer; readonly length: number }[];
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
export function traitsIn(tag: Tag, ns: Namespace): number {
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
export function integrationOf(tag: Tag, ns: Namespace, declaresHtml: boolean): Integration {
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
