import type { Tag } from '../tokens/tags.ts';
import type { Content, TagToken } from '../tokens/token.ts';
import type { DocumentMode } from './document-mode.ts';

/** The insertion modes of the standard, without "text": the scanner reads raw text in one piece. */
export const mode = {
  initial: 0,
  beforeHtml: 1,
  beforeHead: 2,
  inHead: 3,
  inHeadNoscript: 4,
  afterHead: 5,
  inBody: 6,
  inTable: 7,
  inCaption: 8,
  inColumnGroup: 9,
  inTableBody: 10,
  inRow: 11,
  inCell: 12,
  inSelect: 13,
  inSelectInTable: 14,
  inTemplate: 15,
  afterBody: 16,
  inFrameset: 17,
  afterFrameset: 18,
  afterAfterBody: 19,
  afterAfterFrameset: 20,
} as const;

/** One of {@link mode}. */
export type Mode = (typeof mode)[keyof typeof mode];

/** What an insertion mode does with each token. */
export interface Rules {
  /**
   * A run of text, never empty. Where the standard splits off leading white space, no fact depends on
   * it, so the rules only check whether the run is blank.
   */
  readonly text: (tree: Tree, run: TextRun) => void;
  readonly startTag: (tree: Tree, token: TagToken) => void;
  readonly endTag: (tree: Tree, tag: Tag) => void;
}

/** The tree that what is between two edges is in. */
export type Marker = 'document' | 'shadow';

/**
 * The state of tree construction without the document: the open elements, the formatting to reopen,
 * and the mode. Its size does not depend on the page's.
 */
export interface Tree {
  readonly text: string;
  readonly recorder: Recorder;
  readonly rules: readonly Rules[];
  /** Whether the content of `<noscript>` is ignored. */
  readonly scripting: boolean;
  /** Where tags of `<template>` begin, and end tags, that are edges of shadow roots and slots: their content is in the page. */
  readonly markers: ReadonlyMap<number, Marker>;
  /** How many of these are open. */
  markersOpen: number;
  mode: Mode;
  readonly templateModes: Mode[];
  /** The open elements, the root first. */
  readonly stack: OpenElement[];
  /** Most elements that have been open at once. */
  deepest: number;
  /** How many HTML elements of each tag id are open. */
  readonly openById: Int32Array;
  /** The active formatting elements; `null` is a marker. */
  readonly formatting: (OpenElement | null)[];
  head: OpenElement | null;
  form: OpenElement | null;
  framesetOk: boolean;
  quirks: boolean;
  /** How to read the text after the tag being inserted. */
  content: Content;
}

/** The rules of a mode, or of the current one. */
export function rulesOf(tree: Tree, which: Mode = tree.mode): Rules {
  const rules = tree.rules[which];
  if (rules === undefined) throw new Error(`No rules for mode ${which}.`);
  return rules;
}

/** Rules that apply those of another mode, looked up when they run: no mode imports another. */
export function sameAs(which: Mode): Rules {
  return {
    text: (tree, run) => rulesOf(tree, which).text(tree, run),
    startTag: (tree, token) => rulesOf(tree, which).startTag(tree, token),
    endTag: (tree, tag) => rulesOf(tree, which).endTag(tree, tag),
  };
}

/** The namespaces of a page's elements. */
export const namespace = { html: 0, svg: 1, math: 2 } as const;

/** One of {@link namespace}. */
export type Namespace = (typeof namespace)[keyof typeof namespace];

/**
 * An open element: only what the rules need, and what the recorder attached to it.
 *
 * @typeParam Attached - What the recorder attaches; the tree only carries it.
 */
export interface OpenElement<Attached extends object = object> {
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
  /** What the recorder attached to it; shared with the copies that formatting leaves behind. */
  readonly attached: Attached | null;
  /** Which of {@link Tree.markers} it is, which the recorder does not see; `null` for an element of the page. */
  readonly marker: Marker | null;
  /** Whether it is among the open elements. */
  open: boolean;
  /** Its attribute signature, computed at first use. */
  signature: string | null;
  /** Ancestors that the rules ended early: in the document they end when this element ends. */
  holds: OpenElement[] | null;
}

/** Which HTML a foreign element may contain: none, all, or text and most tags. */
export const integration = { none: 0, html: 1, mathText: 2 } as const;

/** One of {@link integration}. */
export type Integration = (typeof integration)[keyof typeof integration];

/**
 * Receives what tree construction finds in the document, and the text of elements such as `<title>`
 * and `<script>`.
 *
 * @typeParam Attached - What it attaches to elements.
 */
export interface Recorder<Attached extends object = object> {
  /** Offsets of the doctype, and the mode it selects. */
  doctype(start: number, end: number, mode: DocumentMode): void;
  /** An `<html>` tag that counts: the first, or one whose attributes join it. */
  html(token: TagToken): void;
  /**
   * A start tag became an HTML element of the document.
   *
   * @param parent - What is attached to the innermost open element; `null` for nothing. Where something in a
   * table is moved before it, that is a part of the table.
   * @returns what to attach to it, for when it opens and closes.
   */
  element(token: TagToken, inHead: boolean, parent: Attached | null): Attached | null;
  /** A start tag became an HTML element that cannot have content: it neither opens nor closes. */
  voidElement(token: TagToken, inHead: boolean, parent: Attached | null): void;
  /** A start tag became an SVG or MathML element of the document. */
  foreignElement(token: TagToken, ns: Namespace, parent: Attached | null): Attached | null;
  /** A new maximum of open elements. */
  depth(open: number): void;
  /** The head ended because of something that is not allowed in it. */
  headEnds(start: number, end: number): void;
  /** A `</head>` after the head had already ended. */
  strayHeadEnd(): void;
  /** A second `<head>` or `<body>` tag. */
  strayTag(token: TagToken): void;
  /** An element opened: also one in a template, or one that has no tag in the page. */
  opened(element: OpenElement<Attached>): void;
  /** Called once for each {@link Recorder.opened}. */
  closed(element: OpenElement<Attached>): void;
  /** An end tag `</br>`, which is read as a line break. */
  lineBreak(): void;
  /** Text that the document shows, references decoded. */
  text(run: TextRun): void;
  /** The body begins. */
  bodyStarts(): void;
  /** A frameset replaces the body and all of its content. */
  bodyIsDropped(): void;
  /** A piece of the text of the element that was recorded last. */
  rawText(run: TextRun): void;
  rawTextEnds(): void;
  /** Something was left out. */
  note(note: string): void;
}

/** A run of text of the document. Reused for the next one. */
export interface TextRun {
  /** The string it is a part of: the page, or the decoded run where it had references. */
  text: string;
  start: number;
  end: number;
  /** Whether it is only white space, as the standard's tree rules define it. */
  blank: boolean;
  /** Where it begins in the page. */
  at: number;
}
