import { codeAt } from '../tokens/names.ts';
import { cut } from '../tokens/tag-attributes.ts';
import type { Passage, Scope } from '../tree/open-element.ts';

/** Characters of a text that are kept. */
export const textLimit = 2_000;

/** References to labels that are followed for one passage. */
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

/** An element that an `aria-labelledby` names. */
export interface Label {
  readonly passage: Passage;
  readonly hidden: boolean;
  /** Its `aria-label`. */
  readonly label: string | null;
  /** Its `alt` or value. */
  readonly own: string;
  readonly title: string | null;
  /** The name that it gives, once somebody asked: many may. */
  name: string | null;
}

/** The ids that an `aria-labelledby` names, as many as are followed. */
export function labelIdsOf(attribute: string): readonly string[] {
  const ids = attribute.split(/[\t\n\f\r ]+/).filter((id) => id !== '');
  return ids.slice(0, labelLimit);
}

/** An element inside is named by what stands elsewhere. */
export function labelBy(passage: Passage, ids: readonly string[]): void {
  if (ids.length === 0) return;
  passage.labelledBy ??= [];
  for (const id of ids) {
    if (passage.labelledBy.length >= labelLimit) return;
    passage.labelledBy.push(id);
  }
}

/** From here on, what is read out of a passage is not its text. */
export function partSpoken(passage: Passage): Gathered {
  passage.spoken ??= { text: passage.text, space: passage.space };
  return passage.spoken;
}

/**
 * How many characters a passage takes. Looking at one of them makes one text of the pieces, which take
 * thirty times as much while they are apart.
 */
export function sizeOf({ text, spoken }: Passage): number {
  codeAt(text, 0);
  if (spoken === null) return text.length;
  codeAt(spoken.text, 0);
  return text.length + spoken.text.length;
}

/** What a passage came to. */
export function textOf(passage: Passage): string {
  return cut(passage.text, textLimit).trimEnd();
}

/**
 * What is read out of a passage.
 *
 * @param labels - What an `aria-labelledby` may name, by id.
 */
export function spokenOf(passage: Passage, labels: ReadonlyMap<string, Label>): string {
  const spoken = spokenIn(passage);
  return spoken === '' && passage.labelledBy !== null
    ? labelIn(passage.labelledBy, labels)
    : spoken;
}

/**
 * The name that an element gives to another one. What it names itself by in turn does not count, and
 * of a hidden element all is read.
 * Source: https://www.w3.org/TR/accname-1.2/#computation-steps, 2A to 2I
 */
export function nameOf(named: Label): string {
  named.name ??= findName(named);
  return named.name;
}

function findName({ passage, hidden, label, own, title }: Label): string {
  const named = shortened(label) || shortened(own);
  if (named !== '') return named;
  return spokenIn(passage) || (hidden ? textOf(passage) : '') || shortened(title);
}

function spokenIn(passage: Passage): string {
  return cut(passage.spoken?.text ?? passage.text, textLimit).trimEnd();
}

function shortened(text: string | null): string {
  return text === null ? '' : collapse(text).trim();
}

function labelIn(labelledBy: readonly string[], labels: ReadonlyMap<string, Label>): string {
  let label = '';
  for (const id of labelledBy) {
    const named = labels.get(id);
    const text = named === undefined ? '' : nameOf(named);
    if (text !== '') label += label === '' ? text : ` ${text}`;
    if (label.length >= textLimit) break;
  }
  return cut(label, textLimit).trimEnd();
}
