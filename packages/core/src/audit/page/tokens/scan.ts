import { createTagToken, type TagToken } from './tag-token.ts';
import { tagAt } from './tags.ts';
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
  done: 5,
} as const;

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
  /** How the current raw text is to be read. */
  content: Content;
  /** Name of the element whose end tag ends the current raw text. */
  rawName: string;
  /** How deep a script hides its end tag: not, in `<!--`, in `<!--` and `<script>`. */
  escaped: 0 | 1 | 2;
  /** Offset of a `-->` that was found ahead, so that it is looked for once. */
  commentEnd: number;
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
    tag: createTagToken(text, tagAt('', 0, 0)),
    state: scanState.markup,
    at: 0,
    markup: -1,
    searched: 0,
    closing: false,
    content: content.markup,
    rawName: '',
    escaped: 0,
    commentEnd: -1,
    passageEnd: 0,
    passageNext: -1,
  };
}

/** Whether a character is what the standard calls white space. `NaN`, the end of the text, is not. */
export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13 || code === 12;
}

/** Whether a character is an ASCII letter. */
export function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** Whether a name, in lower case, stands at an offset in any case. */
export function nameStandsAt(text: string, name: string, at: number): boolean {
  for (let index = 0; index < name.length; index++) {
    const code = text.charCodeAt(at + index);
    const lower = code >= 65 && code <= 90 ? code + 32 : code;
    if (lower !== name.charCodeAt(index)) return false;
  }
  return true;
}
