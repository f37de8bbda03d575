import { matchesNameAt } from '../tokens/characters.ts';
import { bitOf, distinctFlags } from '../tokens/tags.ts';
import { attributeOf, type TagToken, valueBetween } from '../tokens/token.ts';

/** Flags of the attributes that are looked up on many elements. */
export const attribute = distinctFlags({
  id: 1 << 0,
  style: 1 << 1,
  hidden: 1 << 2,
  role: 1 << 3,
  lang: 1 << 4,
  title: 1 << 5,
  'aria-hidden': 1 << 6,
  'aria-label': 1 << 7,
  'aria-labelledby': 1 << 8,
  tabindex: 1 << 9,
  itemscope: 1 << 10,
  itemprop: 1 << 11,
  typeof: 1 << 12,
  property: 1 << 13,
  vocab: 1 << 14,
  href: 1 << 15,
  src: 1 << 16,
  srcset: 1 << 17,
  alt: 1 << 18,
  rel: 1 << 19,
  target: 1 << 20,
  name: 1 << 21,
  width: 1 << 22,
  height: 1 << 23,
  loading: 1 << 24,
  fetchpriority: 1 << 25,
  download: 1 << 26,
  onclick: 1 << 27,
  type: 1 << 28,
  inert: 1 << 29,
  popover: 1 << 30,
  accesskey: 1 << 31,
});

/** Which of these attributes a tag has and where, indexed in one pass over its attributes. */
export interface IndexedAttributes {
  /** The flags of those that it has. */
  flags: number;
  /** Whether it has any attribute of ARIA. */
  aria: boolean;
  /** Whether it has a `dir`. */
  dir: boolean;
  /** Index of each in the tag's offsets, at the flag's bit. */
  readonly at: Int32Array;
  /** The flags of those whose value was read. */
  read: number;
  /** Their values, at the flag's bit: several facts read the `href` of a link. */
  readonly values: string[];
}

/** By the first letter of the name, so that most attributes are skipped after one comparison. */
const byFirstLetter: ({ name: string; flag: number }[] | undefined)[] = new Array(128).fill(
  undefined,
);
for (const [name, flag] of Object.entries(attribute)) {
  const letter = name.charCodeAt(0);
  byFirstLetter[letter] = [...(byFirstLetter[letter] ?? []), { name, flag }];
}

const lowerCase = 32;
const letterA = 97;
const letterD = 100;
const ariaPrefix = 'aria-';
const direction = 'dir';

/** An index to be reused for one tag after another. */
export function createIndexedAttributes(): IndexedAttributes {
  return {
    flags: 0,
    aria: false,
    dir: false,
    at: new Int32Array(32),
    read: 0,
    values: new Array<string>(32).fill(''),
  };
}

/** Indexes a tag's attributes; the first of each name counts. */
export function indexAttributes(
  indexed: IndexedAttributes,
  { text, attributes, offsets }: TagToken,
): void {
  let flags = 0;
  let aria = false;
  let dir = false;
  for (let index = 0; index < 4 * attributes; index += 4) {
    const start = offsets[index] ?? 0;
    const letter = text.charCodeAt(start) | lowerCase;
    const candidates = byFirstLetter[letter];
    if (candidates === undefined) continue;
    aria ||= letter === letterA && matchesNameAt(text, ariaPrefix, start);
    const length = (offsets[index + 1] ?? 0) - start;
    dir ||= letter === letterD && length === 3 && matchesNameAt(text, direction, start);
    for (const { name, flag } of candidates) {
      if (name.length !== length || !matchesNameAt(text, name, start)) continue;
      if ((flags & flag) === 0) indexed.at[bitOf(flag)] = index;
      flags |= flag;
    }
  }
  indexed.flags = flags;
  indexed.aria = aria;
  indexed.dir = dir;
  indexed.read = 0;
}

/** Whether the indexed tag has an attribute; of several flags, any of them. */
export function has({ flags }: IndexedAttributes, which: number): boolean {
  return (flags & which) !== 0;
}

/** Value of an attribute of the indexed tag, references decoded; `null` without one. */
export function valueIn(token: TagToken, indexed: IndexedAttributes, flag: number): string | null {
  if ((indexed.flags & flag) === 0) return null;
  const bit = bitOf(flag);
  if ((indexed.read & flag) === 0) {
    const { text, offsets } = token;
    const index = indexed.at[bit] ?? 0;
    indexed.values[bit] = valueBetween(text, offsets[index + 2] ?? 0, offsets[index + 3] ?? 0);
    indexed.read |= flag;
  }
  return indexed.values[bit] ?? null;
}

export const noTokens: readonly string[] = [];

/** The first words of a `rel`, lower-case. */
export function relTokens(token: TagToken): readonly string[] {
  const rel = attributeOf(token, 'rel');
  if (rel === null) return noTokens;
  return firstWords(rel.toLowerCase());
}

/** Words of one attribute that a fact keeps: far more than a meaningful value has. */
const wordLimit = 32;

/** The words of an attribute's value. */
export function wordsIn(value: string | null): readonly string[] {
  return (value ?? '').split(/[\t\n\f\r ]+/).filter((word) => word !== '');
}

/** The first 32 {@link wordsIn} a value. */
export function firstWords(value: string | null): readonly string[] {
  const words = wordsIn(value);
  return words.length > wordLimit ? words.slice(0, wordLimit) : words;
}
