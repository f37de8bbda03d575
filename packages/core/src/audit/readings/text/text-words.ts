import type { PageFacts } from '../../page/page-facts.ts';
import { memoize } from './once.ts';
import { isWordPair, unitKind, unitKinds } from './word-characters.ts';

/** A page's text, as the checks of the text need it. */
export interface TextWords {
  /** The different words, lower-case; of Han they are pairs of characters. */
  readonly vocabulary: readonly string[];
  /** How often each of them occurs. */
  readonly counts: readonly number[];
  /** The words in order, as indices of the vocabulary; {@link lineEnd} between lines. */
  readonly sequence: readonly number[];
  /** The number of words. */
  readonly total: number;
}

/** Marks the end of a line in {@link TextWords.sequence}. */
export const lineEnd = -1;

/**
 * Characters that are split, about 3,000 words: enough to find the topic and the language of a text.
 */
export const characterLimit = 20_000;

/** A page's text in lower case and without soft hyphens; only the beginning of a long text. */
export const plainTextOf = memoize(({ text }: PageFacts) => plainOf(text.slice(0, characterLimit)));

/** The words of a page's text; only the beginning of a long text. */
export const textWordsOf = memoize((page: PageFacts): TextWords => {
  const plain = plainTextOf(page);
  const indexOf = indexer(plain);
  const vocabulary: string[] = [];
  const counts: number[] = [];
  const sequence: number[] = [];
  let total = 0;
  eachWord(plain, (start, end) => {
    if (start === end) {
      sequence.push(lineEnd);
      return;
    }
    const index = indexOf(start, end);
    if (index === vocabulary.length) {
      vocabulary.push(plain.slice(start, end));
      counts.push(0);
    }
    counts[index] = (counts[index] ?? 0) + 1;
    sequence.push(index);
    total++;
  });
  return { vocabulary, counts, sequence, total };
});

/**
 * The words of a text, lower-case. A run of Han is cut into overlapping pairs of characters, as search
 * engines index it; Katakana spells whole words; Hiragana, mostly particles and endings, is left out.
 */
export function splitWords(text: string): readonly string[] {
  const plain = plainOf(text);
  const words: string[] = [];
  eachWord(plain, (start, end) => {
    if (start < end) words.push(plain.slice(start, end));
  });
  return words;
}

/** A text in lower case. Soft hyphens are removed. */
export function plainOf(text: string): string {
  return (text.includes('\u00ad') ? text.replaceAll('\u00ad', '') : text).toLowerCase();
}

type Found = (start: number, end: number) => void;

/** Calls `found` with the start and the end of each word; at the end of a line, both are equal. */
function eachWord(text: string, found: Found): void {
  const { none, line, letter, high } = unitKinds;
  let start = 0;
  let before: number = none;
  for (let at = 0; at < text.length; at++) {
    let kind: number = unitKind(text.charCodeAt(at));
    if (kind > letter) kind = letter;
    const isPair = kind === high && isWordPair(text, at);
    if (kind === high) kind = isPair ? letter : none;
    if (kind !== before) {
      endRun(before, start, at, found);
      start = at;
      before = kind;
    }
    if (kind === line) found(at, at);
    if (isPair) at++;
    // Fast path: most letters are next to other letters.
    if (kind === letter) {
      while (at + 1 < text.length && unitKind(text.charCodeAt(at + 1)) >= letter) at++;
    }
  }
  endRun(before, start, text.length, found);
}

function endRun(kind: number, start: number, end: number, found: Found): void {
  if (kind < unitKinds.katakana) return;
  if (kind !== unitKinds.han || end - start < 3) found(start, end);
  else for (let at = start + 1; at < end; at++) found(at - 1, at + 1);
}

/** Shared between calls: allocating a table takes longer than splitting a page. */
const table = new Int32Array(2 ** 14);

/**
 * Numbers the words of a text in order of appearance. Most words are found in a hash table; colliding
 * words are in a map, which is slower, but limits the time for any choice of words.
 */
function indexer(text: string): (start: number, end: number) => number {
  const slots = 2 ** Math.min(14, Math.max(8, 32 - Math.clz32(text.length)));
  table.fill(0, 0, slots);
  const starts: number[] = [];
  const ends: number[] = [];
  const others = new Map<string, number>();
  const add = (start: number, end: number) => {
    ends.push(end);
    return starts.push(start);
  };
  return (start, end) => {
    let sum = 0;
    for (let at = start; at < end; at++) sum = Math.imul(sum + text.charCodeAt(at), 0x9e3779b1);
    const slot = (sum ^ (sum >>> 15)) & (slots - 1);
    // Numbers start at 1; 0 is an empty slot.
    const number = table[slot] ?? 0;
    if (number === 0) {
      const added = add(start, end);
      table[slot] = added;
      return added - 1;
    }
    if (isSame(text, start, end, starts[number - 1] ?? 0, ends[number - 1] ?? 0)) return number - 1;
    const word = text.slice(start, end);
    const known = others.get(word);
    if (known !== undefined) return known;
    const added = add(start, end) - 1;
    others.set(word, added);
    return added;
  };
}

function isSame(
  text: string,
  start: number,
  end: number,
  otherStart: number,
  otherEnd: number,
): boolean {
  if (end - start !== otherEnd - otherStart) return false;
  for (let at = start, other = otherStart; at < end; at++, other++) {
    if (text.charCodeAt(at) !== text.charCodeAt(other)) return false;
  }
  return true;
}
