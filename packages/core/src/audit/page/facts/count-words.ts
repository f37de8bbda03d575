const letterOrDigit = /[\p{L}\p{N}]/u;
/** What {@link letterOrDigit} says of the characters of the basic plane, found out by need. */
const blocks: (Uint8Array | undefined)[] = new Array(256).fill(undefined);

/** Words counted so far, in text that comes in pieces. */
export interface WordCount {
  words: number;
  /** Whether the last piece ended in a word, which the next one may go on with. */
  inWord: boolean;
}

/** Counts words on: runs of letters and digits. */
export function countWords(count: WordCount, text: string): void {
  let { words, inWord } = count;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    let part: boolean;
    if (code >= 0xd800 && code <= 0xdbff) {
      part = letterOrDigit.test(text.slice(at, at + 2));
      at++;
    } else {
      part = (blocks[code >> 8] ?? blockOf(code >> 8))[code & 255] === 1;
    }
    if (part && !inWord) words++;
    inWord = part;
  }
  count.words = words;
  count.inWord = inWord;
}

function blockOf(index: number): Uint8Array {
  const block = new Uint8Array(256);
  for (let low = 0; low < 256; low++) {
    if (letterOrDigit.test(String.fromCharCode(index * 256 + low))) block[low] = 1;
  }
  blocks[index] = block;
  return block;
}
