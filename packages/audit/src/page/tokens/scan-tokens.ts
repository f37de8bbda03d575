import { codeAt, isLetter, isSpace, matchesNameAt } from './characters.ts';
import {
  createScan,
  openTag,
  readAttributes,
  readTagName,
  type Scan,
  scanState,
} from './scan-tag.ts';
import { emitText, readRawText, readTextRun, startTextRun } from './scan-text.ts';
import { content, type TokenSink, type Tokens } from './token.ts';

/** Longest white space that is recognised before markup; longer white space is ordinary text. */
const shortSpace = 1_024;
const lessThan = 60;
const exclamationMark = 33;
const slash = 47;
const questionMark = 63;
const greaterThan = 62;

/**
 * Tokenizes a page's text, with the tokenizer states of the standard on which facts depend. Searches
 * use `indexOf`, and nothing is searched twice, so that the work is linear for any text.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 */
export function scanTokens(text: string, sink: TokenSink): Tokens {
  const scan = createScan(text, sink);
  return {
    readNext: (characters) => {
      const target = Math.max(scan.at, scan.searched) + characters;
      // A tag may be as long as the page: after a continued one, return to the caller.
      const stopsSoon = isInTag(scan);
      do {
        steps[scan.state]?.(scan, target);
        if (stopsSoon && !isInTag(scan)) break;
      } while (scan.state !== scanState.done && Math.max(scan.at, scan.searched) < target);
      return scan.state === scanState.done;
    },
    emittedTo: () => (scan.state === scanState.attributes ? scan.tag.start : scan.at),
  };
}

function isInTag({ state }: Scan): boolean {
  return state === scanState.attributes || state === scanState.tagName;
}

/** The function of each state, by its number: reads to about an offset. */
const steps: readonly ((scan: Scan, target: number) => void)[] = [
  readMarkup,
  readAttributes,
  readComment,
  readRawText,
  readTextRun,
  readTagName,
  readCdata,
];

function readMarkup(scan: Scan, target: number): void {
  while (scan.state === scanState.markup && scan.at < target) {
    if (scan.markup < scan.at && skipSpace(scan)) continue;
    if (scan.markup < scan.at) scan.markup = nextMarkup(scan.text, scan.at, target);
    if (scan.markup > scan.at) emitText(scan, scan.markup, false);
    else if (scan.at >= scan.text.length) scan.state = scanState.done;
    else startMarkup(scan, target);
  }
}

/** Emits white space up to a `<`: most text between tags is white space. */
function skipSpace(scan: Scan): boolean {
  const { text, at } = scan;
  let end = at;
  while (end < at + shortSpace && isSpace(codeAt(text, end))) end++;
  if (codeAt(text, end) !== lessThan) return false;
  scan.markup = end;
  if (end === at) return false;
  scan.at = end;
  scan.sink.text(at, end, true);
  return true;
}

function startMarkup(scan: Scan, target: number): void {
  const { text, at } = scan;
  const next = codeAt(text, at + 1);
  if (isLetter(next)) {
    openTag(scan, false, target);
  } else if (next === slash) {
    const name = codeAt(text, at + 2);
    if (isLetter(name)) openTag(scan, true, target);
    else if (at + 2 === text.length) emitText(scan, text.length, false);
    else if (name === greaterThan) scan.at = at + 3;
    else skipTo(scan, '>');
  } else if (next === exclamationMark) {
    readDeclaration(scan);
  } else if (next === questionMark) {
    skipTo(scan, '>');
  } else {
    scan.markup = nextMarkup(text, at + 1, target);
  }
  if (scan.state === scanState.attributes) readAttributes(scan, target);
}

/** The next `<` that begins markup, or the first one after `target`. */
function nextMarkup(text: string, from: number, target: number): number {
  let at = text.indexOf('<', from);
  while (at !== -1 && at < target) {
    const next = codeAt(text, at + 1);
    if (isLetter(next) || next === slash || next === exclamationMark || next === questionMark)
      break;
    at = text.indexOf('<', at + 1);
  }
  return at === -1 ? text.length : at;
}

/** Reads what begins with `<!` at the current offset: a comment, a doctype or a CDATA section. */
function readDeclaration(scan: Scan): void {
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
function readComment(scan: Scan, target: number): void {
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
function readCdata(scan: Scan, target: number): void {
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
function skipTo(scan: Scan, mark: string): number {
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
