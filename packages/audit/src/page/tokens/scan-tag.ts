import { codeAt, isSpace } from './characters.ts';
import { hashWith, knownTag, tagAt } from './tags.ts';
import {
  attributeLimit,
  type Content,
  content,
  createTagToken,
  type TagToken,
  type TokenSink,
} from './token.ts';

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
const attributePart = { gap: 0, name: 1, afterName: 2, beforeValue: 3, value: 4 } as const;

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

const slash = 47;
const greaterThan = 62;
const equals = 61;
const doubleQuote = 34;
const singleQuote = 39;

/** Starts to read the tag whose `<` is at the current offset. */
export function openTag(scan: Scan, closing: boolean, target: number): void {
  scan.closing = closing;
  scan.nameHash = 0;
  scan.nameStart = scan.at + (closing ? 2 : 1);
  scan.searched = scan.nameStart;
  readTagName(scan, target);
}

/** Reads the name of a tag, up to about an offset. Its attributes, if it has any, are next. */
export function readTagName(scan: Scan, target: number): void {
  const { text, tag } = scan;
  let at = scan.searched;
  let code = codeAt(text, at);
  let hash = scan.nameHash;
  while (code > greaterThan || !endsTagName(code)) {
    if (at >= target || at >= text.length) {
      scan.nameHash = hash;
      scan.state = scanState.tagName;
      pause(scan, at);
      return;
    }
    hash = hashWith(hash, code);
    code = codeAt(text, ++at);
  }
  tag.tag = tagAt(text, scan.nameStart, at, hash);
  tag.start = scan.at;
  tag.selfClosing = false;
  tag.attributes = 0;
  tag.attributesDropped = false;
  if (code === greaterThan) {
    emitTag(scan, at + 1);
  } else {
    scan.at = at;
    scan.searched = at;
    scan.attributePart = attributePart.gap;
    scan.state = scanState.attributes;
  }
}

function endsTagName(code: number): boolean {
  return code === greaterThan || code === slash || isSpace(code);
}

/** Reads attributes up to the end of the tag, or up to about an offset. */
export function readAttributes(scan: Scan, target: number): void {
  while (readAttribute(scan, target) && scan.at < target);
}

/**
 * Continues an attribute from any part of it: each part may be as long as the page.
 *
 * @returns whether another one may follow: `false` where the tag has ended or `target` is reached.
 */
function readAttribute(scan: Scan, target: number): boolean {
  const { text } = scan;
  let at = scan.searched;
  let code = codeAt(text, at);
  if (scan.attributePart === attributePart.gap) {
    while (code === slash || isSpace(code)) {
      if (at >= target) return pause(scan, at);
      code = codeAt(text, ++at);
    }
    if (code === greaterThan) {
      scan.tag.selfClosing = at > scan.at && text.charCodeAt(at - 1) === slash;
      emitTag(scan, at + 1);
      return false;
    }
    if (at >= text.length) return pause(scan, at);
    scan.nameStart = at;
    scan.attributePart = attributePart.name;
    // An `=` that comes first belongs to the name.
    code = codeAt(text, ++at);
  }
  if (scan.attributePart === attributePart.name) {
    while (code > greaterThan || !endsName(code)) {
      if (at >= target || at >= text.length) return pause(scan, at);
      code = codeAt(text, ++at);
    }
    scan.nameEnd = at;
    scan.attributePart = attributePart.afterName;
  }
  if (scan.attributePart === attributePart.afterName) {
    while (isSpace(code)) {
      if (at >= target) return pause(scan, at);
      code = codeAt(text, ++at);
    }
    if (code !== equals) return keep(scan, scan.nameEnd, scan.nameEnd, scan.nameEnd);
    code = codeAt(text, ++at);
    scan.attributePart = attributePart.beforeValue;
  }
  if (scan.attributePart === attributePart.beforeValue) {
    while (isSpace(code)) {
      if (at >= target) return pause(scan, at);
      code = codeAt(text, ++at);
    }
    if (code === doubleQuote || code === singleQuote) {
      const end = text.indexOf(code === doubleQuote ? '"' : "'", at + 1);
      return end === -1 ? pause(scan, text.length) : keep(scan, at + 1, end, end + 1);
    }
    scan.valueStart = at;
    scan.attributePart = attributePart.value;
  }
  while (code > greaterThan || (code !== greaterThan && !isSpace(code))) {
    if (at >= target || at >= text.length) return pause(scan, at);
    code = codeAt(text, ++at);
  }
  return keep(scan, scan.valueStart, at, at);
}

function endsName(code: number): boolean {
  return code === equals || code === greaterThan || code === slash || isSpace(code);
}

/** Stops in the middle of a tag. A tag in which the page ends is dropped. */
function pause(scan: Scan, at: number): false {
  scan.searched = at;
  if (at >= scan.text.length) {
    scan.at = at;
    scan.state = scanState.done;
  }
  return false;
}

function keep(scan: Scan, valueStart: number, valueEnd: number, next: number): true {
  const { tag } = scan;
  scan.at = next;
  scan.searched = next;
  scan.attributePart = attributePart.gap;
  if (tag.attributes === attributeLimit) {
    tag.attributesDropped = true;
    return true;
  }
  const index = 4 * tag.attributes++;
  tag.offsets[index] = scan.nameStart;
  tag.offsets[index + 1] = scan.nameEnd;
  tag.offsets[index + 2] = valueStart;
  tag.offsets[index + 3] = valueEnd;
  return true;
}

function emitTag(scan: Scan, end: number): void {
  const { tag, sink } = scan;
  tag.end = end;
  scan.at = end;
  scan.state = scanState.markup;
  if (scan.closing) {
    sink.endTag(tag);
    return;
  }
  const next = sink.startTag(tag);
  if (next === content.markup) return;
  scan.content = next;
  scan.rawName = tag.tag.name;
  scan.searched = end;
  scan.escaped = 0;
  scan.state = scanState.rawText;
}

/** The token of the start tag at an offset of a text that has been read before. */
export function tagTokenAt(text: string, start: number): TagToken {
  const scan = createScan(text, ignoringSink);
  scan.at = start;
  openTag(scan, false, text.length);
  if (scan.state === scanState.attributes) readAttributes(scan, text.length);
  return scan.tag;
}

const ignoringSink: TokenSink = {
  text: () => {},
  plainText: () => {},
  startTag: () => content.markup,
  endTag: () => {},
  doctype: () => {},
  allowsCdata: () => false,
};
