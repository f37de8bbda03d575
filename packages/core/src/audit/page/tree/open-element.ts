import { type Tag, trait } from '../tokens/tags.ts';

/** The languages of a page's elements. */
export const namespace = { html: 0, svg: 1, math: 2 } as const;

/** One of {@link namespace}. */
export type Namespace = (typeof namespace)[keyof typeof namespace];

/** An element that is open: what the rules and the facts need of it, and no more. */
export interface OpenElement {
  readonly tag: Tag;
  readonly namespace: Namespace;
  /** {@link trait} bits in its namespace. */
  readonly traits: number;
  /** Offset of its start tag; -1 where the page has none. */
  readonly start: number;
  /** Offset after its start tag. */
  readonly end: number;
  /** Whether HTML may stand in it although it is foreign. */
  readonly integration: Integration;
  /** What gathers its text; shared with the copies that formatting elements leave behind. */
  readonly passage: Passage | null;
  /** Whether it is among the open elements. */
  open: boolean;
  /** What its attributes come to, once somebody asked. */
  signature: string | null;
  /** Elements around it that the rules ended early: their text goes on until it ends. */
  holds: OpenElement[] | null;
}

/** The element that formatting leaves behind where it is opened again. */
export function copyOf(element: OpenElement): OpenElement {
  return {
    tag: element.tag,
    namespace: element.namespace,
    traits: element.traits,
    start: element.start,
    end: element.end,
    integration: element.integration,
    passage: element.passage,
    open: false,
    signature: element.signature,
    holds: null,
  };
}

/** How a foreign element takes HTML: not at all, all of it, or text and most tags. */
export const integration = { none: 0, html: 1, mathText: 2 } as const;

/** One of {@link integration}. */
export type Integration = (typeof integration)[keyof typeof integration];

/**
 * What an open element means to the facts: what is gathered from inside it, and what it says of what
 * is inside. The tree only carries it.
 */
export interface Passage {
  /** Whether its text is wanted. */
  readonly gathers: boolean;
  /** White space collapsed, not yet trimmed at the end. */
  text: string;
  /** Whether a white space is due before the next text. */
  space: boolean;
  /** How many open elements it gathers from. */
  open: number;
  /** How many parts of the page had ended when it last stopped gathering. */
  partsThen: number;
  /** What is read out, from where that began to differ from the text. */
  spoken: { text: string; space: boolean } | null;
  /** How many open elements inside keep their text from being read out as a part of it. */
  muted: number;
  /** `aria-labelledby` of elements inside, which name it where nothing else is read out. */
  labelledBy: string[] | null;
  /** What the element says of what is inside it, where it says anything. */
  readonly scope: Scope | null;
}

/** What an element says of what is inside it. */
export interface Scope {
  /** How many elements of it are open: formatting leaves copies behind. */
  open: number;
  readonly hides: 'no' | 'readers' | 'all';
  /** Read out instead of what is inside; `null` where that is. */
  readonly label: string | null;
  /** Read out where nothing is inside; `null` where nothing is. */
  readonly title: string | null;
  /** Ids of what names the element, where nothing else does; `null` without any. */
  readonly labelledBy: string | null;
  /** Whether anything inside is in the element's own language; `null` where it has none. */
  readonly lang: { hasText: boolean } | null;
  /** Its index among the items; `null` where it is none. */
  readonly item: number | null;
  /** RDFa's vocabulary for what is inside; `null` where it sets none. */
  readonly vocab: string | null;
  readonly picture: { hasImage: boolean } | null;
  /** What is gathered around it, and how much of it was there when it opened. */
  around: { readonly passage: Passage; readonly length: number }[];
}

const svgTraits: Readonly<Record<string, number>> = {
  foreignobject: trait.special | trait.scope,
  desc: trait.special | trait.scope | trait.unseen,
  title: trait.special | trait.scope | trait.unseen,
  metadata: trait.muted,
  script: trait.muted,
  style: trait.muted,
};

const mathText = new Set(['mi', 'mo', 'mn', 'ms', 'mtext']);

/** An element's traits in a namespace. Foreign elements part words: they are drawn, not written. */
export function traitsIn(tag: Tag, ns: Namespace): number {
  if (ns === namespace.html) return tag.traits;
  if (ns === namespace.svg) return trait.parts | (svgTraits[tag.name] ?? 0);
  const special = mathText.has(tag.name) || tag.name === 'annotation-xml';
  return trait.parts | (special ? trait.special | trait.scope : 0);
}

/**
 * How an element takes HTML.
 *
 * @param declaresHtml - Whether an `encoding` attribute says that it holds HTML.
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
