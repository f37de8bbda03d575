import type { Direction, VisibleLabel } from '../page-facts.ts';
import { codeAt, cut } from '../tokens/characters.ts';
import { noLists } from './fact-budget.ts';
import type { Frame } from './frame.ts';

/** Characters of a text that are kept. */
export const textLimit = 2_000;
/** Characters that are kept of the text of a footer, which can be a map of the site. */
const footerTextLimit = 10_000;

/** Characters that are kept of the text that visitors see in a control: longer ones are not compared with its name. */
const visibleLabelLimit = 400;

/** Label references resolved for one buffer. */
const labelLimit = 20;

/** Replaces every run of white space with one space. */
export function collapse(text: string): string {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const plain = code > 32 ? code < 160 : code === 32 && codeAt(text, at + 1) !== 32;
    if (!plain) return text.replace(/\s+/g, ' ');
  }
  return text;
}

/** The text collected from inside an open element, and what the element declares for its content. */
export interface TextBuffer {
  /** Whether a fact needs its text. */
  readonly collectsText: boolean;
  readonly limit: number;
  /** White space collapsed, not yet trimmed at the end. */
  text: string;
  /** Whether a space belongs before the next text. */
  space: boolean;
  /** Number of open elements it collects from. */
  open: number;
  /** The number of word breaks on the page when it last stopped collecting. */
  wordBreaksAtClose: number;
  /** What is read out, once that differs from the text. */
  accessibleText: CollectedText | null;
  /** Number of open elements inside whose text is not part of the accessible text. */
  excluded: number;
  /** Number of open elements inside that are hidden from all. */
  hiddenInside: number;
  /** Ids in `aria-labelledby` of descendants, which name it where nothing else is read out. */
  labelledBy: string[] | null;
  /** The text that visitors see; `null` where no fact needs it. */
  visibleLabel: (CollectedText & { certain: boolean }) | null;
  /** Whether scripts fill in a part of it. */
  filledByScript: boolean;
  /** What the element declares for its content; `null` for nothing. */
  readonly scope: Scope | null;
  /** What the element is in the structure of the page; `null` for nothing. */
  readonly frame: Frame | null;
  /** The fact of an image in SVG that the next `<title>` directly in the element names; `null` without one. */
  svgImage: { accessibleText?: string } | null;
  /** The lists whose facts receive its text. */
  lists: readonly object[];
  /** Characters that are counted as texts of these lists. */
  charged: number;
}

/** The language of an open element. */
interface OpenLang {
  readonly lang: string;
  hasText: boolean;
  words: number;
  isRtlText: boolean;
}

/** What an element declares for its content. */
export interface Scope {
  /** Number of open copies of the element: formatting leaves copies behind. */
  open: number;
  readonly hides: 'no' | 'readers' | 'all';
  /** Read out instead of the content; `null` where the content is. */
  readonly label: string | null;
  /** Read out where the content is empty; `null` for nothing. */
  readonly title: string | null;
  /** Its `aria-labelledby`, which names it where nothing else does; `null` without one. */
  readonly labelledBy: string | null;
  /** The element's own language, and what text is in it; `null` where it declares none. */
  readonly lang: OpenLang | null;
  /** The direction of its text; `null` where it declares none. */
  readonly dir: Direction | null;
  /** Its index among the items; `null` where it is not an item. */
  readonly item: number | null;
  /** RDFa's vocabulary for its content; `null` where it sets none. */
  readonly vocab: string | null;
  readonly picture: { hasImage: boolean } | null;
  /** Its index among the articles; `null` where it is not one. */
  readonly article: number | null;
  /** The fact of a `<label>`; `null` for other elements. */
  readonly fieldLabel: { control: number | null } | null;
  /** Whether it disables the controls inside. */
  readonly disables: boolean;
  /** Buffers of ancestors, and their length when this element opened. */
  around: { readonly buffer: TextBuffer; readonly length: number }[];
}

/** Text that is being collected. */
export interface CollectedText {
  /** Characters that are kept. */
  readonly limit: number;
  text: string;
  /** Whether a space belongs before the next text. */
  space: boolean;
}

/** The buffer of an element that has just opened. */
export function createTextBuffer(
  collectsText: boolean,
  scope: Scope | null,
  isFooter = false,
  frame: Frame | null = null,
): TextBuffer {
  return {
    collectsText,
    limit: isFooter ? footerTextLimit : textLimit,
    text: '',
    space: false,
    open: 0,
    wordBreaksAtClose: 0,
    accessibleText: null,
    excluded: 0,
    hiddenInside: 0,
    labelledBy: null,
    visibleLabel: null,
    filledByScript: false,
    scope,
    frame,
    svgImage: null,
    lists: noLists,
    charged: 0,
  };
}

