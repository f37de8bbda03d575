import { randomBytes } from 'node:crypto';
import { openNumbers } from './numbers.ts';

/** Bytes of a chunk. Texts are appended to the last one, so that growing copies none of them. */
const chunkBytes = 1_048_576;

/**
 * Texts in bytes, numbered from 0: as strings, a million URLs would take more than 100 MB, and the garbage collector
 * would visit each of them again and again.
 */
interface TextTable {
  /** How many texts it has. */
  readonly size: () => number;
  /** Adds a text that it does not have yet, and returns its number. */
  readonly add: (text: string) => number;
  /** The number of a text; `undefined` if it does not have it. */
  readonly find: (text: string) => number | undefined;
  /** The text with this number. */
  readonly get: (number: number) => string;
  /** Compares two texts by their bytes, which is the order of their code points. */
  readonly compare: (a: number, b: number) => number;
}

/** Texts that are read by their numbers only. */
type TextList = Pick<TextTable, 'size' | 'add' | 'get' | 'compare'>;

/** Opens a list of texts, without an index. */
export function openTextList(): TextList {
  const chunks: Buffer[] = [];
  const chunkOf = openNumbers(Uint32Array);
  const starts = openNumbers(Uint32Array);
  const lengths = openNumbers(Uint32Array);
  let free = 0;
  const chunkAt = (number: number) => chunks[chunkOf.get(number)] ?? Buffer.alloc(0);
  return {
    size: () => lengths.length(),
    add(text) {
      const length = Buffer.byteLength(text);
      let chunk = chunks.at(-1);
      if (chunk === undefined || free + length > chunk.length) {
        chunk = Buffer.allocUnsafeSlow(Math.max(chunkBytes, length));
        chunks.push(chunk);
        free = 0;
      }
      chunk.write(text, free);
      chunkOf.push(chunks.length - 1);
      starts.push(free);
      lengths.push(length);
      free += length;
      return lengths.length() - 1;
    },
    get(number) {
      const start = starts.get(number);
      return chunkAt(number).toString('utf8', start, start + lengths.get(number));
    },
    compare(a, b) {
      const [startA, startB] = [starts.get(a), starts.get(b)];
      return chunkAt(a).compare(
        chunkAt(b),
        startB,
        startB + lengths.get(b),
        startA,
        startA + lengths.get(a),
      );
    },
  };
}

/** Opens a table of texts that are found by a hash, and compared: two that have the same hash stay two. */
export function openTextTable(): TextTable {
  const texts = openTextList();
  const hashes = openNumbers(Uint32Array);
  // Another one for each process, so that no site can choose URLs that are all in one place.
  let slots = new Int32Array(2_048).fill(-1);
  const slotOf = (text: string, hash: number) => {
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = slots[slot] ?? -1;
      if (number < 0) return slot;
      if (hashes.get(number) === hash && texts.get(number) === text) return slot;
    }
  };
  const grow = () => {
    const grown = new Int32Array(2 * slots.length).fill(-1);
    const mask = grown.length - 1;
    for (let number = 0; number < hashes.length(); number++) {
      let slot = hashes.get(number) & mask;
      while ((grown[slot] ?? -1) >= 0) slot = (slot + 1) & mask;
      grown[slot] = number;
    }
    slots = grown;
  };
  return {
    ...texts,
    add(text) {
      if (2 * texts.size() >= slots.length) grow();
      const hash = hashOf(text);
      hashes.push(hash);
      const number = texts.add(text);
      const mask = slots.length - 1;
      let slot = hash & mask;
      while ((slots[slot] ?? -1) >= 0) slot = (slot + 1) & mask;
      slots[slot] = number;
      return number;
    },
    find(text) {
      const number = slots[slotOf(text, hashOf(text))] ?? -1;
      return number < 0 ? undefined : number;
    },
  };
}

const seed = randomBytes(4).readUInt32LE();

/** A hash of 32 bits whose lowest ones depend on all characters. */
function hashOf(text: string): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
