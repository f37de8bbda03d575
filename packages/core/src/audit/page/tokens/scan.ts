import { createTagToken, type TagToken } from './tag-token.ts';
import { knownTag } from './tags.ts';
import { type Content, content, type TokenSink } from './token-sink.ts';

/** What a scan is reading. */
export const scanState = {
  markup: 0,
  attributes: 1,
  comment: 2,
  /** Searching the end of raw text. */
  rawText: 3,
  /** Emitting text whose end is known. */
  textRun: 4,
  tagName: 5,
  /** Searching the end of a CDATA section. */
  cdata: 6,
  done: 7,
} as const;

/** Which part of an attribute is being read; `gap` is the white space before it. */
export const attributePart = { gap: 0, name: 1, afterName: 2, beforeValue: 3, value: 4 } as const;

/** The state of a scan of a page. */
export interface Scan {
  readonly text: string;
  readonly sink: TokenSink;
  readonly tag: TagToken;
  state: (typeof scanState)[keyof typeof scanState];
  /** Offset of what has not been emitted yet. */
  at: number;
  /** Offset of a `<` before which, from `at` on, there is text only. */
  markup: number;
  /** Offset up to which the end of the current token has been searched. */
  searched: number;
  /** Whether the tag being read is an end tag. */
  closing: boolean;
  /** Hash of the tag's name, as far as it was read. */
  nameHash: number;
  attributePart: (typeof attributePart)[keyof typeof attributePart];
  /** Offsets of the attribute being read. */
  nameStart: number;
  nameEnd: number;
  valueStart: number;
  /** How the current raw text is to be read. */
  content: Content;
  /** Name of the element whose end tag ends the current raw text. */
  rawName: string;
  /** Escape state of a script: 0 none, 1 in `<!--`, 2 in `<!--` and `<script>`. */
  escaped: 0 | 1 | 2;
  /** Offset of a `>` that was found ahead, so that it is searched once. */
  greaterThan: number;
  /** Where the text run being emitted ends. */
  textRunEnd: number;
  /** Offset after the mark that ends the text run; -1 where an end tag follows it. */
  textRunNext: number;
}

/** A scan that has read nothing yet. */
export function createScan(text: string, sink: TokenSink): Scan {
  return {
    text,
    sink,
    tag: createTagToken(text, knownTag('html')),
    state: scanState.markup,
    at: 0,
    markup: -1,
    searched: 0,
    closing: false,
    nameHash: 0,
    attributePart: attributePart.gap,
    nameStart: 0,
    nameEnd: 0,
    valueStart: 0,
    content: content.markup,
    rawName: '',
    escaped: 0,
    greaterThan: -1,
    textRunEnd: 0,
    textRunNext: -1,
  };
}
