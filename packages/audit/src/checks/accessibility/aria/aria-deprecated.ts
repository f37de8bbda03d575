import { ariaRoles } from '../../../page/facts/aria-roles.ts';
import { formerlyGlobal } from '../../../readings/aria/aria-attributes.ts';
import {
  type AriaElement,
  isCustom,
  seenAriaElementsOf,
} from '../../../readings/aria/aria-elements.ts';
import { type AriaFault, ariaOutcome, elements } from '../../../readings/aria/aria-outcome.ts';
import type { Check } from '../../check.ts';

/** Roles that are deprecated. Source: https://www.w3.org/TR/wai-aria-1.2/#directory, https://www.w3.org/TR/dpub-aria-1.1/ */
const roles = new Set(['directory', 'doc-biblioentry', 'doc-endnote']);
/** Attributes that are deprecated. Source: https://www.w3.org/TR/wai-aria-1.2/#aria-grabbed */
const attributes = new Set(['dropeffect', 'grabbed']);

/** Nothing is used that ARIA has deprecated. Browsers support it still. */
export const ariaDeprecated: Check = {
  id: 'aria-deprecated',
  category: 'accessibility',
  importance: 'info',
  family: 'aria',
  title: 'Roles and attributes of ARIA are current',
  advice:
    'Replace what is deprecated: role="directory" by role="list", and move aria-haspopup, aria-disabled, aria-invalid and aria-errormessage to the control that they describe.',
  why: 'Browsers and screen readers may stop supporting what is deprecated, and people would miss what it tells them.',
  source: 'https://www.w3.org/TR/wai-aria-1.2/#deprecated',
  run: ({ page }) => {
    const targets = seenAriaElementsOf(page);
    const faults: AriaFault[] = [];
    for (const element of targets) {
      const what = deprecatedIn(element);
      if (what.length > 0) faults.push({ tag: element.tag, what: what.join(', ') });
    }
    return ariaOutcome(targets.length, faults, {
      none: 'No visible element has a role or an ARIA attribute.',
      fault: 'Elements with a deprecated role or attribute',
      summary: (count, names) =>
        `${elements(count, ['uses', 'use'])} what ARIA has deprecated: ${names}.`,
    });
  },
};

function deprecatedIn(element: AriaElement): readonly string[] {
  const { explicit, role } = element;
  const found = explicit !== null && roles.has(explicit) ? [`role="${explicit}"`] : [];
  for (const { name } of element.attributes) {
    const isMisplaced =
      role !== null &&
      formerlyGlobal.has(name) &&
      ariaRoles.get(role)?.supports.includes(name) === false;
    if (attributes.has(name)) found.push(`aria-${name}`);
    else if (isMisplaced && !isCustom(element)) found.push(`aria-${name} with the role ${role}`);
  }
  return found;
}
