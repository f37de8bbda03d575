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
import type { TextBuffer } from '../tree/open-element.ts';
import {
  accessibleTextOf,
  collapse,
  type Label,
  nameOf,
  textLimit,
  textOf,
} from './text-buffer.ts';

/** A fact that is still being completed. */
export type Mutable<Fact> = { -readonly [Key in keyof Fact]: Fact[Key] };

/** Entries kept in each list. */
export const listLimit = 10_000;

/** A fact that receives an element's text, its accessible text, or both. */
export interface TextTarget {
  text?: string;
  accessibleText?: string;
}

/** A text buffer, and the fact that receives its text once the page is read. */
export interface PendingText {
  readonly buffer: TextBuffer;
  readonly target: TextTarget;
}

/** Lists of facts, in the order of the page. */
export interface Lists {
  readonly titles: Mutable<TitleFact>[];
  readonly metas: MetaFact[];
  readonly links: LinkTagFact[];
  readonly headings: Mutable<HeadingFact>[];
  readonly images: ImageFact[];
  readonly anchors: Mutable<AnchorFact>[];
  readonly roles: Mutable<RoleFact>[];
  readonly frames: FrameFact[];
  readonly scripts: ScriptFact[];
  readonly jsonLd: Mutable<JsonLdFact>[];
  readonly forms: FormFact[];
  readonly media: MediaFact[];
  readonly pictures: Mutable<PictureFact>[];
  readonly items: CollectedItem[];
  readonly langs: Mutable<ElementLangFact>[];
  readonly obsolete: ObsoleteFact[];
  readonly duplicateIds: DuplicateIdFact[];
  readonly strayTags: SourceTag[];
}

/** An item whose properties are still being collected. */
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

/** The facts collected so far. */
export interface Collected extends Lists {
  doctype: string | null;
  mode: PageFacts['mode'];
  html: PageFacts['html'];
  baseHref: string | null;
  ids: Set<string>;
  /** Whether ids were left out of {@link Collected.ids}. */
  idsCut: boolean;
  /** The elements that an `aria-labelledby` refers to, by id. */
  readonly labels: Map<string, Label>;
  inlineStyles: number;
  styleElements: number;
  headBrokenBy: SourceTag | null;
  noscript: string;
  elements: number;
  depth: number;
  /** Label of the first meta that declares an encoding, as written. */
  charsetLabel: string | null;
  /** Label of the first meta in the head that declares a known encoding. */
  headCharsetLabel: string | null;
  readonly notes: Set<string>;
  readonly pending: PendingText[];
}

/** An empty collection. */
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

/** The finished facts. */
export function factsOf(
  collected: Collected,
  visible: { readonly words: number; readonly text: string },
): Omit<PageFacts, 'charset' | 'bytes'> {
  for (const { buffer, target } of collected.pending) {
    if (target.text !== undefined) target.text = textOf(buffer);
    if (target.accessibleText === undefined) continue;
    const accessibleText = accessibleTextOf(buffer, collected.labels);
    // Mostly equal: keep one string.
    target.accessibleText = accessibleText === target.text ? target.text : accessibleText;
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
export const maxLabels = 10;

/** Names from the elements that the facts' `aria-labelledby` attributes refer to. */
function labelsOf(collected: Collected): ReadonlyMap<string, string> {
  const { labels, headings, images, anchors, roles, frames } = collected;
  if (labels.size === 0) return new Map();
  const named = new Set<string>();
  for (const { ariaLabelledby } of [...headings, ...images, ...anchors, ...roles, ...frames]) {
    for (const id of ariaLabelledby?.split(/[\t\n\f\r ]+/, maxLabels) ?? []) {
      if (labels.has(id)) named.add(id);
    }
  }
  const entries = [...labels].filter(([id]) => named.has(id));
  return new Map(entries.map(([id, label]) => [id, nameOf(label).trim()]));
}

/** The content of `<noscript>` was read as raw text, with its tags. */
function noscriptTextOf(source: string): string {
  const text = collapse(source.replace(/<[^<>]*>/g, ' ')).replace(/ +/g, ' ');
  return text.trim().slice(0, textLimit).toWellFormed();
}
