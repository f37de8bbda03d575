/** What WAI-ARIA defines for a role. Names of attributes are without `aria-`. */
interface AriaRole {
  /** Attributes that the role supports, in addition to the global ones. */
  readonly supports: readonly string[];
  /** Attributes that authors must set, because the role has no value for them without one. */
  readonly requires: readonly string[];
  /** Roles that the element around it must have one of; empty where any will do. */
  readonly parents: readonly string[];
  /** Roles that its children must have one of; empty where any will do. */
  readonly children: readonly string[];
  /** Whether assistive technology reads it as a whole, without the elements inside. */
  readonly flat: boolean;
  /** Whether it must not be named by `aria-label` and `aria-labelledby`. */
  readonly unnamed: boolean;
}

interface Definition {
  readonly supports?: string;
  readonly requires?: string;
  readonly parents?: string;
  readonly children?: string;
  readonly flat?: true;
  readonly unnamed?: true;
}

const cells = 'colindex colindextext colspan rowindex rowindextext rowspan';
const gridCells = `${cells} disabled errormessage expanded haspopup invalid readonly required selected`;
const fields = 'disabled errormessage haspopup invalid readonly required';
const texts = `${fields} activedescendant autocomplete multiline placeholder`;
const positions = 'posinset setsize';
const ranges = 'valuemax valuemin valuenow valuetext';
const items = `${positions} disabled expanded haspopup`;
const menus = 'menu menubar group';
/** A submenu stands beside its item: https://www.w3.org/WAI/ARIA/apg/patterns/menubar/ */
const menuItems = 'menuitem menuitemcheckbox menuitemradio group separator menu';
const rows = 'row rowgroup caption';
const tables = 'table grid treegrid';

/**
 * The roles of WAI-ARIA 1.2 and of the draft of 1.3 that authors can use. An attribute that one of both
 * supports is supported, and what only one of both demands is not demanded: browsers follow both. So
 * `option` and `tab` have a value without `aria-selected`, and `combobox` needs no `aria-controls` while
 * it is closed.
 * Sources: https://www.w3.org/TR/wai-aria-1.2/#role_definitions, https://w3c.github.io/aria/#role_definitions
 */
const definitions: Readonly<Record<string, Definition>> = {
  alert: {},
  alertdialog: { supports: 'modal' },
  application: { supports: 'activedescendant disabled errormessage expanded haspopup invalid' },
  article: { supports: positions },
  banner: {},
  blockquote: {},
  button: { supports: 'disabled expanded haspopup pressed', flat: true },
  caption: { parents: `figure group radiogroup ${tables}`, unnamed: true },
  cell: { supports: cells, parents: 'row' },
  checkbox: { supports: `checked expanded ${fields}`, requires: 'checked', flat: true },
  code: { unnamed: true },
  columnheader: { supports: `${gridCells} sort`, parents: 'row' },
  combobox: {
    supports: `${fields} activedescendant autocomplete controls expanded`,
    requires: 'expanded',
  },
  comment: { supports: `level ${positions}` },
  complementary: {},
  contentinfo: {},
  definition: {},
  deletion: { unnamed: true },
  dialog: { supports: 'modal' },
  directory: {},
  document: {},
  emphasis: { unnamed: true },
  feed: { children: 'article' },
  figure: {},
  form: {},
  generic: { unnamed: true },
  grid: {
    supports: 'activedescendant colcount disabled multiselectable readonly rowcount',
    children: rows,
  },
  gridcell: { supports: gridCells, parents: 'row' },
  group: { supports: 'activedescendant disabled' },
  heading: { supports: 'level', requires: 'level' },
  image: { flat: true },
  img: { flat: true },
  insertion: { unnamed: true },
  link: { supports: 'disabled expanded haspopup' },
  list: { children: 'listitem' },
  listbox: {
    supports:
      'activedescendant disabled errormessage expanded invalid multiselectable orientation readonly required',
    children: 'option group',
  },
  listitem: { supports: `level ${positions}`, parents: 'list directory' },
  log: {},
  main: {},
  mark: {},
  marquee: {},
  math: {},
  menu: { supports: 'activedescendant disabled orientation', children: menuItems },
  menubar: { supports: 'activedescendant disabled orientation', children: menuItems },
  menuitem: { supports: items, parents: menus },
  menuitemcheckbox: {
    supports: `${items} checked`,
    requires: 'checked',
    parents: menus,
    flat: true,
  },
  menuitemradio: { supports: `${items} checked`, requires: 'checked', parents: menus, flat: true },
  meter: { supports: ranges, requires: 'valuenow', flat: true },
  navigation: {},
  none: { unnamed: true },
  note: {},
  option: {
    supports: `${positions} checked disabled selected`,
    parents: 'listbox group',
    flat: true,
  },
  paragraph: { unnamed: true },
  password: { supports: 'disabled placeholder readonly required' },
  presentation: { unnamed: true },
  progressbar: { supports: ranges, flat: true },
  radio: { supports: `${positions} checked disabled`, requires: 'checked', flat: true },
  radiogroup: {
    supports: 'activedescendant disabled errormessage invalid orientation readonly required',
  },
  region: {},
  row: {
    supports: `${positions} activedescendant colindex disabled expanded level rowindex rowindextext selected`,
    parents: `${tables} rowgroup`,
    children: 'cell columnheader gridcell rowheader',
  },
  rowgroup: { parents: tables, children: 'row' },
  rowheader: { supports: `${gridCells} sort`, parents: 'row' },
  scrollbar: {
    supports: `${ranges} controls disabled orientation`,
    requires: 'valuenow',
    flat: true,
  },
  search: {},
  searchbox: { supports: texts },
  sectionfooter: {},
  sectionheader: {},
  separator: { supports: `${ranges} disabled orientation`, flat: true },
  slider: {
    supports: `${ranges} disabled errormessage haspopup invalid orientation readonly`,
    requires: 'valuenow',
    flat: true,
  },
  spinbutton: {
    supports: `${ranges} activedescendant disabled errormessage invalid readonly required`,
  },
  status: {},
  strong: { unnamed: true },
  subscript: { unnamed: true },
  suggestion: {},
  superscript: { unnamed: true },
  switch: { supports: `checked expanded ${fields}`, requires: 'checked', flat: true },
  tab: { supports: `${items} selected`, parents: 'tablist', flat: true },
  table: { supports: 'colcount rowcount', children: rows },
  tablist: {
    supports: 'activedescendant disabled multiselectable orientation',
    children: 'tab',
  },
  tabpanel: {},
  term: {},
  text: { flat: true },
  textbox: { supports: texts },
  time: {},
  timer: {},
  toolbar: { supports: 'activedescendant disabled orientation' },
  tooltip: {},
  tree: {
    supports: 'activedescendant disabled errormessage invalid multiselectable orientation required',
    children: 'treeitem group',
  },
  treegrid: {
    supports:
      'activedescendant colcount disabled errormessage invalid multiselectable orientation readonly required rowcount',
    children: rows,
  },
  treeitem: {
    supports: `${items} checked level selected`,
    parents: 'tree group',
  },
};

