import { matchesNameAt } from '../tokens/characters.ts';
import { knownTag, type Tag } from '../tokens/tags.ts';
import { attributeOf, hasAttribute, type TagToken } from '../tokens/token.ts';
import { attribute, has, type IndexedAttributes, valueIn } from './attributes.ts';
import type { ElementContext } from './collected.ts';
import { roleOf } from './roles.ts';

const input = knownTag('input');
const area = knownTag('area');
const embed = knownTag('embed');
const img = knownTag('img');

/**
 * Global attributes that make `role="none"` ineffective. `aria-hidden`, which removes the element
 * itself, is not one of them.
 * Source: https://www.w3.org/TR/wai-aria-1.2/#global_states
 */
const global = new Set(
  'aria-atomic aria-braillelabel aria-brailleroledescription aria-busy aria-controls aria-current aria-describedby aria-description aria-details aria-dropeffect aria-flowto aria-grabbed aria-keyshortcuts aria-label aria-labelledby aria-live aria-owns aria-relevant aria-roledescription'.split(
    ' ',
  ),
);
const globalPrefix = 'aria-';

const linking = new Set([knownTag('a'), knownTag('area')]);
/** Elements that can be focused unless they are disabled. */
const fields = new Set(['button', 'input', 'select', 'textarea'].map(knownTag));

/**
 * Whether `role="none"` removes the semantics of an element. It does not where the element can be
 * focused or has a global ARIA attribute.
 * Source: https://www.w3.org/TR/wai-aria-1.2/#conflict_resolution_presentation_none
 */
export function isPresentational(token: TagToken, indexed: IndexedAttributes): boolean {
  if (!has(indexed, attribute.role)) return false;
  const role = roleOf(valueIn(token, indexed, attribute.role));
  if (role !== 'none' && role !== 'presentation') return false;
  return !isFocusable(token, indexed) && !hasGlobalAttribute(token);
}

function isFocusable(token: TagToken, indexed: IndexedAttributes): boolean {
  const { tag } = token;
  if (linking.has(tag) && has(indexed, attribute.href)) return true;
  if (fields.has(tag) && !hasAttribute(token, 'disabled')) return true;
  const tabindex = valueIn(token, indexed, attribute.tabindex);
  return tabindex !== null && /^\s*[+-]?\d/.test(tabindex);
}

/** Whether an element has an attribute that WAI-ARIA allows on every element; `aria-hidden` does not count. */
export function hasGlobalAttribute({ text, attributes, offsets }: TagToken): boolean {
  for (let index = 0; index < 4 * attributes; index += 4) {
    const start = offsets[index] ?? 0;
    if (!matchesNameAt(text, globalPrefix, start)) continue;
    if (global.has(text.slice(start, offsets[index + 1] ?? 0).toLowerCase())) return true;
  }
  return false;
}

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
  const label = valueIn(token, indexed, attribute['aria-label']);
  if (label?.trim()) return label;
  const name = ownNameIn(token, indexed);
  return name.trim() === '' ? (valueIn(token, indexed, attribute.title) ?? '') : name;
}

/** Whether an element's own attributes give it a name that is read out. */
export function isNamed(token: TagToken, context: ElementContext): boolean {
  const { indexed, hidden } = context;
  if (token.tag === img) {
    if (hidden !== 'no' || isPresentational(token, indexed)) return false;
    const alt = valueIn(token, indexed, attribute.alt);
    const label = valueIn(token, indexed, attribute['aria-label']);
    return isFilled(label) || isFilled(alt ?? valueIn(token, indexed, attribute.title));
  }
  return accessibleTextOfVoid(token, context).trim() !== '';
}

/** Whether `aria-label`, `aria-labelledby` or `title` names an element. */
export function isNamedByAttribute(token: TagToken, indexed: IndexedAttributes): boolean {
  return [attribute['aria-label'], attribute['aria-labelledby'], attribute.title].some((name) =>
    isFilled(valueIn(token, indexed, name)),
  );
}

function isFilled(text: string | null): boolean {
  return text !== null && text.trim() !== '';
}

function altIn(token: TagToken, indexed: IndexedAttributes): string {
  return valueIn(token, indexed, attribute.alt) ?? '';
}

function typeIn(token: TagToken, indexed: IndexedAttributes): string {
  return valueIn(token, indexed, attribute.type)?.toLowerCase() ?? '';
}

const labelledBy = 'aria-labelledby';
/** References that are read: far more than a normal page has. */
const referenceLimit = 1_000;
/** Ids of one attribute that are read: as many as are resolved. */
const idLimit = 20;
/** Characters of one attribute that are read. */
const sourceLimit = 500;

/** Ids that a page refers to, found in steps. */
interface ReferencedLabels {
  /** The ids found so far. */
  readonly ids: ReadonlySet<string>;
  /**
   * Searches about this many characters more.
   *
   * @returns whether the whole page is searched.
   */
  readonly findNext: (characters: number) => boolean;
  /** Whether references were left out. */
  readonly isCut: () => boolean;
}

/**
 * The ids in `aria-labelledby` attributes of a page, to be found before it is read, so that the text of
 * those elements can be kept in one pass. Text that only looks like the attribute does no harm.
 */
export function referencedLabels(text: string): ReferencedLabels {
  const ids = new Set<string>();
  let searched = 0;
  let count = 0;
  const findIn = (part: string, start: number): void => {
    let at = part.indexOf(labelledBy);
    while (at !== -1 && ++count <= referenceLimit) {
      const from = at + labelledBy.length;
      for (const id of idsAt(text, start + from)) ids.add(id);
      at = part.indexOf(labelledBy, from);
    }
  };
  return {
    ids,
    findNext: (characters) => {
      if (searched >= text.length || count > referenceLimit) return true;
      // Overlaps the next step, so that no name is cut in two.
      findIn(text.slice(searched, searched + characters + labelledBy.length - 1), searched);
      searched += characters;
      return searched >= text.length;
    },
    isCut: () => count > referenceLimit,
  };
}

function idsAt(text: string, at: number): readonly string[] {
  const value = /^\s*=\s*(?:"([^"]*)|'([^']*)|([^\s>"']+))/.exec(text.slice(at, at + sourceLimit));
  const ids = value?.[1] ?? value?.[2] ?? value?.[3] ?? '';
  return ids
    .trim()
    .split(/\s+/, idLimit)
    .filter((id) => id !== '');
}