/** Characters that a fact with the text of a buffer has gained since it was charged last. */
export function chargeOf(buffer: TextBuffer): number {
  const { limit, text, accessibleText, visibleLabel } = buffer;
  const characters =
    Math.min(text.length, limit) +
    Math.min(accessibleText?.text.length ?? 0, textLimit) +
    Math.min(visibleLabel?.text.length ?? 0, visibleLabelLimit);
  const gained = characters - buffer.charged;
  buffer.charged = characters;
  return gained;
}

/** Collects also the text that visitors see, apart from alternative texts. */
export function collectVisibleLabel(buffer: TextBuffer): void {
  buffer.visibleLabel = { text: '', space: false, limit: visibleLabelLimit, certain: true };
}

/** The finished text that visitors see; `null` where it was not collected. */
export function visibleLabelOf({ visibleLabel }: TextBuffer): VisibleLabel | null {
  if (visibleLabel === null) return null;
  return {
    text: cut(visibleLabel.text, visibleLabelLimit).trimEnd(),
    certain: visibleLabel.certain,
  };
}

/** Whether a buffer collects the text of a `<label>`. */
export function isOfLabel({ scope }: TextBuffer): boolean {
  return scope !== null && scope.fieldLabel !== null;
}

/** Appends collapsed text, up to the limit. */
export function appendText(collected: CollectedText, collapsed: string): void {
  const words = collapsed.trim();
  appendWords(collected, words, collapsed.startsWith(' '), collapsed.endsWith(' '));
}

/** Appends text without white space around it, inside which it is collapsed, up to the limit. */
export function appendWords(
  collected: CollectedText,
  words: string,
  spaceBefore: boolean,
  spaceAfter: boolean,
): void {
  if (collected.text.length >= collected.limit) return;
  if (words === '') {
    collected.space ||= spaceBefore;
    return;
  }
  if (collected.text === '') collected.text = words;
  else collected.text += collected.space || spaceBefore ? ` ${words}` : words;
  collected.space = spaceAfter;
}

/** An element that an `aria-labelledby` refers to. */
export interface Label {
  readonly buffer: TextBuffer;
  readonly hidden: boolean;
  /** Its `aria-label`. */
  readonly label: string | null;
  /** Its `alt` or value. */
  readonly own: string;
  readonly title: string | null;
  /** The computed name, cached: many elements may refer to it. */
  name: string | null;
}

/** The ids in an `aria-labelledby`, up to the limit. */
export function labelIdsOf(attribute: string): readonly string[] {
  const ids = attribute.split(/[\t\n\f\r ]+/).filter((id) => id !== '');
  return ids.slice(0, labelLimit);
}

/** Adds ids from an `aria-labelledby` of a descendant. */
export function addLabelIds(buffer: TextBuffer, ids: readonly string[]): void {
  if (ids.length === 0) return;
  buffer.labelledBy ??= [];
  for (const id of ids) {
    if (buffer.labelledBy.length >= labelLimit) return;
    buffer.labelledBy.push(id);
  }
}

/** Returns the buffer's accessible text, separate from its visible text from here on. */
export function separateAccessibleText(buffer: TextBuffer): CollectedText {
  buffer.accessibleText ??= { limit: textLimit, text: buffer.text, space: buffer.space };
  return buffer.accessibleText;
}

/**
 * Number of characters in a buffer. Reading one of them makes the engine join the concatenated
 * pieces, which take thirty times the memory before that.
 */
export function sizeOf({ text, accessibleText }: TextBuffer): number {
  codeAt(text, 0);
  if (accessibleText === null) return text.length;
  codeAt(accessibleText.text, 0);
  return text.length + accessibleText.text.length;
}

/** The finished text of a buffer. */
export function textOf(buffer: TextBuffer): string {
  return cut(buffer.text, buffer.limit).trimEnd();
}

/**
 * The finished accessible text of a buffer.
 *
 * @param labels - The elements that an `aria-labelledby` may refer to, by id.
 */
export function accessibleTextOf(buffer: TextBuffer, labels: ReadonlyMap<string, Label>): string {
  const accessibleText = ownAccessibleText(buffer);
  return accessibleText === '' && buffer.labelledBy !== null
    ? labelIn(buffer.labelledBy, labels)
    : accessibleText;
}

/**
 * The name that an element gives to one that refers to it. Its own `aria-labelledby` is not followed,
 * and the whole text of a hidden element counts.
 * Source: https://www.w3.org/TR/accname-1.2/#computation-steps, 2A to 2I
 */
export function nameOf(named: Label): string {
  named.name ??= findName(named);
  return named.name;
}

function findName({ buffer, hidden, label, own, title }: Label): string {
  const named = shortened(label) || shortened(own);
  if (named !== '') return named;
  return ownAccessibleText(buffer) || (hidden ? textOf(buffer) : '') || shortened(title);
}

function ownAccessibleText(buffer: TextBuffer): string {
  return cut(buffer.accessibleText?.text ?? buffer.text, textLimit).trimEnd();
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
