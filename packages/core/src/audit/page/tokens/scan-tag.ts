import { codeAt, isSpace } from './names.ts';
import { attributePart, type Scan, scanState } from './scan.ts';
import { attributeLimit } from './tag-token.ts';
import { hashWith, tagAt } from './tags.ts';
import { content } from './token-sink.ts';

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
