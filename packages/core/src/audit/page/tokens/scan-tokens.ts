import { codeAt, isLetter, isSpace } from './names.ts';
import { createScan, type Scan, scanState } from './scan.ts';
import { readCdata, readComment, readDeclaration, skipTo } from './scan-declaration.ts';
import { readRawText } from './scan-raw-text.ts';
import { openTag, readAttributes, readTagName } from './scan-tag.ts';
import { emitText, readTextRun } from './scan-text-run.ts';
import type { TokenSink, Tokens } from './token-sink.ts';

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
