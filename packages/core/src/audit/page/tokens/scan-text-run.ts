import { isSpace } from './names.ts';
import { type Scan, scanState } from './scan.ts';
import { openTag } from './scan-tag.ts';
import { content } from './token-sink.ts';

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
