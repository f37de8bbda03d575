import { createHash } from 'node:crypto';
import type { PageFacts } from '../../page/page-facts.ts';
import { countPageWords, lineEnd, plainOf, textWordsOf } from './text-words.ts';

/** Shorter texts are equal by chance: an error message, a list of links. */
const leastWords = { equal: 20, similar: 100 } as const;

/**
 * A hash of the page's visible text, equal for equal texts: 96 bits, in base64url. Case and white space do not
 * matter. `null` for texts of fewer than 20 words.
 */
export function textHashOf(page: PageFacts): string | null {
  if (countPageWords(page) < leastWords.equal) return null;
  const text = plainOf(page.text).replaceAll('\n', ' ');
  // White space in it is collapsed already. The text is cut, the number of its words is not.
  return createHash('sha256').update(`${page.words} ${text}`).digest('base64url').slice(0, 16);
}

/**
 * The SimHash of the page's visible text, of its first 20,000 characters, as 16 hexadecimal digits: hashes of
 * similar texts differ in few of their 64 bits (Charikar 2002, https://doi.org/10.1145/509907.509965; three words in
 * a row are a feature). `null` for texts of fewer than 100 words.
 */
export function simHashOf(page: PageFacts): string | null {
  if (countPageWords(page) < leastWords.similar) return null;
  const { text, starts, ends, sequence } = textWordsOf(page);
  const words = starts.map((start, index) => hashOf(text, start, ends[index] ?? start));
  // How many features have each value of each of their eight bytes: counting those is faster than counting bits.
  const counts = new Uint16Array(8 * 256);
  let [first, second, features] = [-1, -1, 0];
  for (const word of sequence) {
    if (word === lineEnd) continue;
    if (first >= 0) {
      const feature = mixed(
        Math.imul(words[first] ?? 0, 0x9e3779b1) ^
          Math.imul(words[second] ?? 0, 0x85ebca77) ^
          (words[word] ?? 0),
      );
      countBytes(counts, 0, feature);
      countBytes(counts, 4, mixed(feature ^ 0x27d4eb2f));
      features++;
    }
    [first, second] = [second, word];
  }
  return features === 0 ? null : majorityOf(counts, features);
}

function countBytes(counts: Uint16Array, index: number, value: number): void {
  for (let byte = 0; byte < 4; byte++) {
    const at = ((index + byte) << 8) | ((value >>> (24 - 8 * byte)) & 0xff);
    counts[at] = (counts[at] ?? 0) + 1;
  }
}

/** The bits that more than half of the features have. */
function majorityOf(counts: Uint16Array, features: number): string {
  const bytes = new Uint8Array(8);
  for (let index = 0; index < 8; index++) {
    for (let bit = 1; bit < 256; bit <<= 1) {
      let withBit = 0;
      for (let value = bit; value < 256; value = (value + 1) | bit) {
        withBit += counts[(index << 8) | value] ?? 0;
      }
      if (2 * withBit > features) bytes[index] = (bytes[index] ?? 0) | bit;
    }
  }
  return Buffer.from(bytes).toString('hex');
}

/** FNV-1a over UTF-16 units. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return mixed(hash);
}

/** The last step of MurmurHash3: each bit of the input changes about half of the output. */
function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