/**
 * Roles of DPUB-ARIA 1.1 and the Graphics Module, and the role that each inherits from.
 * Sources: https://www.w3.org/TR/dpub-aria-1.1/#role_definitions, https://www.w3.org/TR/graphics-aria-1.0/#role_definitions
 */
const inherited: Readonly<Record<string, string>> = {
  link: 'doc-backlink doc-biblioref doc-glossref doc-noteref',
  img: 'doc-cover graphics-symbol',
  separator: 'doc-pagebreak',
  figure: 'doc-example',
  navigation: 'doc-index doc-pagelist doc-toc',
  note: 'doc-notice doc-tip',
  region:
    'doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-bibliography doc-chapter doc-colophon doc-conclusion doc-credit doc-credits doc-dedication doc-endnotes doc-epigraph doc-epilogue doc-errata doc-footnote doc-foreword doc-glossary doc-introduction doc-pagefooter doc-pageheader doc-part doc-preface doc-prologue doc-pullquote doc-qna doc-subtitle',
  document: 'graphics-document',
  group: 'graphics-object',
};

/** Deprecated roles of DPUB-ARIA: items of lists that may be anywhere. */
const loose = ['doc-biblioentry', 'doc-endnote'];

/** Every role that authors can use, lower-case; abstract roles are not among them. */
export const ariaRoles: ReadonlyMap<string, AriaRole> = new Map([
  ...Object.entries(definitions).map(([name, definition]) => [name, roleOf(definition)] as const),
  ...Object.entries(inherited).flatMap(([role, names]) =>
    names.split(' ').map((name) => [name, roleOf(definitions[role] ?? {})] as const),
  ),
  ...loose.map((name) => [name, roleOf({ supports: `level ${positions}` })] as const),
]);

/** Stands for the role of a custom element, which only its scripts know. */
export const unknownRole = '?';

/** Characters of a `role` attribute that are read: far more than a normal one has. */
const longestRole = 200;

/** The first role of a `role` attribute that exists, lower-case; `null` without one. */
export function explicitRoleOf(value: string | null): string | null {
  if (value === null) return null;
  if (ariaRoles.has(value)) return value;
  for (const word of value
    .slice(0, longestRole)
    .toLowerCase()
    .split(/[\t\n\f\r ]+/))
    if (ariaRoles.has(word)) return word;
  return null;
}

function roleOf({ supports, requires, parents, children, flat, unnamed }: Definition): AriaRole {
  return {
    supports: words(supports),
    requires: words(requires),
    parents: words(parents),
    children: words(children),
    flat: flat ?? false,
    unnamed: unnamed ?? false,
  };
}

function words(text: string | undefined): readonly string[] {
  return text?.split(' ') ?? [];
}
