import { codeAt, matchesNameAt } from './names.ts';
import { type Scan, scanState } from './scan.ts';
import { startTextRun } from './scan-text-run.ts';
import { content } from './token-sink.ts';

/** Reads what begins with `<!` at the current offset: a comment, a doctype or a CDATA section. */
export function readDeclaration(scan: Scan): void {
  const { text, at } = scan;
  if (text.startsWith('--', at + 2)) {
    startComment(scan);
    return;
  }
  if (matchesNameAt(text, 'doctype', at + 2)) {
    const end = skipTo(scan, '>');
    scan.sink.doctype(at, end);
    return;
  }
  if (text.startsWith('[CDATA[', at + 2) && scan.sink.allowsCdata()) {
    scan.at = at + 9;
    scan.searched = scan.at;
    scan.state = scanState.cdata;
    return;
  }
  skipTo(scan, '>');
}

/** Skips to the end of a comment, up to about an offset. */
export function readComment(scan: Scan, target: number): void {
  const { text } = scan;
  do {
    const dashes = text.indexOf('--', scan.searched);
    if (dashes === -1) {
      goOn(scan, text.length);
      return;
    }
    const next = codeAt(text, dashes + 2);
    if (next === 62) {
      goOn(scan, dashes + 3);
      return;
    }
    if (next === 33 && codeAt(text, dashes + 3) === 62) {
      goOn(scan, dashes + 4);
      return;
    }
    scan.searched = dashes + 1;
  } while (scan.searched < target);
}

/** Looks for the end of a CDATA section, up to about an offset. */
export function readCdata(scan: Scan, target: number): void {
  const { text, at } = scan;
  do {
    // Searching for `]]>` itself is slow where there are many brackets.
    const found = text.indexOf('>', scan.searched);
    if (found === -1) {
      startCdata(scan, text.length, text.length);
      return;
    }
    if (found >= at + 2 && text.startsWith(']]', found - 2)) {
      startCdata(scan, found - 2, found + 1);
      return;
    }
    scan.searched = found + 1;
  } while (scan.searched < target);
}

function startCdata(scan: Scan, end: number, next: number): void {
  scan.content = content.rawText;
  startTextRun(scan, end, next);
}

/** Moves past the next mark, or to the end of the text. */
export function skipTo(scan: Scan, mark: string): number {
  const found = scan.text.indexOf(mark, scan.at);
  scan.at = found === -1 ? scan.text.length : found + mark.length;
  return scan.at;
}

function startComment(scan: Scan): void {
  const { text, at } = scan;
  if (text.startsWith('>', at + 4)) {
    goOn(scan, at + 5);
    return;
  }
  if (text.startsWith('->', at + 4)) {
    goOn(scan, at + 6);
    return;
  }
  scan.searched = at + 4;
  scan.state = scanState.comment;
}

function goOn(scan: Scan, at: number): void {
  scan.at = at;
  scan.state = scanState.markup;
}
