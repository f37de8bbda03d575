import { createTagToken, type TagToken } from './tag-token.ts';
import { knownTag } from './tags.ts';
import { type Content, content, type TokenSink } from './token-sink.ts';

/** What a scan is in the middle of. */
export const scanState = {
  markup: 0,
  attributes: 1,
  comment: 2,
  /** Looking for the end of raw text. */
  rawText: 3,
  /** Handing over text whose end is known. */
  passage: 4,
  tagName: 5,
  /** Looking for the end of a CDATA section. */
  cdata: 6,
  done: 7,
} as const;

/** Which part of an attribute is being read; the white space before it is one. */
export const attributePart = { gap: 0, name: 1, afterName: 2, beforeValue: 3, value: 4 } as const;

/** Where a scan of a page has got to. */
export interface Scan {
  readonly text: string;
  readonly sink: TokenSink;
  readonly tag: TagToken;
  state: (typeof scanState)[keyof typeof scanState];
  /** Offset of what has not been handed over yet. */
  at: number;
  /** Offset of a `<` before which, from `at` on, there is text only. */
  markup: number;
  /** Offset up to which the end of the current thing has been looked for. */
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
  /** How deep a script hides its end tag: not, in `<!--`, in `<!--` and `<script>`. */
  escaped: 0 | 1 | 2;
  /** Offset of a `>` that was found ahead, so that it is looked for once. */
  greaterThan: number;
  /** Where the passage being handed over ends. */
  passageEnd: number;
  /** Offset after the mark that ends the passage; -1 where an end tag stands there. */
  passageNext: number;
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
    passageEnd: 0,
    passageNext: -1,
  };
}
