import { codeAt, isSpace } from './names.ts';
import { type Scan, scanState } from './scan.ts';
import { attributeLimit } from './tag-token.ts';
import { hashWith, tagAt } from './tags.ts';
import { content } from './token-sink.ts';

const slash = 47;
const greaterThan = 62;
const equals = 61;
const doubleQuote = 34;
const singleQuote = 39;

/** Reads the name of the tag whose `<` the scan is at. Its attributes, if it has any, are next. */
export function openTag(scan: Scan, closing: boolean): void {
  const { text, tag } = scan;
  const nameStart = scan.at + (closing ? 2 : 1);
  let at = nameStart;
  let code = codeAt(text, at);
  let hash = 0;
  while (code > greaterThan || (code !== greaterThan && code !== slash && !isSpace(code))) {
    if (at >= text.length) {
      finish(scan);
      return;
    }
    hash = hashWith(hash, code);
    code = codeAt(text, ++at);
  }
  tag.tag = tagAt(text, nameStart, at, hash);
  tag.start = scan.at;
  tag.selfClosing = false;
  tag.attributes = 0;
  tag.attributesDropped = false;
  scan.closing = closing;
  if (code === greaterThan) {
    emitTag(scan, at + 1);
  } else {
    scan.at = at;
    scan.state = scanState.attributes;
  }
}

/** Reads attributes up to the end of the tag, or up to about an offset where there are many. */
export function readAttributes(scan: Scan, target: number): void {
  const { text } = scan;
  let at = scan.at;
  do {
    let code = codeAt(text, at);
    let previous = 0;
    while (code === slash || isSpace(code)) {
      previous = code;
      code = codeAt(text, ++at);
    }
    if (code === greaterThan) {
      scan.tag.selfClosing = previous === slash;
      emitTag(scan, at + 1);
      return;
    }
    if (at >= text.length) {
      finish(scan);
      return;
    }
    at = readAttribute(scan, at);
    if (at < 0) {
      finish(scan);
      return;
    }
  } while (at < target);
  scan.at = at;
}

/** @returns the offset after the attribute; -1 where the text ends in it. */
function readAttribute(scan: Scan, nameStart: number): number {
  const { text } = scan;
  // An `=` that comes first belongs to the name.
  let at = nameStart + 1;
  let code = codeAt(text, at);
  while (code > greaterThan || !endsName(code)) {
    if (at >= text.length) return -1;
    code = codeAt(text, ++at);
  }
  const nameEnd = at;
  while (isSpace(code)) code = codeAt(text, ++at);
  if (code !== equals) return keep(scan, nameStart, nameEnd, nameEnd, nameEnd, nameEnd);

  code = codeAt(text, ++at);
  while (isSpace(code)) code = codeAt(text, ++at);
  if (code === doubleQuote || code === singleQuote) {
    const end = text.indexOf(code === doubleQuote ? '"' : "'", at + 1);
    return end === -1 ? -1 : keep(scan, nameStart, nameEnd, at + 1, end, end + 1);
  }
  const valueStart = at;
  while (code > greaterThan || (code !== greaterThan && !isSpace(code))) {
    if (at >= text.length) return -1;
    code = codeAt(text, ++at);
  }
  return keep(scan, nameStart, nameEnd, valueStart, at, at);
}

function endsName(code: number): boolean {
  return code === equals || code === greaterThan || code === slash || isSpace(code);
}

function keep(
  { tag }: Scan,
  nameStart: number,
  nameEnd: number,
  valueStart: number,
  valueEnd: number,
  next: number,
): number {
  if (tag.attributes === attributeLimit) {
    tag.attributesDropped = true;
    return next;
  }
  const index = 4 * tag.attributes++;
  tag.offsets[index] = nameStart;
  tag.offsets[index + 1] = nameEnd;
  tag.offsets[index + 2] = valueStart;
  tag.offsets[index + 3] = valueEnd;
  return next;
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

/** A tag that the page ends in is none. */
function finish(scan: Scan): void {
  scan.at = scan.text.length;
  scan.state = scanState.done;
}
