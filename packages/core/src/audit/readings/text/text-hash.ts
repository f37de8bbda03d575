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
  const text = plainOf(page.text).replace(/\s+/g, ' ');
  // The text is cut, the number of its words is not.
  return createHash('sha256').update(`${page.words} ${text}`).digest('base64url').slice(0, 16);
}

/**
 * The SimHash of the page's visible text, of its first 20,000 characters, as 16 hexadecimal digits: hashes of
 * similar texts differ in few of their 64 bits (Charikar 2002, https://doi.org/10.1145/509907.509965; three words in
 * a row are a feature). `null` for texts of fewer than 100 words.
 */
export function simHashOf(page: PageFacts): string | null {
  if (countPageWords(page) < leastWords.similar) return null;
  const { vocabulary, sequence } = textWordsOf(page);
  const words = vocabulary.map(hashOf);
  // The number of features with the bit less those without it, for each of the 64 bits.
  const votes = new Int32Array(64);
  let [first, second, features] = [-1, -1, 0];
  for (const word of sequence) {
    if (word === lineEnd) continue;
    if (first >= 0) {
      const feature = mixed(
        Math.imul(words[first] ?? 0, 0x9e3779b1) ^
          Math.imul(words[second] ?? 0, 0x85ebca77) ^
          (words[word] ?? 0),
      );
      vote(votes, feature, mixed(feature ^ 0x27d4eb2f));
      features++;
    }
    [first, second] = [second, word];
  }
  return features === 0 ? null : hexOf(votes, 0) + hexOf(votes, 32);
}

function vote(votes: Int32Array, high: number, low: number): void {
  for (let bit = 0; bit < 32; bit++) {
    votes[bit] = (votes[bit] ?? 0) + 2 * ((high >>> bit) & 1) - 1;
    votes[bit + 32] = (votes[bit + 32] ?? 0) + 2 * ((low >>> bit) & 1) - 1;
  }
}

function hexOf(votes: Int32Array, start: number): string {
  let bits = 0;
  for (let bit = 0; bit < 32; bit++) if ((votes[start + bit] ?? 0) > 0) bits |= 1 << bit;
  return (bits >>> 0).toString(16).padStart(8, '0');
}

/** FNV-1a over UTF-16 units. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) {
    hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
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
