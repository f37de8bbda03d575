import { matchesNameAt } from '../tokens/characters.ts';
import { attributeOf, type TagToken, valueBetween } from '../tokens/token.ts';

/** The attributes that are looked up on many elements, each with its own slot from 0 to 30. */
export const slot = {
  id: 0,
  style: 1,
  hidden: 2,
  role: 3,
  lang: 4,
  title: 5,
  'aria-hidden': 6,
  'aria-label': 7,
  'aria-labelledby': 8,
  tabindex: 9,
  itemscope: 10,
  itemprop: 11,
  typeof: 12,
  property: 13,
  vocab: 14,
  href: 15,
  src: 16,
  srcset: 17,
  alt: 18,
  rel: 19,
  target: 20,
  name: 21,
  width: 22,
  height: 23,
  loading: 24,
  fetchpriority: 25,
  download: 26,
  onclick: 27,
  type: 28,
  inert: 29,
} as const;

/** One of {@link slot}. */
type Slot = (typeof slot)[keyof typeof slot];

/** The {@link slot} attributes of a tag, indexed in one pass over its attributes. */
export interface IndexedAttributes {
  /** A bit for each, `1 << slot`. */
  bits: number;
  /** Index of each in the tag's offsets. */
  readonly at: Int32Array;
}

/** By the first letter of the name, so that most attributes are skipped after one comparison. */
const byFirstLetter: ({ name: string; own: number }[] | undefined)[] = new Array(128).fill(
  undefined,
);
for (const [name, own] of Object.entries(slot)) {
  const letter = name.charCodeAt(0);
  byFirstLetter[letter] = [...(byFirstLetter[letter] ?? []), { name, own }];
}

const lowerCase = 32;

/** An index to be reused for one tag after another. */
export function createIndexedAttributes(): IndexedAttributes {
  return { bits: 0, at: new Int32Array(Object.keys(slot).length) };
}

/** Indexes a tag's attributes; the first of each name counts. */
export function indexAttributes(
  indexed: IndexedAttributes,
  { text, attributes, offsets }: TagToken,
): void {
  let bits = 0;
  for (let index = 0; index < 4 * attributes; index += 4) {
    const start = offsets[index] ?? 0;
    const candidates = byFirstLetter[text.charCodeAt(start) | lowerCase];
    if (candidates === undefined) continue;
    const length = (offsets[index + 1] ?? 0) - start;
    for (const { name, own } of candidates) {
      if (name.length !== length || !matchesNameAt(text, name, start)) continue;
      if ((bits & (1 << own)) === 0) indexed.at[own] = index;
      bits |= 1 << own;
    }
  }
  indexed.bits = bits;
}

/** Whether the indexed tag has an attribute. */
export function has({ bits }: IndexedAttributes, which: Slot): boolean {
  return (bits & (1 << which)) !== 0;
}

/** Value of an attribute of the indexed tag, references decoded; `null` without one. */
export function valueIn(
  token: TagToken,
  { bits, at }: IndexedAttributes,
  which: Slot,
): string | null {
  if ((bits & (1 << which)) === 0) return null;
  const index = at[which] ?? 0;
  return valueBetween(token.text, token.offsets[index + 2] ?? 0, token.offsets[index + 3] ?? 0);
}

export const noTokens: readonly string[] = [];

/** The first words of a `rel`, lower-case. */
export function relTokens(token: TagToken): readonly string[] {
  const rel = attributeOf(token, 'rel');
  if (rel === null) return noTokens;
  return firstWords(rel.toLowerCase());
}

/** Words of one attribute that a fact keeps: far more than a meaningful value has. */
const most = 32;

/** The words of an attribute's value. */
export function wordsIn(value: string | null): readonly string[] {
  return (value ?? '').split(/[\t\n\f\r ]+/).filter((word) => word !== '');
}

/** The first 32 {@link wordsIn} a value. */
export function firstWords(value: string | null): readonly string[] {
  const words = wordsIn(value);
  return words.length > most ? words.slice(0, most) : words;
}
