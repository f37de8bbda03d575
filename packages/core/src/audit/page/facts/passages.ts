import { codeAt } from '../tokens/names.ts';
import { cut } from '../tokens/tag-attributes.ts';
import type { Passage, Scope } from '../tree/open-element.ts';

/** Characters of a text that are kept. */
export const textLimit = 2_000;

/** References of images to their labels that are followed for one passage, and attributes with them. */
const labelLimit = 20;

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
    labelledBy: null,
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

/** An image inside is named by what stands elsewhere. */
export function labelBy(passage: Passage, ids: string): void {
  passage.labelledBy ??= [];
  if (passage.labelledBy.length < labelLimit) passage.labelledBy.push(ids);
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

/**
 * What is read out of a passage.
 *
 * @param labels - Passages that an `aria-labelledby` may name, by id.
 */
export function spokenOf(passage: Passage, labels: ReadonlyMap<string, Passage>): string {
  const spoken = cut(passage.spoken?.text ?? passage.text, textLimit).trimEnd();
  return spoken === '' && passage.labelledBy !== null
    ? labelIn(passage.labelledBy, labels)
    : spoken;
}

function labelIn(labelledBy: readonly string[], labels: ReadonlyMap<string, Passage>): string {
  let label = '';
  for (const id of labelledBy
    .join(' ')
    .split(/[\t\n\f\r ]+/)
    .slice(0, labelLimit)) {
    const named = labels.get(id);
    const text = named === undefined ? '' : textOf(named);
    if (text !== '') label += label === '' ? text : ` ${text}`;
    if (label.length >= textLimit) break;
  }
  return cut(label, textLimit).trimEnd();
}
