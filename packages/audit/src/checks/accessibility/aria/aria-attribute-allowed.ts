import { ariaRoles } from '../../../page/facts/aria-roles.ts';
import { ariaAttributes } from '../../../readings/aria/aria-attributes.ts';
import {
  type AriaElement,
  hasScripts,
  isBound,
  isCustom,
  seenAriaElementsOf,
} from '../../../readings/aria/aria-elements.ts';
import { type AriaFault, ariaOutcome, elements } from '../../../readings/aria/aria-outcome.ts';
import type { Check } from '../../check.ts';

/**
 * ARIA attributes are on elements whose role supports them. Elements whose role only scripts know, and what
 * ARIA in HTML allows beyond roles, are not reported. On a page with scripts, an element with a state but no
 * role may get one: Foundation makes a tab of `<a aria-selected="true">`. Native checkboxes and radio buttons have a
 * their own state, which an `aria-checked` must not contradict.
 */
export const ariaAttributeAllowed: Check = {
  id: 'aria-attribute-allowed',
  category: 'accessibility',
  importance: 'low',
  family: 'aria',
  title: 'ARIA attributes are on elements that support them',
  advice:
    'Move each attribute to the element whose state it describes, such as aria-expanded to the button, or give the element a role that supports it: aria-label on a <div> or <span> needs a role.',
  why: 'Screen readers may ignore it there, so people do not hear, for example, whether a menu is open.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/5c01ea/',
  run: ({ page }) => {
    const targets = seenAriaElementsOf(page).filter(({ attributes }) => attributes.length > 0);
    const isScripted = hasScripts(page);
    const faults: AriaFault[] = [];
    for (const element of targets) {
      const { tag, attributes, explicit } = element;
      const unsupported = attributes.filter(({ name, value }) => {
        if (contradictsState(element, name, value)) return true;
        const mayGetRole = isScripted && (!naming.has(name) || tag.tabindex !== null);
        return !(mayGetRole && explicit === null) && !isAllowed(element, name, value);
      });
      if (unsupported.length === 0 || !hasKnownRole(element)) continue;
      const on = `<${tag.element}${roleText(element)}>`;
      const names = unsupported.map(({ name, value }) =>
        contradictsState(element, name, value)
          ? `aria-${name}="${value.trim()}" on ${on}, whose own state differs`
          : `aria-${name} on ${on}`,
      );
      faults.push({ tag, what: names.join(', ') });
    }
    return ariaOutcome(targets.length, faults, {
      none: 'No visible element has an ARIA attribute.',
      fault: 'Elements with ARIA attributes that they do not support',
      summary: (count, names) =>
        `${elements(count, ['has an ARIA attribute', 'have ARIA attributes'])} that ${count === 1 ? 'it does' : 'they do'} not support: ${names}.`,
    });
  },
};

function roleText({ explicit }: AriaElement): string {
  return explicit === null ? '' : ` role="${explicit}"`;
}

/** Elements of SVG and parts of a table for layout have roles that depend on what is around them. */
const unknownRoles = new Set(['td', 'th', 'tr', 'tbody', 'thead', 'tfoot']);
const links = new Set(['a', 'area']);

function hasKnownRole(element: AriaElement): boolean {
  const { tag, role, explicit } = element;
  if (isBound(element, 'role')) return false;
  if (explicit !== null && role === explicit) return true;
  // Browsers give what can be edited the role of a text field.
  if (isCustom(element) || /\scontenteditable/i.test(tag.html)) return false;
  if (links.has(tag.element) && isBound(element, 'href')) return false;
  return role !== null || isKnownHtml(tag.element);
}

function isKnownHtml(element: string): boolean {
  return !unknownRoles.has(element) && (withoutRole.has(element) || element in extra);
}

/** Elements of HTML that have no role, and only support global attributes. */
const withoutRole = new Set(
  'abbr canvas cite dl dt embed figcaption iframe kbd label legend mark object picture ruby var'.split(
    ' ',
  ),
);

/**
 * Attributes that an element supports beyond its role.
 * Source: https://www.w3.org/TR/html-aria/#docconformance
 */
const extra: Readonly<Record<string, readonly string[]>> = {
  audio: supportsOf('application'),
  video: supportsOf('application'),
  dd: supportsOf('definition'),
  summary: ['expanded', 'pressed'],
  input: ['required', ...supportsOf('textbox')],
  select: ['required'],
  textarea: ['required'],
};

const textTypes = new Set([
  ...['date', 'datetime-local', 'month', 'password', 'time', 'week', 'color', 'file'],
]);

function isAllowed({ tag, role, explicit }: AriaElement, name: string, value: string): boolean {
  const attribute = ariaAttributes.get(name);
  if (attribute === undefined) return true;
  const definition = role === null ? undefined : ariaRoles.get(role);
  if (definition?.unnamed && naming.has(name)) return value.trim() === '';
  if (role === 'generic' && describing.has(name)) return value.trim() === '';
  if (attribute.global || definition?.supports.includes(name)) return true;
  if (explicit !== null && role === explicit && tag.element !== 'input') return false;
  if (tag.element === 'input' && role !== null && !textTypes.has(tag.type ?? '')) {
    return name === 'required';
  }
  return extra[tag.element]?.includes(name) ?? false;
}

/**
 * Whether `aria-checked` states something else than `checked` does. The third state, `mixed`, is set by scripts.
 * Source: https://www.w3.org/TR/html-aria/#att-checked
 */
function contradictsState(element: AriaElement, name: string, value: string): boolean {
  const { element: tagName, type, html } = element.tag;
  if (name !== 'checked' || tagName !== 'input' || !checkable.has(type ?? '')) return false;
  const state = value.trim().toLowerCase();
  const isKnown = (state === 'true' || state === 'false') && html.endsWith('>');
  if (!isKnown || isBound(element, 'aria-checked')) return false;
  const attributes = html.replace(/"[^"]*"|'[^']*'/g, '""');
  if (stateByScript.test(attributes)) return false;
  return /\schecked(?=[\s=/>])/i.test(attributes) !== (state === 'true');
}

const checkable = new Set(['checkbox', 'radio']);
/** Attributes with which frameworks set the state of a field. */
const stateByScript =
  /\s(?:[\w-]*[:[.(]+[\w.:-]*checked|[\w:-]*(?:model|bind)|ng-checked|formcontrol)/i;

/** Attributes that name an element, which some roles do not allow. */
const naming = new Set(['braillelabel', 'label', 'labelledby']);
/** Attributes that only elements with a role support. */
const describing = new Set(['brailleroledescription', 'roledescription']);

function supportsOf(role: string): readonly string[] {
  return ariaRoles.get(role)?.supports ?? [];
}
