import type { PageFacts } from '../../page/page-facts.ts';
import { isLabelOfControl } from '../controls.ts';
import type { AriaElement } from './aria-elements.ts';
import { ariaValueOf } from './aria-elements.ts';

const none = 'none presentation';
const buttonRoles =
  'button checkbox combobox gridcell link menuitem menuitemcheckbox menuitemradio option radio separator slider switch tab treeitem';
const frameRoles = `application document img image ${none}`;
const headRoles = `group ${none} doc-footnote`;
const landmarks = 'complementary main navigation region search banner contentinfo form';

/**
 * Roles that an element may have, for elements that may not have every one. Where the roles depend on what
 * the element is in or contains, such as those of `<li>`, `<td>` or `<figure>`, it is not listed.
 * Source: https://www.w3.org/TR/html-aria/#docconformance
 */
const rolesByElement: Readonly<Record<string, string>> = {
  article: `application article document feed main region listitem comment ${none}`,
  aside: `complementary feed note region search ${none} doc-dedication doc-example doc-footnote doc-glossary doc-pullquote doc-tip`,
  audio: 'application',
  base: '',
  br: none,
  button: buttonRoles,
  caption: 'caption',
  col: '',
  colgroup: '',
  datalist: 'listbox',
  dd: 'definition',
  details: 'group',
  dialog: 'alertdialog dialog',
  dl: `group list ${none}`,
  dt: 'listitem term',
  embed: frameRoles,
  fieldset: `group radiogroup ${none}`,
  figcaption: `group ${none}`,
  footer: `contentinfo sectionfooter ${headRoles}`,
  form: `form search ${none}`,
  h1: `heading tab doc-subtitle ${none}`,
  header: `banner sectionheader ${headRoles}`,
  hr: `separator doc-pagebreak ${none}`,
  iframe: frameRoles,
  label: none,
  legend: none,
  link: '',
  main: 'main',
  map: '',
  meta: '',
  meter: 'meter',
  nav: `navigation menu menubar tablist ${none} doc-index doc-pagelist doc-toc`,
  noscript: '',
  object: 'application document img image',
  ol: `list directory group listbox menu menubar radiogroup tablist toolbar tree ${none}`,
  optgroup: 'group',
  option: 'option',
  picture: none,
  progress: 'progressbar',
  script: '',
  search: `form group region search ${none}`,
  section: `alert alertdialog application dialog document feed group log marquee note status tabpanel ${landmarks} ${none} doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-bibliography doc-chapter doc-colophon doc-conclusion doc-credit doc-credits doc-dedication doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example doc-foreword doc-glossary doc-index doc-introduction doc-notice doc-pagelist doc-part doc-preface doc-prologue doc-pullquote doc-qna doc-toc`,
  source: '',
  style: '',
  template: '',
  textarea: 'textbox combobox searchbox',
  title: '',
  track: '',
  video: 'application',
  wbr: none,
};
const sameAs: Readonly<Record<string, string>> = {
  h2: 'h1',
  h3: 'h1',
  h4: 'h1',
  h5: 'h1',
  h6: 'h1',
  ul: 'ol',
  menu: 'ol',
};

/** Roles of a link, and of an input by its type. */
const linkRoles =
  'link button checkbox menuitem menuitemcheckbox menuitemradio option radio switch tab treeitem doc-backlink doc-biblioref doc-glossref doc-noteref';
const inputRoles: Readonly<Record<string, string>> = {
  button: buttonRoles,
  image: buttonRoles,
  reset: buttonRoles,
  submit: buttonRoles,
  checkbox: 'checkbox menuitemcheckbox option switch button',
  radio: 'radio menuitemradio',
  range: 'slider',
  number: 'spinbutton',
  color: '',
  file: '',
  hidden: '',
};
/** Of a field for text; dates and passwords have none that all versions of the standard allow. */
const textRoles = 'textbox combobox searchbox spinbutton';

/** Whether the HTML standard's rules for ARIA allow an element of a page to have the role of its `role` attribute. */
export function isRoleAllowed(element: AriaElement, page: PageFacts): boolean {
  const { explicit, tag } = element;
  if (explicit === null || explicit === tag.implicitRole) return true;
  // A label that labels nothing may have any role.
  if (tag.element === 'label' && !isLabelOfControl(tag, page)) return true;
  const allowed = allowedRoles(element);
  return allowed === null || allowed.split(' ').includes(explicit);
}

/** The roles that an element may have; `null` for all. */
function allowedRoles(element: AriaElement): string | null {
  const { tag } = element;
  if (tag.element === 'a') return tag.implicitRole === 'link' ? linkRoles : null;
  if (tag.element === 'area') return 'link button';
  if (tag.element === 'input') return inputRoles[tag.type ?? ''] ?? textRoles;
  if (tag.element === 'img') {
    // Without a name it can only be decoration.
    return tag.implicitRole === 'none' && ariaValueOf(element, 'label') === null
      ? `${none} img`
      : null;
  }
  return rolesByElement[sameAs[tag.element] ?? tag.element] ?? null;
}
