import type { TextRun } from '../tree/tree.ts';

const letterOrDigit = /[\p{L}\p{N}]/u;

/** Flags of a character. */
const wordPart = 1;
const space = 2;
/** White space that is not a space, or a space after another. */
const uneven = 4;
const foreign = 8;
const unknown = 16;
const white = space | uneven;

/** Flags of the characters of the basic plane, computed at first use. */
const kinds = new Uint8Array(65_536).fill(unknown);
for (let code = 0; code < 128; code++) kinds[code] = kindOf(String.fromCharCode(code));
// All other white space, so that none is unknown.
for (const character of '\xA0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF') {
  kinds[character.charCodeAt(0)] = kindOf(character);
}

/** Words counted so far, in text that arrives in pieces. */
export interface WordCount {
  words: number;
  /** Whether the last piece ended in a word, which the next piece may continue. */
  inWord: boolean;
}

/** What one pass over a text run has found. */
interface ReadRun {
  /** Where it begins and ends without the white space around it. */
  readonly start: number;
  readonly end: number;
  readonly spaceBefore: boolean;
  readonly spaceAfter: boolean;
  /** Whether all white space inside is single spaces. */
  readonly isEven: boolean;
  readonly isAscii: boolean;
}

/** Counts the words of a text run, which are runs of letters and digits, and finds out what else is in it. */
export function readRun({ text, start, end }: TextRun, count: WordCount): ReadRun {
  let first = start;
  while (first < end && (whiteAt(text, first) & white) !== 0) first++;
  let last = end;
  while (last > first && (whiteAt(text, last - 1) & white) !== 0) last--;
  let words = 0;
  let seen = 0;
  let before = count.inWord && first === start ? wordPart : 0;
  for (let at = first; at < last; at++) {
    const code = text.charCodeAt(at);
    let kind = kinds[code] ?? unknown;
    if (kind === unknown) {
      const high = code >= 0xd800 && code <= 0xdbff;
      kind = kindOf(text.slice(at, high ? at + 2 : at + 1));
      if (high) at++;
      else kinds[code] = kind;
    }
    // A word begins where a word character follows another character. Branchless: words have any
    // length, so a branch would be mispredicted.
    words += kind & ~before & wordPart;
    seen |= kind | ((kind & before & space) << 1);
    before = kind;
  }
  count.words += words;
  count.inWord = last === end && (before & wordPart) !== 0;
  return {
    start: first,
    end: last,
    spaceBefore: first > start,
    spaceAfter: last < end,
    isEven: (seen & uneven) === 0,
    isAscii: (seen & foreign) === 0,
  };
}

/** The text of a run without the white space around it; white space inside is collapsed. */
export function wordsOf({ text }: TextRun, { start, end, isEven }: ReadRun): string {
  const words = text.slice(start, end);
  return isEven ? words : words.replace(/\s+/g, ' ');
}

function whiteAt(text: string, at: number): number {
  return kinds[text.charCodeAt(at)] ?? 0;
}

function kindOf(character: string): number {
  const script = character.charCodeAt(0) < 128 ? 0 : foreign;
  if (character === ' ') return space;
  if (character.trim() === '') return uneven | script;
  return letterOrDigit.test(character) ? wordPart | script : script;
}
