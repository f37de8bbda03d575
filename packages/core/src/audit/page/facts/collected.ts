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
export type Gathering<Fact> = { -readonly [Key in keyof Fact]: Fact[Key] };

/** A passage, and the fact whose text it is to be once the page is read. */
export interface FactPassage extends Passage {
  readonly fact: { text: string };
}

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
  readonly pending: FactPassage[];
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
    pending: [],
  };
}

/** The facts that the page's text tells. */
export function factsOf(collected: Collected, words: number): Omit<PageFacts, 'charset' | 'bytes'> {
  for (const passage of collected.pending) passage.fact.text = textOf(passage);
  const { doctype, mode, html, baseHref, titles, metas, links, headings } = collected;
  const { images, anchors, elements } = collected;
  const notes = [...collected.notes];
  return {
    doctype,
    mode,
    html,
    baseHref,
    titles,
    metas,
    links,
    headings,
    images,
    anchors,
    words,
    elements,
    notes,
  };
}
