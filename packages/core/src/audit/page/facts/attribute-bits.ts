import { nameStandsAt } from '../tokens/names.ts';
import { attributeOf } from '../tokens/tag-attributes.ts';
import type { TagToken } from '../tokens/tag-token.ts';

const names = [
  'id',
  'style',
  'hidden',
  'role',
  'lang',
  'title',
  'aria-hidden',
  'aria-label',
  'aria-labelledby',
  'tabindex',
  'itemscope',
  'itemprop',
  'typeof',
  'property',
  'vocab',
  'href',
  'src',
  'srcset',
  'alt',
  'rel',
  'target',
  'name',
  'width',
  'height',
  'loading',
  'fetchpriority',
  'download',
  'onclick',
  'type',
] as const;

/** An attribute that is looked for on many elements. */
export type NotedAttribute = (typeof names)[number];

/** A bit for each attribute that is looked for on many elements. */
export const bitOf = Object.fromEntries(names.map((name, index) => [name, 1 << index])) as Readonly<
  Record<NotedAttribute, number>
>;

/** By the first letter of their name, so that most attributes are told apart by one look. */
const byFirstLetter: ({ name: string; bit: number }[] | undefined)[] = new Array(128).fill(
  undefined,
);
for (const name of names) {
  const letter = name.charCodeAt(0);
  byFirstLetter[letter] = [...(byFirstLetter[letter] ?? []), { name, bit: bitOf[name] }];
}

const lowerCase = 32;

/** The bits of the attributes that a tag has: one look at them tells which to read. */
export function attributeBitsOf({ text, attributes, offsets }: TagToken): number {
  let found = 0;
  for (let index = 0; index < 4 * attributes; index += 4) {
    const start = offsets[index] ?? 0;
    const candidates = byFirstLetter[text.charCodeAt(start) | lowerCase];
    if (candidates === undefined) continue;
    const length = (offsets[index + 1] ?? 0) - start;
    for (const { name, bit } of candidates) {
      if (name.length === length && nameStandsAt(text, name, start)) found |= bit;
    }
  }
  return found;
}

/** Value of an attribute of a tag whose bits are known; `null` where there is none. */
export function noted(token: TagToken, bits: number, name: NotedAttribute): string | null {
  return (bits & bitOf[name]) === 0 ? null : attributeOf(token, name);
}
