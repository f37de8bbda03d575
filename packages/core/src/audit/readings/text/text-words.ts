import type { PageFacts } from '../../page/page-facts.ts';
import { addNote } from '../notes.ts';
import { memoize } from './memoize.ts';
import { type Script, scriptsOf } from './scripts.ts';

/**
 * The kinds of UTF-16 units for splitting words. Han, Katakana, Hiragana and the scripts of South-East
 * Asia (`unseparated`) have no spaces between words. `high` is the first half of a surrogate pair.
 */
export const unitKinds = {
  none: 1,
  line: 2,
  high: 3,
  hiragana: 4,
  katakana: 5,
  han: 6,
  letter: 7,
  unseparated: 8,
} as const;

/** One of {@link unitKinds}. */
type UnitKind = (typeof unitKinds)[keyof typeof unitKinds];

const word = /[\p{L}\p{M}\p{N}]/u;
const special = [
  [0x0a, 0x0a, 'line'],
  [0xe00, 0xeff, 'unseparated'],
  [0x1000, 0x109f, 'unseparated'],
  [0x1780, 0x17ff, 'unseparated'],
  [0x3041, 0x30a0, 'hiragana'],
  [0x30a1, 0x30ff, 'katakana'],
  [0x3400, 0x9fff, 'han'],
  [0xd800, 0xdbff, 'high'],
] as const;

/** A cache of the kinds: ten times as fast as the regular expression. */
const known = new Uint8Array(65_536);

/** The kind of a UTF-16 unit. */
export function unitKind(unit: number): UnitKind {
  const kind = known[unit];
  return kind === undefined || kind === 0 ? classify(unit) : (kind as UnitKind);
}

/** Whether the surrogate pair at an index of a text is part of a word. */
function isWordPair(text: string, at: number): boolean {
  return word.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}

function classify(unit: number): UnitKind {
  const own = special.find(([first, last]) => unit >= first && unit <= last)?.[2];
  const isWord = own === 'line' || own === 'high' || word.test(String.fromCharCode(unit));
  const kind = unitKinds[isWord ? (own ?? 'letter') : 'none'];
  known[unit] = kind;
  return kind;
}

