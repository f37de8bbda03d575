import { isSpace } from './names.ts';
import { type Scan, scanState } from './scan.ts';
import { openTag } from './scan-tag.ts';
import { content } from './token-sink.ts';

/** Characters handed over at once. */
const pieceLength = 16_384;
/** A character reference is no longer than this where it matters that it is not cut. */
const referenceLength = 64;

/** Hands over the next piece of a passage, and goes on after its last one. */
export function readPassage(scan: Scan): void {
  handOver(scan, scan.passageEnd, scan.content !== content.rcdata);
  if (scan.at < scan.passageEnd) return;
  scan.content = content.markup;
  if (scan.passageNext >= 0) {
    scan.at = scan.passageNext;
    scan.state = scanState.markup;
  } else if (scan.at < scan.text.length) {
    openTag(scan, true, scan.text.length);
  } else {
    scan.state = scanState.done;
  }
}

/** Begins to hand over a passage. */
export function startPassage(scan: Scan, end: number, next: number): void {
  scan.passageEnd = end;
  scan.passageNext = next;
  scan.state = scanState.passage;
}

/** Hands over text up to an offset, or a piece of it where it is long. */
export function handOver(scan: Scan, end: number, plain: boolean): void {
  const start = scan.at;
  if (start === end) return;
  const stop = end - start > pieceLength ? cutBefore(scan.text, start, start + pieceLength) : end;
  scan.at = stop;
  if (plain) scan.sink.plainText(start, stop);
  else scan.sink.text(start, stop, false);
}

/** A place to cut at that parts no surrogates and no character reference. */
function cutBefore(text: string, start: number, end: number): number {
  for (let at = end - 1; at > end - referenceLength && at > start; at--) {
    const code = text.charCodeAt(at);
    if (code === 38) return at;
    if (isSpace(code)) break;
  }
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}
