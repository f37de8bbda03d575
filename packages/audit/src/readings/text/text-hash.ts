import { createHash } from 'node:crypto';
import type { PageFacts } from '../../page/page-facts.ts';
import { countPageWords, plainOf } from './text-words.ts';

/** Shorter texts are equal by chance: an error message, a list of links. */
const leastWords = 20;

/**
 * A hash of the page's visible text, equal for equal texts: 96 bits, in base64url. Case and white space do not
 * matter. `null` for texts of fewer than 20 words.
 */
export function textHashOf(page: PageFacts): string | null {
  if (countPageWords(page) < leastWords) return null;
  const text = plainOf(page.text).replaceAll('\n', ' ');
  // White space in it is collapsed already. The text is cut, the number of its words is not.
  return createHash('sha256').update(`${page.words} ${text}`).digest('base64url').slice(0, 16);
}
