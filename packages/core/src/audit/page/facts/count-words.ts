import type { TextRun } from '../tree/text-run.ts';

const letterOrDigit = /[\p{L}\p{N}]/u;
const unknown = 0;
const other = 1;
const wordPart = 2;
/** What the characters of the basic plane are, found out when they come up. */
const kinds = new Uint8Array(65_536);

/** Words counted so far, in text that comes in pieces. */
export interface WordCount {
  words: number;
  /** Whether the last piece ended in a word, which the next one may go on with. */
  inWord: boolean;
}

/** Counts words on: runs of letters and digits. */
export function countWords(count: WordCount, { text, start, end }: TextRun): void {
  let { words, inWord } = count;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    let kind = kinds[code];
    if (kind === unknown) {
      if (code >= 0xd800 && code <= 0xdbff) {
        kind = kindOf(text.slice(at, at + 2));
        at++;
      } else {
        kind = kindOf(text.charAt(at));
        kinds[code] = kind;
      }
    }
    if (kind === other) {
      inWord = false;
    } else if (!inWord) {
      inWord = true;
      words++;
    }
  }
  count.words = words;
  count.inWord = inWord;
}

function kindOf(character: string): number {
  return letterOrDigit.test(character) ? wordPart : other;
}
