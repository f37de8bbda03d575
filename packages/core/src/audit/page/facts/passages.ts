import { codeAt } from '../tokens/names.ts';
import { cut } from '../tokens/tag-attributes.ts';
import type { Passage, Scope } from '../tree/open-element.ts';

/** Characters of a text that are kept. */
export const textLimit = 2_000;

/** Text as passages take it: every run of white space is one space. */
export function collapse(text: string): string {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const plain = code > 32 ? code < 160 : code === 32 && codeAt(text, at + 1) !== 32;
    if (!plain) return text.replace(/\s+/g, ' ');
  }
  return text;
}

/** A text that is being gathered. */
export interface Gathered {
  text: string;
  /** Whether a white space is due before what comes next. */
  space: boolean;
}

/** A passage of an element that has just begun. */
export function createPassage(gathers: boolean, scope: Scope | null): Passage {
  return {
    gathers,
    text: '',
    space: false,
    open: 0,
    partsThen: 0,
    spoken: null,
    muted: 0,
    scope,
  };
}

/** Adds collapsed text. Stops taking any once it has enough. */
export function gather(gathered: Gathered, collapsed: string): void {
  if (gathered.text.length >= textLimit) return;
  const start = codeAt(collapsed, 0) === 32 ? 1 : 0;
  if (collapsed.length === start) {
    gathered.space ||= start === 1;
    return;
  }
  const end = collapsed.length - (collapsed.charCodeAt(collapsed.length - 1) === 32 ? 1 : 0);
  const text = end - start === collapsed.length ? collapsed : collapsed.slice(start, end);
  if (gathered.text === '') gathered.text = text;
  else gathered.text += gathered.space || start === 1 ? ` ${text}` : text;
  gathered.space = end < collapsed.length;
}

/** From here on, what is read out of a passage is not its text. */
export function partSpoken(passage: Passage): Gathered {
  passage.spoken ??= { text: passage.text, space: passage.space };
  return passage.spoken;
}

/** What a passage came to. */
export function textOf(passage: Passage): string {
  return cut(passage.text, textLimit).trimEnd();
}

/** What is read out of a passage. */
export function spokenOf(passage: Passage): string {
  return cut(passage.spoken?.text ?? passage.text, textLimit).trimEnd();
}
