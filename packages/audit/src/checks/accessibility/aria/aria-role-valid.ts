import { ariaElementsOf, isTemplate } from '../../../readings/aria/aria-elements.ts';
import { ariaOutcome, elements } from '../../../readings/aria/aria-outcome.ts';
import type { Check } from '../../check.ts';

/**
 * Each `role` names a role that exists. Browsers ignore others, so that the element stays what its tag says.
 * Roles of drafts and of the modules for books and graphics exist, too. A name with a colon is one of another
 * vocabulary, which XHTML allowed.
 */
export const ariaRoleValid: Check = {
  id: 'aria-role-valid',
  category: 'accessibility',
  importance: 'low',
  family: 'aria',
  title: 'Each role attribute names a role that exists',
  advice:
    'Correct the spelling of each unknown role, such as role="navigation" instead of role="nav", or remove the attribute.',
  why: 'Screen readers ignore a role that does not exist, so they may announce a control as plain text.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/674b10/',
  run: ({ page }) => {
    const targets = ariaElementsOf(page).filter(
      ({ tag }) => tag.hidden === 'no' && tag.role?.trim() && !isTemplate(tag.role),
    );
    const faults = targets
      .filter(({ tag, explicit }) => explicit === null && !tag.role?.includes(':'))
      .map(({ tag }) => ({ tag, what: `"${tag.role?.trim()}"` }));
    return ariaOutcome(targets.length, faults, {
      none: 'No visible element has a role attribute.',
      fault: 'Roles that do not exist',
      summary: (count, roles) =>
        `${elements(count, ['has a role', 'have roles'])} that ${count === 1 ? 'does' : 'do'} not exist: ${roles}.`,
    });
  },
};
