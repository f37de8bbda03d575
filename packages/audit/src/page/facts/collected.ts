import {
  createFactLists,
  type FactLists,
  type Hidden,
  type ItemFact,
  type ItemValueFact,
  type JsonLdFact,
  type PageFacts,
  type SourceTag,
  type VisibleLabel,
} from '../page-facts.ts';
import type { IndexedAttributes } from './attributes.ts';
import type { CollectedTable, Mutable, OpenParts } from './frame.ts';
import type { Scopes } from './scopes.ts';
import {
  accessibleTextOf,
  collapse,
  type Label,
  nameOf,
  type TextBuffer,
  textLimit,
  textOf,
  visibleLabelOf,
} from './text-buffer.ts';

/** Entries kept in each list. */
export const listLimit = 10_000;

/** A fact that receives what is known of an element's text at its end. */
export interface TextTarget {
  text?: string;
  accessibleText?: string;
  visibleLabel?: VisibleLabel | null;
  filledByScript?: boolean;
}

/** A text buffer, and the fact that receives its text once the page is read. */
interface PendingText {
  readonly buffer: TextBuffer;
  readonly target: TextTarget;
}

/** An item whose properties are still being collected. */
export interface CollectedItem extends ItemFact {
  readonly properties: string[];
  readonly values: ItemValueFact[];
}

/** Lists of facts that are still being completed. */
type Lists = {
  readonly [Name in keyof FactLists]: Name extends 'items'
    ? CollectedItem[]
    : Name extends 'tables'
      ? CollectedTable[]
      : Mutable<FactLists[Name][number]>[];
};

/** Facts that are collected as they are reported, without the lists. */
type SingleFacts = Mutable<
  Pick<
    PageFacts,
    | 'doctype'
    | 'mode'
    | 'html'
    | 'turnsText'
    | 'hasDialog'
    | 'baseHref'
    | 'idsCut'
    | 'flattened'
    | 'inlineStyles'
    | 'styleElements'
    | 'styleMarks'
    | 'headBrokenBy'
    | 'wordsBeforeLink'
    | 'wordsInCustomElements'
    | 'streamed'
    | 'elements'
    | 'headElements'
    | 'depth'
  >
>;

/** The facts collected so far. */
export interface Collected extends Lists, SingleFacts {
  ids: Set<string>;
  /** The elements that an `aria-labelledby` refers to, by id. */
  readonly labels: Map<string, Label>;
  /** The content of `<noscript>` elements, with tags. */
  noscript: string;
  /** Label of the first meta that declares an encoding, as written. */
  charsetLabel: string | null;
  /** Label of the first meta in the head that declares a known encoding. */
  headCharsetLabel: string | null;
  readonly notes: Set<string>;
  readonly pending: PendingText[];
}

/** An empty collection. */
export function createCollected(): Collected {
  // A spread of this many properties takes thirty times as long.
  return Object.assign(createFactLists(), {
    items: [],
    tables: [],
    doctype: null,
    mode: 'quirks',
    html: null,
    turnsText: false,
    hasDialog: false,
    baseHref: null,
    ids: new Set(),
    idsCut: false,
    labels: new Map(),
    flattened: 0,
    inlineStyles: 0,
    styleElements: 0,
    styleMarks: [],
    headBrokenBy: null,
    wordsBeforeLink: null,
    wordsInCustomElements: 0,
    streamed: null,
    noscript: '',
    elements: 0,
    headElements: 0,
    depth: 0,
    charsetLabel: null,
    headCharsetLabel: null,
    notes: new Set(),
    pending: [],
  } satisfies Omit<Collected, Exclude<keyof FactLists, 'items' | 'tables'>>);
}

/** The finished facts. */
export function factsOf(
  collected: Collected,
  visible: Pick<PageFacts, 'words' | 'hiddenWords' | 'text' | 'textSeams'>,
  secrets: PageFacts['secrets'],
): Omit<PageFacts, 'charset' | 'bytes' | 'isBuilt'> {
  for (const { buffer, target } of collected.pending) {
    if (target.text !== undefined) target.text = textOf(buffer);
    if (target.visibleLabel !== undefined) target.visibleLabel = visibleLabelOf(buffer);
    if (target.filledByScript !== undefined) target.filledByScript = buffer.filledByScript;
    if (target.accessibleText === undefined) continue;
    const accessibleText = accessibleTextOf(buffer, collected.labels);
    // Mostly equal: keep one string.
    target.accessibleText = accessibleText === target.text ? target.text : accessibleText;
  }
  for (const block of collected.jsonLd) block.text = block.text.replace(/\r\n?/g, '\n');
  const { charsetLabel, headCharsetLabel, pending, noscript, labels, depth, notes, ...facts } =
    collected;
  const { streamed } = facts;
  return {
    labels: labelsOf(collected),
    secrets,
    noscriptText: noscriptTextOf(noscript),
    text: visible.text,
    textSeams: visible.textSeams,
    words: visible.words,
    hiddenWords: visible.hiddenWords,
    // Every document has <html> and <body>.
    depth: Math.max(depth, 2),
    notes: [...notes],
    ...facts,
    streamed: streamed && { ...streamed, words: visible.hiddenWords - streamed.words },
  };
}

