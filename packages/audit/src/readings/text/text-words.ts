import type { PageFacts } from '../../page/page-facts.ts';
import { countText } from '../count-text.ts';
import { memoize } from '../memoize.ts';
import { addNote } from '../notes.ts';
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
  const specialKind = special.find(([first, last]) => unit >= first && unit <= last)?.[2];
  const isWord =
    specialKind === 'line' || specialKind === 'high' || word.test(String.fromCharCode(unit));
  const kind = unitKinds[isWord ? (specialKind ?? 'letter') : 'none'];
  known[unit] = kind;
  return kind;
}

/** The words of a text. Each distinct word has a number: its index in the lists. */
export interface TextWords {
  /** The text they are parts of, lower-case. */
  readonly text: string;
  /** Where each distinct word begins in the text for the first time; for Han, words are pairs of characters. */
  readonly starts: readonly number[];
  /** Where each of them ends there. */
  readonly ends: readonly number[];
  /** The {@link hashOf} each of them. */
  readonly hashes: readonly number[];
  /** How often each of them occurs. */
  readonly counts: readonly number[];
  /** The words in order, as their numbers; {@link lineEnd} between lines. */
  readonly sequence: Int32Array;
  /** The number of words. */
  readonly total: number;
}

/** The distinct word with a number. */
export function wordAt({ text, starts, ends }: TextWords, index: number): string {
  return text.slice(starts[index], ends[index]);
}

/** Marks the end of a line in {@link TextWords.sequence}. */
export const lineEnd = -1;

/**
 * How many characters are split into words: about 3,000 words, enough to find the topic and the language of a text.
 */
export const characterLimit = 20_000;

/** A page's text in lower case and without soft hyphens; only the beginning of a long text. */
export const plainTextOf = memoize((page: PageFacts) => {
  const { text } = page;
  if (text.length > characterLimit) {
    addNote(
      page,
      `language and words are those of the first ${countText(characterLimit)} characters of the text`,
    );
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
  const words = readWords(plainOf(text));
  const split: string[] = [];
  for (const index of words.sequence) if (index !== lineEnd) split.push(wordAt(words, index));
  return split;
}

/** A text in lower case. Soft hyphens are removed. */
export function plainOf(text: string): string {
  return (text.includes('\u00ad') ? text.replaceAll('\u00ad', '') : text).toLowerCase();
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

/** Each bit of a sum depends only on the lower ones, so the low bits alone would be a bad hash. */
function hashOfSum(sum: number): number {
  return sum ^ (sum >>> 15);
}

/** Shared between calls: allocating a table takes longer than splitting a page. */
const table = new Int32Array(2 ** 14);
const sharedSequence = new Int32Array(characterLimit);

/** The words of a text, as far as it has been read. */
interface PartialWords {
  readonly text: string;
  readonly starts: number[];
  readonly ends: number[];
  readonly hashes: number[];
  readonly counts: number[];
  /** With an entry for each unit of the text, so that all its words and ends of lines have one. */
  readonly sequence: Int32Array;
  length: number;
  /** How many slots of the table are in use. */
  readonly slots: number;
  readonly others: Map<string, number>;
}

/** The words of a plain text. */
function readWords(text: string): TextWords {
  const slots = 2 ** Math.min(14, Math.max(8, 31 - Math.clz32(text.length)));
  table.fill(0, 0, slots);
  const [starts, ends, hashes, counts]: [number[], number[], number[], number[]] = [[], [], [], []];
  const sequence = text.length > characterLimit ? new Int32Array(text.length) : sharedSequence;
  const others = new Map<string, number>();
  const words = { text, starts, ends, hashes, counts, sequence, length: 0, slots, others };
  const lineEnds = readAll(words);
  const total = words.length - lineEnds;
  return { text, starts, ends, hashes, counts, sequence: sequence.slice(0, words.length), total };
}

/** Adds the words and the ends of lines, and returns the number of those. */
function readAll(words: PartialWords): number {
  const { line, letter, high, katakana, han } = unitKinds;
  const { text, sequence } = words;
  let lineEnds = 0;
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
    if (at > start) addWord(words, start, at, hashOfSum(sum));
    if (at >= text.length) break;
    if (kind === line) {
      sequence[words.length++] = lineEnd;
      lineEnds++;
    }
    at = kind === katakana || kind === han ? addRun(words, at, kind) : at + 1;
  }
  return lineEnds;
}

/** Adds the words of a run of Katakana or Han, and returns its end. */
function addRun(words: PartialWords, start: number, kind: number): number {
  const { text } = words;
  let end = start + 1;
  while (end < text.length && unitKind(text.charCodeAt(end)) === kind) end++;
  if (kind !== unitKinds.han || end - start < 3) {
    addWord(words, start, end, hashOf(text, start, end));
  } else {
    for (let at = start + 2; at <= end; at++) addWord(words, at - 2, at, hashOf(text, at - 2, at));
  }
  return end;
}

/**
 * Adds a word. Most words are found in a hash table; colliding words are in a map, which is slower, but limits
 * the time for any choice of words.
 */
function addWord(words: PartialWords, start: number, end: number, hash: number): void {
  const { text, starts, ends, counts } = words;
  const slot = hash & (words.slots - 1);
  // Numbers start at 1; 0 is an empty slot.
  let index = (table[slot] ?? 0) - 1;
  if (index < 0) table[slot] = starts.length + 1;
  else if (words.hashes[index] !== hash || !isWordAt(words, index, text, start, end)) {
    const word = text.slice(start, end);
    index = words.others.get(word) ?? -1;
    if (index < 0) words.others.set(word, starts.length);
  }
  if (index < 0) {
    index = starts.push(start) - 1;
    ends.push(end);
    words.hashes.push(hash);
    counts.push(0);
  }
  counts[index] = (counts[index] ?? 0) + 1;
  words.sequence[words.length++] = index;
}

/** Whether a part of a text is the distinct word with a number. */
export function isWordAt(
  words: Pick<TextWords, 'text' | 'starts' | 'ends'>,
  index: number,
  text: string,
  start: number,
  end: number,
): boolean {
  const first = words.starts[index] ?? 0;
  if ((words.ends[index] ?? 0) - first !== end - start) return false;
  for (let at = start; at < end; at++) {
    if (text.charCodeAt(at) !== words.text.charCodeAt(first + at - start)) return false;
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
const vowelSignScripts = [
  ...['devanagari', 'bengali', 'gurmukhi', 'gujarati', 'oriya', 'tamil', 'telugu', 'kannada'],
  ...['malayalam', 'sinhala'],
] as readonly Script[];

/** The words of a page's visible text, including scripts without spaces between words. */
export const countPageWords = memoize((page: PageFacts): number => {
  const { text, words } = page;
  const scripts = scriptsOf(page);
  // Soft hyphens are inside words.
  const hasSoftHyphens = text.includes('\u00ad');
  const hasVowelSigns = vowelSignScripts.some((script) => scripts[script] > 0);
  const isUnspaced = unspaced.some(([script]) => scripts[script] > 0);
  if (!hasSoftHyphens && !hasVowelSigns && !isUnspaced) return words;
  let count = countRuns(hasSoftHyphens ? text.replaceAll('\u00ad', '') : text);
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
