import { codeAt, isSpace, matchesNameAt } from './characters.ts';
import { openTag, type Scan, scanState } from './scan-tag.ts';
import { content } from './token.ts';

/** Characters emitted at once. */
const pieceLength = 16_384;
/** Pieces are not cut inside character references up to this length. */
const referenceLength = 64;

/** Emits the next piece of a text run, and continues after the last one. */
export function readTextRun(scan: Scan): void {
  emitText(scan, scan.textRunEnd, scan.content !== content.rcdata);
  if (scan.at < scan.textRunEnd) return;
  scan.content = content.markup;
  if (scan.textRunNext >= 0) {
    scan.at = scan.textRunNext;
    scan.state = scanState.markup;
  } else if (scan.at < scan.text.length) {
    openTag(scan, true, scan.text.length);
  } else {
    scan.state = scanState.done;
  }
}

/** Starts to emit a text run. */
export function startTextRun(scan: Scan, end: number, next: number): void {
  scan.textRunEnd = end;
  scan.textRunNext = next;
  scan.state = scanState.textRun;
}

/** Emits text up to an offset, or a piece of it where it is long. */
export function emitText(scan: Scan, end: number, plain: boolean): void {
  const start = scan.at;
  if (start === end) return;
  const stop = end - start > pieceLength ? cutBefore(scan.text, start, start + pieceLength) : end;
  scan.at = stop;
  if (plain) scan.sink.plainText(start, stop);
  else scan.sink.text(start, stop, false);
}

/** An offset to cut at that splits no surrogate pair and no character reference. */
function cutBefore(text: string, start: number, end: number): number {
  for (let at = end - 1; at > end - referenceLength && at > start; at--) {
    const code = text.charCodeAt(at);
    if (code === 38) return at;
    if (isSpace(code)) break;
  }
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

/** Searches the end of raw text, up to about an offset. */
export function readRawText(scan: Scan, target: number): void {
  if (scan.content === content.plaintext) {
    startTextRun(scan, scan.text.length, -1);
    return;
  }
  const end = scan.content === content.script ? scriptEnd(scan, target) : rawTextEnd(scan, target);
  if (end >= 0) startTextRun(scan, end, -1);
}

/** @returns the offset of the end tag or of the text's end; -1 where that is beyond the target. */
function rawTextEnd(scan: Scan, target: number): number {
  const { text } = scan;
  do {
    const found = text.indexOf('</', scan.searched);
    if (found === -1) return text.length;
    if (matchesTagAt(scan, found + 2, scan.rawName)) return found;
    scan.searched = found + 2;
  } while (scan.searched < target);
  return -1;
}

/**
 * A script's end: in `<!--` a `<script>` hides the next end tag, until `-->`.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-state
 */
function scriptEnd(scan: Scan, target: number): number {
  const { text } = scan;
  do {
    const found = text.indexOf('<', scan.searched);
    if (scan.escaped > 0) {
      const close = nextGreaterThan(scan);
      if (close !== -1 && (found === -1 || close < found)) {
        if (text.startsWith('--', close - 2)) scan.escaped = 0;
        scan.searched = close + 1;
        continue;
      }
    }
    if (found === -1) return text.length;
    scan.searched = found + 1;
    if (scan.escaped === 0 && text.startsWith('!--', found + 1)) {
      scan.escaped = 1;
      // The dashes of `<!--` may be those of its `-->`.
      scan.searched = found + 2;
    } else if (matchesTagAt(scan, found + 2, 'script') && codeAt(text, found + 1) === 47) {
      if (scan.escaped < 2) return found;
      scan.escaped = 1;
    } else if (scan.escaped === 1 && matchesTagAt(scan, found + 1, 'script')) {
      scan.escaped = 2;
    }
  } while (scan.searched < target);
  return -1;
}

function matchesTagAt({ text }: Scan, at: number, name: string): boolean {
  if (!matchesNameAt(text, name, at)) return false;
  const next = codeAt(text, at + name.length);
  return next === 62 || next === 47 || isSpace(next);
}

/** Searching for `-->` itself is slow where there are many dashes. */
function nextGreaterThan(scan: Scan): number {
  if (scan.greaterThan !== Number.POSITIVE_INFINITY && scan.greaterThan < scan.searched) {
    const found = scan.text.indexOf('>', scan.searched);
    scan.greaterThan = found === -1 ? Number.POSITIVE_INFINITY : found;
  }
  return scan.greaterThan === Number.POSITIVE_INFINITY ? -1 : scan.greaterThan;
}
