import type {
  AnchorFact,
  DuplicateIdFact,
  ElementLangFact,
  FormFact,
  FrameFact,
  HeadingFact,
  ImageFact,
  ItemFact,
  JsonLdFact,
  LinkTagFact,
  MediaFact,
  MetaFact,
  ObsoleteFact,
  PageFacts,
  PictureFact,
  RoleFact,
  ScriptFact,
  SourceTag,
  TitleFact,
} from '../page-facts.ts';
import type { Passage } from '../tree/open-element.ts';
import { collapse, type Label, nameOf, spokenOf, textLimit, textOf } from './passages.ts';

/** A fact that the page goes on to tell more of. */
export type Gathering<Fact> = { -readonly [Key in keyof Fact]: Fact[Key] };

/** Entries of one kind that are kept. */
export const listLimit = 10_000;

/** A fact that takes what is written in an element, what is read out, or both. */
export interface TextTaker {
  text?: string;
  spoken?: string;
}

/** A passage, and what takes its text once the page is read. */
export interface PendingPassage {
  readonly passage: Passage;
  readonly taker: TextTaker;
}

/** Lists of facts, in the order of the page. */
export interface Lists {
  readonly titles: Gathering<TitleFact>[];
  readonly metas: MetaFact[];
  readonly links: LinkTagFact[];
  readonly headings: Gathering<HeadingFact>[];
  readonly images: ImageFact[];
  readonly anchors: Gathering<AnchorFact>[];
  readonly roles: Gathering<RoleFact>[];
  readonly frames: FrameFact[];
  readonly scripts: ScriptFact[];
  readonly jsonLd: Gathering<JsonLdFact>[];
  readonly forms: FormFact[];
  readonly media: MediaFact[];
  readonly pictures: Gathering<PictureFact>[];
  readonly items: CollectedItem[];
  readonly langs: Gathering<ElementLangFact>[];
  readonly obsolete: ObsoleteFact[];
  readonly duplicateIds: DuplicateIdFact[];
  readonly strayTags: SourceTag[];
}

/** An item whose properties are still coming. */
export interface CollectedItem extends ItemFact {
  readonly properties: string[];
}

/** Names of the {@link Lists}. */
export const listNames = [
  'titles',
  'metas',
  'links',
  'headings',
  'images',
  'anchors',
  'roles',
  'frames',
  'scripts',
  'jsonLd',
  'forms',
  'media',
  'pictures',
  'items',
  'langs',
  'obsolete',
  'duplicateIds',
  'strayTags',
] as const satisfies readonly (keyof Lists)[];

/** What has been collected of a page. */
export interface Collected extends Lists {
  doctype: string | null;
  mode: PageFacts['mode'];
  html: PageFacts['html'];
  baseHref: string | null;
  ids: Set<string>;
  /** Whether there are ids that are not among {@link Collected.ids}. */
  idsCut: boolean;
  /** The elements that an `aria-labelledby` names, by id. */
  readonly labels: Map<string, Label>;
  inlineStyles: number;
  styleElements: number;
  headBrokenBy: SourceTag | null;
  noscript: string;
  elements: number;
  depth: number;
  /** Label of the first meta that declares an encoding, as written. */
  charsetLabel: string | null;
  /** Label of the first meta in the head that declares an encoding there is. */
  headCharsetLabel: string | null;
  readonly notes: Set<string>;
  readonly pending: PendingPassage[];
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
    roles: [],
    frames: [],
    scripts: [],
    jsonLd: [],
    forms: [],
    media: [],
    pictures: [],
    items: [],
    langs: [],
    obsolete: [],
    duplicateIds: [],
    strayTags: [],
    doctype: null,
    mode: 'quirks',
    html: null,
    baseHref: null,
    ids: new Set(),
    idsCut: false,
    labels: new Map(),
    inlineStyles: 0,
    styleElements: 0,
    headBrokenBy: null,
    noscript: '',
    elements: 0,
    depth: 0,
    charsetLabel: null,
    headCharsetLabel: null,
    notes: new Set(),
    pending: [],
  };
}

/** The facts that the page's text tells. */
export function factsOf(
  collected: Collected,
  visible: { readonly words: number; readonly text: string },
): Omit<PageFacts, 'charset' | 'bytes'> {
  for (const { passage, taker } of collected.pending) {
    if (taker.text !== undefined) taker.text = textOf(passage);
    if (taker.spoken === undefined) continue;
    const spoken = spokenOf(passage, collected.labels);
    // Mostly the same: kept once.
    taker.spoken = spoken === taker.text ? taker.text : spoken;
  }
  for (const block of collected.jsonLd) block.text = block.text.replace(/\r\n?/g, '\n');
  const { doctype, mode, html, baseHref, ids, inlineStyles, styleElements } = collected;
  const { headBrokenBy, elements, depth } = collected;
  return {
    titles: collected.titles,
    metas: collected.metas,
    links: collected.links,
    headings: collected.headings,
    images: collected.images,
    anchors: collected.anchors,
    roles: collected.roles,
    frames: collected.frames,
    scripts: collected.scripts,
    jsonLd: collected.jsonLd,
    forms: collected.forms,
    media: collected.media,
    pictures: collected.pictures,
    items: collected.items,
    langs: collected.langs,
    obsolete: collected.obsolete,
    duplicateIds: collected.duplicateIds,
    strayTags: collected.strayTags,
    doctype,
    mode,
    html,
    baseHref,
    ids,
    idsCut: collected.idsCut,
    labels: labelsOf(collected),
    inlineStyles,
    styleElements,
    headBrokenBy,
    noscriptText: noscriptTextOf(collected.noscript),
    text: visible.text,
    words: visible.words,
    elements,
    // Every document has <html> and <body>.
    depth: Math.max(depth, 2),
    notes: [...collected.notes],
  };
}

/** References of one `aria-labelledby` that are followed. */
export const mostLabels = 10;

/** Names that the elements give that a fact's `aria-labelledby` names. */
function labelsOf(collected: Collected): ReadonlyMap<string, string> {
  const { labels, headings, images, anchors, roles, frames } = collected;
  if (labels.size === 0) return new Map();
  const named = new Set<string>();
  for (const { ariaLabelledby } of [...headings, ...images, ...anchors, ...roles, ...frames]) {
    for (const id of ariaLabelledby?.split(/[\t\n\f\r ]+/, mostLabels) ?? []) {
      if (labels.has(id)) named.add(id);
    }
  }
  const entries = [...labels].filter(([id]) => named.has(id));
  return new Map(entries.map(([id, label]) => [id, nameOf(label).trim()]));
}

/** What stands in `<noscript>` is read as text, tags and all. */
function noscriptTextOf(source: string): string {
  const text = collapse(source.replace(/<[^<>]*>/g, ' ')).replace(/ +/g, ' ');
  return text.trim().slice(0, textLimit).toWellFormed();
}