/** The words of a page's text. */
export interface TextWords {
  /** The distinct words, lower-case; for Han, pairs of characters. */
  readonly vocabulary: readonly string[];
  /** The {@link hashOf} each of them. */
  readonly hashes: readonly number[];
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
export const plainTextOf = memoize((page: PageFacts) => {
  const { text } = page;
  if (text.length > characterLimit) {
    const limit = characterLimit.toLocaleString('en');
    addNote(page, `language and words are those of the first ${limit} characters of the text`);
  }
  return plainOf(text.slice(0, characterLimit));
});

/** The words of a page's text; only the beginning of a long text. */
export const textWordsOf = memoize((page: PageFacts): TextWords => readWords(plainTextOf(page)));

/**
 * The words of a text, lower-case. A run of Han is cut into overlapping pairs of characters, as search
 * engines index it; Katakana spells whole words; Hiragana, mostly particles and endings, is left out.
 */
export function splitWords(text: string): readonly string[] {
  const { vocabulary, sequence } = readWords(plainOf(text));
  return sequence.flatMap((index) => vocabulary[index] ?? []);
}

/** A text in lower case. Soft hyphens are removed. */
export function plainOf(text: string): string {
  return (text.includes('\u00ad') ? text.replaceAll('\u00ad', '') : text).toLowerCase();
}

type Found = (start: number, end: number, hash: number) => void;

/** Calls `found` with the start, the end and a hash of each word; at the end of a line, start and end are equal. */
function eachWord(text: string, found: Found): void {
  const { line, letter, high, katakana, han } = unitKinds;
  let at = 0;
  while (at < text.length) {
    const start = at;
    let sum = 0;
    let kind: number = letter;
    while (at < text.length) {
      const unit = text.charCodeAt(at);
      kind = unitKind(unit);
      if (kind >= letter) {
        sum = withUnit(sum, unit);
        at++;
      } else if (kind === high && isWordPair(text, at)) {
        sum = withUnit(withUnit(sum, unit), text.charCodeAt(at + 1));
        at += 2;
      } else break;
    }
    if (at > start) found(start, at, hashOfSum(sum));
    if (at >= text.length) return;
    if (kind === line) found(at, at, 0);
    at = kind === katakana || kind === han ? eachOfRun(text, at, kind, found) : at + 1;
  }
}

/** Calls `found` with the words of a run of Katakana or Han, and returns its end. */
function eachOfRun(text: string, start: number, kind: number, found: Found): number {
  let end = start + 1;
  while (end < text.length && unitKind(text.charCodeAt(end)) === kind) end++;
  if (kind !== unitKinds.han || end - start < 3) found(start, end, hashOf(text, start, end));
  else for (let at = start + 2; at <= end; at++) found(at - 2, at, hashOf(text, at - 2, at));
  return end;
}

/** A hash of a part of a text. */
export function hashOf(text: string, start: number, end: number): number {
  let sum = 0;
  for (let at = start; at < end; at++) sum = withUnit(sum, text.charCodeAt(at));
  return hashOfSum(sum);
}

function withUnit(sum: number, unit: number): number {
  return Math.imul(sum + unit, 0x9e3779b1);
}

/** Each bit of a sum depends on the lower ones alone: the low bits alone would be a bad hash. */
function hashOfSum(sum: number): number {
  return sum ^ (sum >>> 15);
}

/** Shared between calls: allocating a table takes longer than splitting a page. */
const table = new Int32Array(2 ** 14);

/**
 * The words of a plain text. Most words are found in a hash table; colliding words are in a map, which is
 * slower, but limits the time for any choice of words.
 */
function readWords(plain: string): TextWords {
  const slots = 2 ** Math.min(14, Math.max(8, 32 - Math.clz32(plain.length)));
  table.fill(0, 0, slots);
  const vocabulary: string[] = [];
  const hashes: number[] = [];
  const counts: number[] = [];
  const sequence: number[] = [];
  const others = new Map<string, number>();
  let total = 0;
  eachWord(plain, (start, end, hash) => {
    if (start === end) {
      sequence.push(lineEnd);
      return;
    }
    total++;
    const slot = hash & (slots - 1);
    // Numbers start at 1; 0 is an empty slot.
    let index = (table[slot] ?? 0) - 1;
    if (index < 0) table[slot] = vocabulary.length + 1;
    else if (!isAt(plain, start, end, vocabulary[index] ?? '')) {
      const word = plain.slice(start, end);
      index = others.get(word) ?? -1;
      if (index < 0) others.set(word, vocabulary.length);
    }
    if (index < 0) {
      index = vocabulary.push(plain.slice(start, end)) - 1;
      hashes.push(hash);
      counts.push(0);
    }
    counts[index] = (counts[index] ?? 0) + 1;
    sequence.push(index);
  });
  return { vocabulary, hashes, counts, sequence, total };
}

/** Whether a part of a text is a word. */
function isAt(text: string, start: number, end: number, word: string): boolean {
  if (end - start !== word.length) return false;
  for (let at = 0; at < word.length; at++) {
    if (text.charCodeAt(start + at) !== word.charCodeAt(at)) return false;
  }
  return true;
}

/**
 * Average characters per word in scripts without spaces between words; exact enough to distinguish short
 * from long texts. Han and kana: translators estimate two characters for an English word. The others:
 * about four letters and signs.
 */
const unspaced: readonly (readonly [Script, number])[] = [
  ['han', 2],
  ['hiragana', 2],
  ['katakana', 2],
  ['thai', 4],
  ['lao', 4],
  ['khmer', 4],
  ['myanmar', 4],
];

/** Scripts with vowel signs that are not letters, so that a run of letters is less than a word. */
const signed = [
  ...['devanagari', 'bengali', 'gurmukhi', 'gujarati', 'oriya', 'tamil', 'telugu', 'kannada'],
  ...['malayalam', 'sinhala'],
] as readonly Script[];

/** The words of a page's visible text, including scripts without spaces between words. */
export const countPageWords = memoize((page: PageFacts): number => {
  const { text, words } = page;
  const scripts = scriptsOf(page);
  // Soft hyphens are inside words.
  const isBroken = text.includes('\u00ad');
  const isSigned = signed.some((script) => scripts[script] > 0);
  const isUnspaced = unspaced.some(([script]) => scripts[script] > 0);
  if (!isBroken && !isSigned && !isUnspaced) return words;
  let count = countRuns(isBroken ? text.replaceAll('\u00ad', '') : text);
  for (const [script, characters] of unspaced) count += scripts[script] / characters;
  return Math.ceil(count);
});

/** Counts runs of letters, signs and digits, except runs in scripts without spaces between words. */
function countRuns(text: string): number {
  const { none, high, letter, hiragana } = unitKinds;
  let runs = 0;
  let isRun = false;
  let isSeparated = true;
  for (let at = 0; at < text.length; at++) {
    let kind: number = unitKind(text.charCodeAt(at));
    const isPair = kind === high && isWordPair(text, at);
    if (kind === high) kind = isPair ? letter : none;
    if (isPair) at++;
    if (kind >= hiragana) {
      isRun = true;
      if (kind !== letter) isSeparated = false;
    } else if (isRun) {
      if (isSeparated) runs++;
      isRun = false;
      isSeparated = true;
    }
  }
  return isRun && isSeparated ? runs + 1 : runs;
}
