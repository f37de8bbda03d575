import type { PageFacts } from '../../page/page-facts.ts';
import { mainTextOf } from './main-text.ts';
import { characterLimit, countPageWords, plainOf, unitKind, unitKinds } from './text-words.ts';

/** How many hashes of a text are kept. */
const slots = 64;

/** Shorter texts are similar by chance. */
const leastWords = 100;

/** Of scripts without spaces between words, as many characters as two words have. */
const characters = { ideographs: 4, letters: 8 } as const;

/** The pairs of words of a text, as they are read. */
interface Minima {
  /** The least hash of each slot; 2³² for none. */
  readonly least: Float64Array;
  /** The number of the line that it is in. */
  readonly line: Uint16Array;
}

/**
 * A MinHash of the page's main text, of its first 20,000 characters, for estimating what share of their pairs of
 * neighboring words two pages have in common: equal slots of those that one of them has. Pairs fall into one of 64 slots
 * by their hash, of which the least is kept (“one permutation hashing”, Li, Owen and Zhang 2012,
 * https://arxiv.org/abs/1208.1259). Twelve bits a slot, in base64url: first the 64 bytes of the hashes, 0 where
 * there is none, then half a byte each of the hash of the line that the pair is in, which shows texts that are the same on
 * many pages. `null` for texts of fewer than 100 words.
 */
export function minHashOf(page: PageFacts): string | null {
  if (countPageWords(page) < leastWords) return null;
  const text = plainOf(mainTextOf(page).slice(0, characterLimit));
  const minima = {
    least: new Float64Array(slots).fill(2 ** 32),
    line: new Uint16Array(slots),
  };
  const lines: number[] = [];
  let words = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const read = readLine(text, start, end, minima, lines.length);
    words += read.words;
    lines.push(read.hash);
    start = end + 1;
  }
  if (words < leastWords) return null;
  const bytes = new Uint8Array(slots + slots / 2);
  for (let slot = 0; slot < slots; slot++) {
    const hash = minima.least[slot] ?? 0;
    if (hash === 2 ** 32) continue;
    bytes[slot] = 1 + ((mixed(hash) >>> 0) % 255);
    const at = slots + (slot >>> 1);
    const half = (lines[minima.line[slot] ?? 0] ?? 0) & 0xf;
    bytes[at] = (bytes[at] ?? 0) | (half << (4 * (slot & 1)));
  }
  return Buffer.from(bytes).toString('base64url');
}

/** Adds the pairs of words of a line. Returns its hash, and about how many words it has. */
function readLine(
  text: string,
  start: number,
  end: number,
  minima: Minima,
  line: number,
): { readonly hash: number; readonly words: number } {
  const { letter, unseparated, hiragana, han } = unitKinds;
  let [words, hash, before, sum] = [0, 0, 0, 0];
  let isWord = false;
  // The hash of the characters of a script without spaces, and how many are in a row.
  let row = 0;
  for (let at = start; at <= end; at++) {
    const unit = at < end ? text.charCodeAt(at) : 0x20;
    const kind = unitKind(unit);
    if (kind === letter) {
      sum = Math.imul(sum ^ unit, 0x01000193);
      isWord = true;
      row = 0;
      continue;
    }
    if (isWord) {
      const word = mixed(sum ^ 0x811c9dc5);
      if (before !== 0) addPair(minima, mixed(Math.imul(before, 0x9e3779b1) ^ word), line);
      [before, sum, isWord] = [word, 0, false];
      hash = mixed(hash ^ word);
      words++;
    }
    if (kind !== unseparated && (kind < hiragana || kind > han)) {
      row = 0;
      continue;
    }
    before = 0;
    row++;
    const length = kind === unseparated ? characters.letters : characters.ideographs;
    words += 2 / length;
    hash = mixed(hash ^ unit);
    if (row < length) continue;
    let several = 0;
    for (let part = at - length + 1; part <= at; part++) {
      several = Math.imul(several ^ text.charCodeAt(part), 0x01000193);
    }
    addPair(minima, mixed(several), line);
  }
  return { hash, words };
}

function addPair({ least, line }: Minima, hash: number, number: number): void {
  const slot = hash >>> 26;
  const value = mixed(hash ^ 0x27d4eb2f) >>> 0;
  if (value >= (least[slot] ?? 0)) return;
  least[slot] = value;
  line[slot] = number;
}

/** The last step of MurmurHash3: each bit of the input changes about half of the output. */
function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
