import { byTag, knownTag, type Tag } from '../tokens/tags.ts';
import { attributeOf, hasAttribute, type TagToken } from '../tokens/token.ts';
import { isNamedByAttribute } from './accessibility.ts';
import { unknownRole } from './aria-roles.ts';
import { attribute, has, type IndexedAttributes, valueIn } from './attributes.ts';

/** What decides the roles of list items and of the parts of tables. */
export interface RoleContext {
  /** The role of the nearest element around that assistive technology sees; `''` for none. */
  readonly parent: string;
  /** The role of the `<table>` around; `''` for none, or one that is only for layout. */
  readonly table: string;
}

/**
 * The role of an element that has no `role`; `null` where it has none, and `'?'` for a custom element,
 * whose scripts may set one.
 * Sources: https://www.w3.org/TR/html-aam-1.0/#html-element-role-mappings, https://www.w3.org/TR/html-aria/#docconformance
 */
export function implicitRoleOf(
  token: TagToken,
  indexed: IndexedAttributes,
  around: RoleContext,
): string | null {
  const { tag } = token;
  if (tag.id === 0) return tag.name.includes('-') ? unknownRole : null;
  const fixed = fixedRoles[tag.id];
  return fixed === undefined ? (dynamicRoles(tag)?.(token, indexed, around) ?? null) : fixed;
}

/** The role of an element that other roles must be inside of, or that may keep them from it, by its tag. */
export function structuralRoleOf({ id, name }: Tag, { parent, table }: RoleContext): string {
  if (id === 0) return name.includes('-') ? unknownRole : '';
  if (name === 'li') return parent === 'list' ? 'listitem' : '';
  const fixed = fixedRoles[id];
  if (fixed !== undefined) return fixed;
  return table === '' ? '' : (roleInTable(name, table) ?? '');
}

/** Roles that depend on the tag alone. */
const tagsByRole: Readonly<Record<string, string>> = {
  article: 'article',
  banner: 'header',
  blockquote: 'blockquote',
  button: 'button',
  caption: 'caption',
  code: 'code',
  complementary: 'aside',
  contentinfo: 'footer',
  deletion: 'del s',
  dialog: 'dialog',
  document: 'html',
  emphasis: 'em',
  figure: 'figure',
  form: 'form',
  generic: 'b bdi bdo big body center data div font i pre q samp small span tt u',
  group: 'address details fieldset hgroup optgroup',
  heading: 'h1 h2 h3 h4 h5 h6',
  insertion: 'ins',
  list: 'menu ol ul',
  listbox: 'datalist',
  main: 'main',
  meter: 'meter',
  navigation: 'nav',
  option: 'option',
  paragraph: 'p',
  progressbar: 'progress',
  search: 'search',
  separator: 'hr',
  status: 'output',
  strong: 'strong',
  subscript: 'sub',
  superscript: 'sup',
  table: 'table',
  term: 'dfn',
  textbox: 'textarea',
  time: 'time',
};

const fixedRoles: (string | undefined)[] = [];
for (const [role, names] of Object.entries(tagsByRole)) {
  for (const name of names.split(' ')) fixedRoles[knownTag(name).id] = role;
}

type Rule = (token: TagToken, indexed: IndexedAttributes, around: RoleContext) => string | null;

const dynamicRoles = byTag<Rule>({
  'a area': (_token, indexed) => (has(indexed, attribute.href) ? 'link' : 'generic'),
  img: (token, indexed) => {
    if (valueIn(token, indexed, attribute.alt) !== '' || isNamedByAttribute(token, indexed))
      return 'img';
    return 'none';
  },
  input: inputRole,
  li: (_token, _indexed, { parent }) => (parent === 'list' ? 'listitem' : 'generic'),
  section: (token, indexed) => (isNamedByAttribute(token, indexed) ? 'region' : 'generic'),
  select: (token) => {
    const isList = hasAttribute(token, 'multiple') || Number(attributeOf(token, 'size')) > 1;
    return isList ? 'listbox' : 'combobox';
  },
  'tbody tfoot thead tr td th': ({ tag }, _indexed, { table }) => roleInTable(tag.name, table),
});

/** The role of a part of a table. Header cells are of a column, unless `scope` is read: both roles allow the same. */
function roleInTable(name: string, table: string): string | null {
  if (table === '') return null;
  if (name === 'tr') return 'row';
  if (name === 'th') return 'columnheader';
  if (name !== 'td') return 'rowgroup';
  return table === 'table' ? 'cell' : 'gridcell';
}

const inputRoles = new Map<string, string | null>([
  ['button', 'button'],
  ['image', 'button'],
  ['reset', 'button'],
  ['submit', 'button'],
  ['checkbox', 'checkbox'],
  ['radio', 'radio'],
  ['range', 'slider'],
  ['number', 'spinbutton'],
  ['color', null],
  ['date', null],
  ['datetime-local', null],
  ['file', null],
  ['hidden', null],
  ['month', null],
  ['password', null],
  ['time', null],
  ['week', null],
]);

function inputRole(token: TagToken, indexed: IndexedAttributes): string | null {
  const type = valueIn(token, indexed, attribute.type)?.toLowerCase() ?? '';
  const role = inputRoles.get(type);
  if (role !== undefined) return role;
  if (hasAttribute(token, 'list')) return 'combobox';
  return type === 'search' ? 'searchbox' : 'textbox';
}