/** References of one `aria-labelledby` that are followed. */
const maxLabels = 10;

/** Names from the elements that the facts' `aria-labelledby` attributes refer to. */
function labelsOf(collected: Collected): ReadonlyMap<string, string> {
  const { labels, headings, images, anchors, roles, widgets, controls, frames, media } = collected;
  if (labels.size === 0) return new Map();
  const named = new Set<string>();
  const elements = [...headings, ...images, ...anchors, ...roles, ...widgets];
  for (const { ariaLabelledby } of [...elements, ...controls, ...frames, ...media]) {
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

const listNames = Object.keys(createFactLists()) as (keyof FactLists)[];

/** What is not a list, and may change in a body. */
const valueNames = [
  'elements',
  'baseHref',
  'hasDialog',
  'flattened',
  'inlineStyles',
  'styleElements',
  'styleMarks',
  'noscript',
  'wordsBeforeLink',
  'streamed',
] as const satisfies readonly (keyof Collected)[];

/** What had been collected when the body began. */
export interface BodyMark {
  readonly lengths: ReadonlyMap<keyof FactLists, number>;
  /** The {@link valueNames}. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly ids: readonly string[];
}

/** Records what was collected before the body. */
export function markBody(collected: Collected): BodyMark {
  return {
    lengths: new Map(listNames.map((name) => [name, collected[name].length])),
    values: Object.fromEntries(valueNames.map((name) => [name, collected[name]])),
    ids: [...collected.ids],
  };
}

/**
 * Removes what was collected in the body: a frameset replaces it. Words need not be removed: after
 * visible text in the body, a frameset is ignored.
 */
export function dropBody(collected: Collected, mark: BodyMark): void {
  for (const [name, length] of mark.lengths) collected[name].length = length;
  Object.assign(collected, mark.values);
  collected.ids = new Set(mark.ids);
  collected.labels.clear();
}

/** What the extraction of facts needs in addition to the tag. */
export interface ElementContext {
  readonly collected: Collected;
  readonly scopes: Scopes;
  readonly structure: OpenParts;
  /** Index of the element's own fact among the links or media; `null` where it has none. */
  kept: number | null;
  inHead: boolean;
  /**
   * Whether it opens and closes the `<details>` around it: the first `<summary>` directly in one.
   * Source: https://html.spec.whatwg.org/multipage/interactive-elements.html#summary-for-its-parent-details
   */
  isSummary: boolean;
  /** Which attributes it has. */
  readonly indexed: IndexedAttributes;
  /** Who the element is hidden from. */
  hidden: Hidden;
  /** Position and source of what is between two offsets. */
  readonly sourceOf: (start: number, end: number) => SourceTag;
  /**
   * Keeps a fact if the budget allows it, and returns whether it did.
   *
   * @param inherited - Characters of the fact that are not from its own tag.
   */
  readonly keep: <Fact extends object>(list: Fact[], fact: Fact, inherited?: number) => boolean;
  /**
   * Reserves room in the page's budget for something other than an entry of a fact list.
   *
   * @param objects - Characters of memory that are not texts.
   */
  readonly reserve: (list: object, texts: number, objects?: number) => boolean;
  /** Adds the alternative text of an image, what is read out for it, and its `aria-labelledby`. */
  readonly addAlternative: (
    text: string,
    accessibleText: string,
    labelledBy: string | null,
  ) => void;
  /** Values of properties that are the element's text; `null` without one. */
  textValues: TextTarget[] | null;
  /** The next text is an inline script, whose marks are added to a list. */
  readonly readMarks: (marks: string[]) => void;
  /** The next text is a style sheet. */
  readonly readStyle: () => void;
  /** The next text is JSON-LD. */
  readonly readJsonLd: (fact: Mutable<JsonLdFact>) => void;
}
