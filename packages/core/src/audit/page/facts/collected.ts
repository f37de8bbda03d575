import type {
  AnchorFact,
  HeadingFact,
  ImageFact,
  LinkTagFact,
  MetaFact,
  PageFacts,
  TitleFact,
} from '../page-facts.ts';
import type { Passage } from '../tree/open-element.ts';
import { textOf } from './passages.ts';

/** A fact whose text is still being gathered. */
type Gathering<Fact> = Omit<Fact, 'text'> & { readonly passage: Passage };

/** Lists of facts, in the order of the page. */
export interface Lists {
  readonly titles: Gathering<TitleFact>[];
  readonly metas: MetaFact[];
  readonly links: LinkTagFact[];
  readonly headings: Gathering<HeadingFact>[];
  readonly images: ImageFact[];
  readonly anchors: Gathering<AnchorFact>[];
}

/** What has been collected of a page. */
export interface Collected extends Lists {
  doctype: string | null;
  mode: PageFacts['mode'];
  html: PageFacts['html'];
  baseHref: string | null;
  elements: number;
  /** Label of the first meta that declares an encoding, as written. */
  charsetLabel: string | null;
  /** Label of the first meta in the head that declares an encoding there is. */
  headCharsetLabel: string | null;
  readonly notes: Set<string>;
}

/** Nothing yet. */
export function createCollected(): Collected {
  return {
    titles: [],
    metas: [],
    links: [],
    headings: [],
    images: [],
    anchors: [],
    doctype: null,
    mode: 'quirks',
    html: null,
    baseHref: null,
    elements: 0,
    charsetLabel: null,
    headCharsetLabel: null,
    notes: new Set(),
  };
}

/** The facts that the page's text tells. */
export function factsOf(collected: Collected, words: number): Omit<PageFacts, 'charset' | 'bytes'> {
  const { doctype, mode, html, baseHref, metas, links, images, elements } = collected;
  return {
    doctype,
    mode,
    html,
    baseHref,
    titles: collected.titles.map(withText),
    metas,
    links,
    headings: collected.headings.map(withText),
    images,
    anchors: collected.anchors.map(withText),
    words,
    elements,
    notes: [...collected.notes],
  };
}

function withText<Fact extends { readonly passage: Passage }>(
  fact: Fact,
): Omit<Fact, 'passage'> & { readonly text: string } {
  const { passage, ...rest } = fact;
  return { ...rest, text: textOf(passage) };
}
