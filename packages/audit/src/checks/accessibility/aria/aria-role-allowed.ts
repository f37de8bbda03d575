import { seenAriaElementsOf } from '../../../readings/aria/aria-elements.ts';
import { isRoleAllowed } from '../../../readings/aria/aria-in-html.ts';
import { ariaOutcome, elements } from '../../../readings/aria/aria-outcome.ts';
import type { Check } from '../../check.ts';

/**
 * Elements have a role that HTML allows on them. Browsers apply it in any case, and the standard allows more
 * with each version, so the check has no weight.
 */
export const ariaRoleAllowed: Check = {
  id: 'aria-role-allowed',
  category: 'accessibility',
  importance: 'info',
  family: 'aria',
  title: 'Elements have roles that HTML allows on them',
  advice:
    'Put the role on a <div> or <span>, or use the element that has this role: <nav> instead of <ul role="navigation">.',
  why: 'Screen readers may announce the element as something other than what it is, which misleads people who listen.',
  source: 'https://www.w3.org/TR/html-aria/#docconformance',
  run: ({ page }) => {
    const targets = seenAriaElementsOf(page).filter(({ explicit }) => explicit !== null);
    const faults = targets
      .filter((element) => !isRoleAllowed(element, page))
      .map(({ tag, explicit }) => ({ tag, what: `<${tag.element} role="${explicit}">` }));
    return ariaOutcome(targets.length, faults, {
      none: 'No visible element has a role attribute.',
      fault: 'Elements with a role that HTML does not allow on them',
      summary: (count, names) =>
        `${elements(count, ['has a role', 'have a role'])} that HTML does not allow on ${count === 1 ? 'it' : 'them'}: ${names}.`,
    });
  },
};
