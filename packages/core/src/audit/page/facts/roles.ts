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

/** The role that a `role` attribute gives, lower-case; `null` where it gives none. */
export function roleOf(value: string | null): string | null {
  if (value === null) return null;
  for (const word of value.toLowerCase().split(/[\t\n\f\r ]+/)) {
    if (known.has(word)) return word;
    const role = inherited.get(word);
    if (role !== undefined) return role;
  }
  return null;
}
