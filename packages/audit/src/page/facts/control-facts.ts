import type { ControlFact, FieldLabelFact } from '../page-facts.ts';
import { byTag, knownTag } from '../tokens/tags.ts';
import { attributeOf, hasAttribute, type TagToken } from '../tokens/token.ts';
import { attribute, has, type IndexedAttributes, valueIn } from './attributes.ts';
import type { ElementContext } from './collected.ts';
import type { Mutable } from './frame.ts';
import { accessible } from './role-facts.ts';
import { roleOf } from './roles.ts';

const datalist = knownTag('datalist');
const input = knownTag('input');
const fieldset = knownTag('fieldset');
const form = knownTag('form');

/**
 * What an element is by its tag: `field` for elements that a `<label>` may name
 * (https://html.spec.whatwg.org/multipage/forms.html#category-label), `listed` for those whose role is noted
 * in a separate list.
 */
const kindOf = byTag<'field' | 'listed'>({
  'button input meter output progress select textarea': 'field',
  'a area img h1 h2 h3 h4 h5 h6': 'listed',
});

/**
 * Roles of fields, and of other controls that are named by their content.
 * Source: https://www.w3.org/TR/wai-aria-1.2/#widget_roles
 */
const controlRoles = new Set(
  'button checkbox combobox gridcell listbox menuitem menuitemcheckbox menuitemradio option radio searchbox slider spinbutton switch tab textbox treeitem'.split(
    ' ',
  ),
);

/**
 * The states of an input's `type`.
 * Source: https://html.spec.whatwg.org/multipage/input.html#attr-input-type
 */
const inputTypes = new Set(
  'hidden text search tel url email password date month week time datetime-local number range color checkbox radio file submit image reset button'.split(
    ' ',
  ),
);

/** The fact of a control; `null` for other elements, and where it is not kept. */
export function controlFactOf(token: TagToken, context: ElementContext): ControlFact | null {
  const { indexed, collected, scopes, structure } = context;
  const kind = kindOf(token.tag);
  const type = token.tag === input ? typeIn(token, indexed) : null;
  if (type === 'hidden' || !isControl(token, context, kind)) return null;
  const fact = {
    element: token.tag.name,
    type,
    id: valueIn(token, indexed, attribute.id),
    name: valueIn(token, indexed, attribute.name),
    value: attributeOf(token, 'value'),
    alt: valueIn(token, indexed, attribute.alt),
    placeholder: attributeOf(token, 'placeholder'),
    autocomplete: attributeOf(token, 'autocomplete'),
    onpaste: attributeOf(token, 'onpaste'),
    disabled:
      scopes.isDisabled() ||
      (kind === 'field' && hasAttribute(token, 'disabled')) ||
      isTrue(attributeOf(token, 'aria-disabled')),
    filledByScript: false,
    group: structure.group(),
    form: structure.forms(),
    visibleLabel: null,
    accessibleText: '',
    ...accessible(token, context),
  };
  if (!context.keep(collected.controls, fact)) return null;
  if (kind === 'field') scopes.addControl(collected.controls.length - 1);
  return fact;
}

function isControl(
  token: TagToken,
  { indexed, isSummary }: ElementContext,
  kind: ReturnType<typeof kindOf>,
): boolean {
  if (kind !== undefined) return kind !== 'listed';
  if (isSummary) return true;
  // Browsers only show it with its field.
  if (token.tag === datalist) return false;
  if (has(indexed, attribute.role)) {
    const role = roleOf(valueIn(token, indexed, attribute.role));
    if (role !== null && controlRoles.has(role)) return true;
  }
  return token.tag.id === 0 && has(indexed, attribute.id) && token.tag.name.includes('-');
}

function typeIn(token: TagToken, indexed: IndexedAttributes): string {
  const type = valueIn(token, indexed, attribute.type)?.toLowerCase() ?? 'text';
  return inputTypes.has(type) ? type : 'text';
}

/** The fact of a `<label>`; `null` where it is not kept. */
export function fieldLabelOf(
  token: TagToken,
  { collected, indexed, hidden, sourceOf, keep }: ElementContext,
): Mutable<FieldLabelFact> | null {
  const { line, column, html } = sourceOf(token.start, token.end);
  const fact = {
    line,
    column,
    html,
    htmlFor: attributeOf(token, 'for'),
    control: null,
    ariaLabel: valueIn(token, indexed, attribute['aria-label']),
    title: valueIn(token, indexed, attribute.title),
    hidden,
    text: '',
    accessibleText: '',
  };
  return keep(collected.fieldLabels, fact) ? fact : null;
}

/**
 * Whether an element disables the controls inside. `aria-disabled` is read where it has an effect: on
 * elements with a role.
 */
export function isDisabling(token: TagToken, indexed: IndexedAttributes): boolean {
  const { tag } = token;
  if (tag === fieldset && hasAttribute(token, 'disabled')) return true;
  if (tag !== fieldset && tag !== form && !has(indexed, attribute.role)) return false;
  return isTrue(attributeOf(token, 'aria-disabled'));
}

function isTrue(value: string | null): boolean {
  return value?.trim().toLowerCase() === 'true';
}
