import { cut } from '../tokens/tag-attributes.ts';
import type { Passage } from '../tree/open-element.ts';

/** Characters of a text that are kept. */
export const textLimit = 2_000;

/** Text as passages take it: every run of white space is one space. */
export function collapse(text: string): string {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const plain = code > 32 ? code < 160 : code === 32 && text.charCodeAt(at + 1) !== 32;
    if (!plain) return text.replace(/\s+/g, ' ');
  }
  return text;
}

/** Adds collapsed text. Stops taking any once it has enough. */
export function gather(passage: Passage, collapsed: string): void {
  if (passage.text.length >= textLimit) return;
  const start = collapsed.charCodeAt(0) === 32 ? 1 : 0;
  if (collapsed.length === start) {
    passage.space ||= start === 1;
    return;
  }
  const end = collapsed.length - (collapsed.charCodeAt(collapsed.length - 1) === 32 ? 1 : 0);
  const text = end - start === collapsed.length ? collapsed : collapsed.slice(start, end);
  if (passage.text === '') passage.text = text;
  else passage.text += passage.space || start === 1 ? ` ${text}` : text;
  passage.space = end < collapsed.length;
}

/** What a passage came to. */
export function textOf(passage: Passage): string {
  return cut(passage.text, textLimit).trimEnd();
}
