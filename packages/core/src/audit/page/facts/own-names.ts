import { attributeOf } from '../tokens/tag-attributes.ts';
import type { TagToken } from '../tokens/tag-token.ts';
import { knownTag, type Tag } from '../tokens/tags.ts';
import type { ElementContext } from './element-context.ts';
import { type IndexedAttributes, slot, valueIn } from './indexed-attributes.ts';
import { isPresentational } from './roles.ts';

const area = knownTag('area');
const embed = knownTag('embed');
const img = knownTag('img');
const input = knownTag('input');

/** Input types whose value is not read out. */
const unread = new Set(['hidden', 'password', 'checkbox', 'radio', 'file', 'color']);
/** Default labels of buttons; browsers translate them. */
const defaults = new Map([
  ['submit', 'Submit'],
  ['reset', 'Reset'],
]);

/** Whether an element has no content but may have a name; images have their own facts. */
export function isNamedVoid(tag: Tag): boolean {
  return tag === input || tag === area || tag === embed;
}

/**
 * The name of an element without content from its own attributes: the `alt` of an image or area, the
 * value of a field; `''` where there is none.
 * Source: https://www.w3.org/TR/accname-1.2/#computation-steps, 2D and 2E
 */
export function ownNameIn(token: TagToken, indexed: IndexedAttributes): string {
  const { tag } = token;
  if (tag !== input) return tag === img || tag === area ? altIn(token, indexed) : '';
  const type = typeIn(token, indexed);
  if (type === 'image') return altIn(token, indexed);
  if (unread.has(type)) return '';
  return attributeOf(token, 'value') ?? defaults.get(type) ?? '';
}

/** What is read out for an element without content; `''` for nothing. */
export function accessibleTextOfVoid(token: TagToken, { indexed, hidden }: ElementContext): string {
  if (hidden !== 'no' || (token.tag === input && typeIn(token, indexed) === 'hidden')) return '';
  const label = valueIn(token, indexed, slot['aria-label']);
  if (label?.trim()) return label;
  const own = ownNameIn(token, indexed);
  return own.trim() === '' ? (valueIn(token, indexed, slot.title) ?? '') : own;
}

/** Whether an element's own attributes give it a name that is read out. */
export function isNamed(token: TagToken, context: ElementContext): boolean {
  const { indexed, hidden } = context;
  if (token.tag === img) {
    if (hidden !== 'no' || isPresentational(token, indexed)) return false;
    const alt = valueIn(token, indexed, slot.alt);
    const label = valueIn(token, indexed, slot['aria-label']);
    return isFilled(label) || isFilled(alt ?? valueIn(token, indexed, slot.title));
  }
  return accessibleTextOfVoid(token, context).trim() !== '';
}

function isFilled(text: string | null): boolean {
  return text !== null && text.trim() !== '';
}

function altIn(token: TagToken, indexed: IndexedAttributes): string {
  return valueIn(token, indexed, slot.alt) ?? '';
}

function typeIn(token: TagToken, indexed: IndexedAttributes): string {
  return valueIn(token, indexed, slot.type)?.toLowerCase() ?? '';
}
