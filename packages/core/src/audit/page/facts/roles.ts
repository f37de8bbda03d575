import { matchesNameAt } from '../tokens/names.ts';
import type { TagToken } from '../tokens/tag-token.ts';
import { knownTag } from '../tokens/tags.ts';
import { has, type IndexedAttributes, slot, valueIn } from './indexed-attributes.ts';

/**
 * Roles of WAI-ARIA 1.2 that authors can use; the first known one of an attribute counts.
 * Source: https://www.w3.org/TR/wai-aria-1.2/#role_definitions
 */
const known = new Set(
  'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading img insertion link list listbox listitem log main marquee menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem image'.split(
    ' ',
  ),
);

/**
 * Roles of DPUB-ARIA that are links or images.
 * Source: https://www.w3.org/TR/dpub-aria-1.1/#role_definitions
 */
const inherited = new Map([
  ['doc-backlink', 'link'],
  ['doc-biblioref', 'link'],
  ['doc-glossref', 'link'],
  ['doc-noteref', 'link'],
  ['doc-cover', 'img'],
]);

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
const input = knownTag('input');

/** The role that a `role` attribute gives, lower-case; `null` where it gives none. */
export function roleOf(attribute: string | null): string | null {
  if (attribute === null) return null;
  for (const word of attribute.toLowerCase().split(/[\t\n\f\r ]+/)) {
    if (known.has(word)) return word;
    const role = inherited.get(word);
    if (role !== undefined) return role;
  }
  return null;
}

/**
 * Whether `role="none"` removes the semantics of an element. It does not where the element can be
 * focused or has a global ARIA attribute.
 * Source: https://www.w3.org/TR/wai-aria-1.2/#conflict_resolution_presentation_none
 */
export function isPresentational(token: TagToken, indexed: IndexedAttributes): boolean {
  if (!has(indexed, slot.role)) return false;
  const role = roleOf(valueIn(token, indexed, slot.role));
  if (role !== 'none' && role !== 'presentation') return false;
  return !isFocusable(token, indexed) && !hasGlobalAttribute(token);
}

function isFocusable(token: TagToken, indexed: IndexedAttributes): boolean {
  const { tag } = token;
  if (tag === input || (linking.has(tag) && has(indexed, slot.href))) return true;
  const tabindex = valueIn(token, indexed, slot.tabindex);
  return tabindex !== null && /^\s*[+-]?\d/.test(tabindex);
}

function hasGlobalAttribute({ text, attributes, offsets }: TagToken): boolean {
  for (let index = 0; index < 4 * attributes; index += 4) {
    const start = offsets[index] ?? 0;
    if (!matchesNameAt(text, globalPrefix, start)) continue;
    if (global.has(text.slice(start, offsets[index + 1] ?? 0).toLowerCase())) return true;
  }
  return false;
}
