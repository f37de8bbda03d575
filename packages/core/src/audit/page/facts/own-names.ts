import { attributeOf } from '../tokens/tag-attributes.ts';
import type { TagToken } from '../tokens/tag-token.ts';
import { knownTag, type Tag } from '../tokens/tags.ts';
import type { ElementContext } from './element-context.ts';
import { type NotedAttributes, slot, valueIn } from './noted-attributes.ts';
import { isPresentational } from './roles.ts';

const area = knownTag('area');
const embed = knownTag('embed');
const img = knownTag('img');
const input = knownTag('input');

/** Fields of which no value is read out. */
const unread = new Set(['hidden', 'password', 'checkbox', 'radio', 'file', 'color']);
/** What buttons say that nobody told what to say; browsers translate it. */
const defaults = new Map([
  ['submit', 'Submit'],
  ['reset', 'Reset'],
]);

/** Whether an element has no content and yet may be named; images have facts of their own. */
export function isNamedVoid(tag: Tag): boolean {
  return tag === input || tag === area || tag === embed;
}

/**
 * What names an element of its own where it has no content to do so: the `alt` of an image or area,
 * the value of a field; `''` where nothing does.
 * Source: https://www.w3.org/TR/accname-1.2/#computation-steps, 2D and 2E
 */
export function ownNameIn(token: TagToken, noted: NotedAttributes): string {
  const { tag } = token;
  if (tag !== input) return tag === img || tag === area ? altIn(token, noted) : '';
  const type = typeIn(token, noted);
  if (type === 'image') return altIn(token, noted);
  if (unread.has(type)) return '';
  return attributeOf(token, 'value') ?? defaults.get(type) ?? '';
}

/** What is read out for an element without content; `''` where that is nothing. */
export function spokenOfVoid(token: TagToken, { noted, hidden }: ElementContext): string {
  if (hidden !== 'no' || (token.tag === input && typeIn(token, noted) === 'hidden')) return '';
  const label = valueIn(token, noted, slot['aria-label']);
  if (label?.trim()) return label;
  const own = ownNameIn(token, noted);
  return own.trim() === '' ? (valueIn(token, noted, slot.title) ?? '') : own;
}

/** Whether an element is read out by a name that its own attributes give it. */
export function isNamed(token: TagToken, context: ElementContext): boolean {
  const { noted, hidden } = context;
  if (token.tag === img) {
    if (hidden !== 'no' || isPresentational(token, noted)) return false;
    const alt = valueIn(token, noted, slot.alt);
    const label = valueIn(token, noted, slot['aria-label']);
    return isFilled(label) || isFilled(alt ?? valueIn(token, noted, slot.title));
  }
  return spokenOfVoid(token, context).trim() !== '';
}

function isFilled(text: string | null): boolean {
  return text !== null && text.trim() !== '';
}

function altIn(token: TagToken, noted: NotedAttributes): string {
  return valueIn(token, noted, slot.alt) ?? '';
}

function typeIn(token: TagToken, noted: NotedAttributes): string {
  return valueIn(token, noted, slot.type)?.toLowerCase() ?? '';
}
