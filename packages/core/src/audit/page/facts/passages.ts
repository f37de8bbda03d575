import { cut } from '../tokens/tag-attributes.ts';
import type { Passage } from '../tree/open-element.ts';

/** Characters of a text that are kept. */
export const textLimit = 2_000;

/** A passage that has gathered nothing yet. */
export function createPassage(): Passage {
  return { text: '', space: false, open: 0 };
}

/** Text as passages take it: every run of white space is one space. */
export function collapse(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** Adds collapsed text. Stops taking any once it has enough. */
export function gather(passage: Passage, collapsed: string): void {
  if (passage.text.length >= textLimit) return;
  const start = collapsed.startsWith(' ') ? 1 : 0;
  if (collapsed.length === start) {
    passage.space ||= start === 1;
    return;
  }
  const end = collapsed.length - (collapsed.endsWith(' ') ? 1 : 0);
  const space = (passage.space || start === 1) && passage.text !== '';
  passage.text += `${space ? ' ' : ''}${collapsed.slice(start, end)}`;
  passage.space = end < collapsed.length;
}

/** What a passage came to. */
export function textOf(passage: Passage): string {
  return cut(passage.text, textLimit).trimEnd();
}
