import { attributeOf } from '../tokens/tag-attributes.ts';
import type { TagToken } from '../tokens/tag-token.ts';
import { firstWords } from './words-in.ts';

export const noTokens: readonly string[] = [];

/** The first words of a `rel`, lower-case. */
export function relTokens(token: TagToken): readonly string[] {
  const rel = attributeOf(token, 'rel');
  if (rel === null) return noTokens;
  return firstWords(rel.toLowerCase());
}
