import type { TextRun } from '../tree/text-run.ts';

const letterOrDigit = /[\p{L}\p{N}]/u;
const other = 0;
const wordPart = 1;
const unknown = 2;
/** Kinds of the characters of the basic plane, computed at first use. */
const kinds = new Uint8Array(65_536).fill(unknown);
for (let code = 0; code < 128; code++) kinds[code] = kindOf(String.fromCharCode(code));

/** Words counted so far, in text that arrives in pieces. */
export interface WordCount {
  words: number;
  /** Whether the last piece ended in a word, which the next piece may continue. */
  inWord: boolean;
}

/** Adds the words of a text run: runs of letters and digits. */
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
    // A word begins where a word character follows another character. Branchless: words have any
    // length, so a branch would be mispredicted.
    words += kind & ~before;
    before = kind;
  }
  count.words += words;
  count.inWord = before === wordPart;
}

function kindOf(character: string): number {
  return letterOrDigit.test(character) ? wordPart : other;
}
