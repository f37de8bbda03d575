import type { AccessibleFact } from '../page-facts.ts';

/**
 * Roles of WAI-ARIA 1.2 that an element can be given; of several the first that is one counts.
 * Source: https://www.w3.org/TR/wai-aria-1.2/#role_definitions
 */
const known = new Set(
  'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading img insertion link list listbox listitem log main marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem image'.split(
    ' ',
  ),
);

/** The role that a `role` attribute gives, lower-case; `null` where it gives none. */
export function roleOf(attribute: string | null): string | null {
  if (attribute === null) return null;
  const words = attribute.toLowerCase().split(/[\t\n\f\r ]+/);
  return words.find((word) => known.has(word)) ?? null;
}

/**
 * Whether an element is taken out of what is read out by `role="none"`. One that can be focused is
 * not, nor is one with a name of its own.
 * Source: https://www.w3.org/TR/wai-aria-1.2/#conflict_resolution_presentation_none
 */
export function isPresentational(
  element: Pick<AccessibleFact, 'role' | 'tabindex' | 'ariaLabel' | 'ariaLabelledby'>,
): boolean {
  const role = roleOf(element.role);
  if (role !== 'none' && role !== 'presentation') return false;
  if (element.tabindex !== null && /^\s*[+-]?\d/.test(element.tabindex)) return false;
  return true;
}
