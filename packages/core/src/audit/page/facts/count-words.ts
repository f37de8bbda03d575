import type { TextRun } from '../tree/text-run.ts';

const letterOrDigit = /[\p{L}\p{N}]/u;
const other = 0;
const wordPart = 1;
const unknown = 2;
/** What the characters of the basic plane are, found out when they come up. */
const kinds = new Uint8Array(65_536).fill(unknown);
for (let code = 0; code < 128; code++) kinds[code] = kindOf(String.fromCharCode(code));

/** Words counted so far, in text that comes in pieces. */
export interface WordCount {
  words: number;
  /** Whether the last piece ended in a word, which the next one may go on with. */
  inWord: boolean;
}

/** Counts words on: runs of letters and digits. */
export function countWords(count: WordCount, { text, start, end }: TextRun): void {
  let words = 0;
  let before = count.inWord ? wordPart : other;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    let kind = kinds[code] ?? unknown;
    if (kind === unknown) {
      const high = code >= 0xd800 && code <= 0xdbff;
      kind = kindOf(text.slice(at, high ? at + 2 : at + 1));
      if (high) at++;
      else kinds[code] = kind;
    }
    // A word begins where a part of one follows what is none. Without a branch, which no processor
    // foretells: words have any length.
    words += kind & ~before;
    before = kind;
  }
  count.words += words;
  count.inWord = before === wordPart;
}

function kindOf(character: string): number {
  return letterOrDigit.test(character) ? wordPart : other;
}
