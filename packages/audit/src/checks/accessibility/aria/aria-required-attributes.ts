import { ariaRoles } from '../../../page/facts/aria-roles.ts';
import {
  type AriaElement,
  ariaValueOf,
  hasScripts,
  isBound,
  isCustom,
  seenAriaElementsOf,
} from '../../../readings/aria/aria-elements.ts';
import { ariaOutcome, elements } from '../../../readings/aria/aria-outcome.ts';
import type { Check } from '../../check.ts';

/**
 * Elements have the attributes that their role requires, because it has no default for them. What HTML says with its
 * own attributes counts, such as the state of `<input type="checkbox" role="switch">`.
 *
 * @remarks What scripts of a page may set when it has loaded is left out: states, but not the level of a heading.
 */
export const ariaRequiredAttributes: Check = {
  id: 'aria-required-attributes',
  category: 'accessibility',
  importance: 'low',
  family: 'aria',
  title: 'Elements with a role have the attributes that the role requires',
  advice:
    'Add each missing attribute, such as aria-checked="false" to role="checkbox" or aria-level="2" to role="heading", or use the HTML element for it: <input type="checkbox">, <h2>.',
  why: 'Screen readers cannot say which state the element is in, such as whether a box is ticked.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/4e8ab6/',
  run: ({ page }) => {
    const targets = seenAriaElementsOf(page).filter(
      ({ explicit, role, tag }) =>
        explicit !== null &&
        explicit === role &&
        explicit !== tag.implicitRole &&
        explicit !== 'none' &&
        explicit !== 'presentation',
    );
    const isScripted = hasScripts(page);
    const faults = targets.flatMap((element) => {
      const missing = requiredOf(element).filter(
        (name) => !(isScripted && name !== 'level') && isMissing(element, name),
      );
      if (missing.length === 0) return [];
      const names = missing.map((name) => `aria-${name}`).join(', ');
      return [{ tag: element.tag, what: `${names} of role="${element.explicit}"` }];
    });
    return ariaOutcome(targets.length, faults, {
      none: 'No visible element gets a role from ARIA.',
      fault: 'Elements without an attribute that their role requires',
      summary: (count, names) =>
        `${elements(count, ['lacks an attribute that its', 'lack attributes that their'])} role requires: ${names}.`,
    });
  },
};

function requiredOf({ explicit, tag }: AriaElement): readonly string[] {
  // Only one that can be focused is a control.
  if (explicit === 'separator') return /^\s*\+?\d/.test(tag.tabindex ?? '') ? ['valuenow'] : [];
  return ariaRoles.get(explicit ?? '')?.requires ?? [];
}

function isMissing(element: AriaElement, name: string): boolean {
  if (ariaValueOf(element, name)?.trim() || isBound(element, `aria-${name}`)) return false;
  if (isBound(element, 'role') || isCustom(element)) return false;
  return !hasNativeValue(element.tag, name);
}

/**
 * Whether an element of HTML has the state without an attribute of ARIA.
 * Source: https://www.w3.org/TR/html-aam-1.0/#html-attribute-state-and-property-mappings
 */
function hasNativeValue({ element, type }: AriaElement['tag'], name: string): boolean {
  if (element === 'input') {
    if (name === 'checked') return type === 'checkbox' || type === 'radio';
    return name === 'valuenow' && (type === 'range' || type === 'number');
  }
  if (name === 'valuenow') return element === 'meter' || element === 'progress';
  if (name === 'expanded') return element === 'select' || element === 'summary';
  return name === 'level' && /^h[1-6]$/.test(element);
}
