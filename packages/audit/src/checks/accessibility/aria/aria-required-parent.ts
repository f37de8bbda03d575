import { ariaRoles, unknownRole } from '../../../page/facts/aria-roles.ts';
import type { PageFacts } from '../../../page/page-facts.ts';
import {
  type AriaElement,
  hasScripts,
  isBound,
  ownedOf,
  seenAriaElementsOf,
} from '../../../readings/aria/aria-elements.ts';
import { ariaOutcome, elements } from '../../../readings/aria/aria-outcome.ts';
import type { Check } from '../../check.ts';

/**
 * Elements with a role that is a part of something are directly in it: a tab in a tab list. What `aria-owns`
 * takes there counts, and custom elements may be anything. On a page with scripts, an element without a role of
 * its own may become the missing one.
 */
export const ariaRequiredParent: Check = {
  id: 'aria-required-parent',
  category: 'accessibility',
  importance: 'low',
  family: 'aria',
  title: 'Elements with a role that is a part of another are in it',
  advice:
    'Put each element in one with the role that it belongs to, such as role="tab" in role="tablist", with nothing between that has a role; or remove the role.',
  why: 'Screen readers may not say which group an entry belongs to and how many there are, so people lose their way.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/ff89c9/',
  run: ({ page }) => {
    const targets = seenAriaElementsOf(page).filter(
      ({ explicit, role, tag }) =>
        explicit === role && explicit !== tag.implicitRole && parentsOf(explicit).length > 0,
    );
    const faults = targets
      .filter((element) => !isInParent(element, page))
      .map(({ tag, explicit }) => {
        const [first] = parentsOf(explicit);
        return { tag, what: `role="${explicit}" outside of role="${first}"` };
      });
    return ariaOutcome(targets.length, faults, {
      none: 'No visible element has a role that is a part of another.',
      fault: 'Elements outside of what their role is a part of',
      summary: (count, roles) =>
        `${elements(count, ['is', 'are'])} outside of what ${count === 1 ? 'its' : 'their'} role is a part of: ${roles}.`,
    });
  },
};

/**
 * Roles that an element has by its tag, if any. Scripts of libraries give it the missing one: Foundation makes a
 * tab list of a `<ul data-tabs>`.
 */
const plain = new Set(
  ' cell columnheader figure gridcell group list listitem row rowgroup table'.split(' '),
);

function parentsOf(role: string | null): readonly string[] {
  return ariaRoles.get(role ?? '')?.parents ?? [];
}

function isInParent(element: AriaElement, page: PageFacts): boolean {
  const { tag, explicit } = element;
  const parents = parentsOf(explicit);
  if (tag.parent === unknownRole || parents.includes(tag.parent)) return true;
  if (plain.has(tag.parent) && hasScripts(page)) return true;
  if (isBound(element, 'role')) return true;
  const { roles, ofOthers, cut } = ownedOf(page);
  if (cut) return true;
  const owners = roles.get(tag.id ?? '');
  // An element without a role that is taken there may be the one around this.
  return parents.some((role) => owners?.has(role) || ofOthers.has(role));
}
