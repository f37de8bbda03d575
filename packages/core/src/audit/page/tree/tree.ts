import type { TagToken } from '../tokens/tag-token.ts';
import { type Tag, tagCount } from '../tokens/tags.ts';
import { type Content, content } from '../tokens/token-sink.ts';
import type { OpenElement } from './open-element.ts';
import type { Recorder } from './recorder.ts';
import type { TextRun } from './text-run.ts';

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

/** A document before its first token. */
export function createTree(
  text: string,
  recorder: Recorder,
  rules: readonly Rules[],
  scripting: boolean,
): Tree {
  return {
    text,
    recorder,
    rules,
    scripting,
    mode: mode.initial,
    templateModes: [],
    stack: [],
    deepest: 0,
    openById: new Int32Array(tagCount),
    formatting: [],
    head: null,
    form: null,
    framesetOk: true,
    quirks: false,
    content: content.markup,
  };
}

/** The rules of a mode, or of the current one. */
export function rulesOf(tree: Tree, which: Mode = tree.mode): Rules {
  const rules = tree.rules[which];
  if (rules === undefined) throw new Error(`No rules for mode ${which}.`);
  return rules;
}
