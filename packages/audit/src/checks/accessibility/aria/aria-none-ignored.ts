import { seenAriaElementsOf } from '../../../readings/aria/aria-elements.ts';
import { ariaOutcome, elements } from '../../../readings/aria/aria-outcome.ts';
import type { Check } from '../../check.ts';

/** Roles that say nothing, so that it does no harm if they stay. */
const silent = new Set(['generic', 'none', '?']);

/**
 * `role="none"` is not on elements that can be focused or have a global attribute of ARIA: browsers ignore it
 * there. Nothing is lost on a `<div>`, which has no role to remove.
 */
export const ariaNoneIgnored: Check = {
  id: 'aria-none-ignored',
  category: 'accessibility',
  importance: 'info',
  family: 'aria',
  title: 'role="none" is only on elements where it has an effect',
  advice:
    'Remove role="none" or role="presentation" from links, buttons and other elements that can be focused; elsewhere remove the ARIA attributes next to it.',
  why: 'Browsers ignore it there, so screen readers still announce what was meant to be passed over.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/46ca7f/',
  run: ({ page }) => {
    const targets = seenAriaElementsOf(page).filter(
      ({ explicit }) => explicit === 'none' || explicit === 'presentation',
    );
    const faults = targets
      .filter(
        ({ tag }) =>
          !tag.presentational && tag.implicitRole !== null && !silent.has(tag.implicitRole),
      )
      .map(({ tag, explicit }) => ({ tag, what: `<${tag.element} role="${explicit}">` }));
    return ariaOutcome(targets.length, faults, {
      none: 'No visible element has role="none".',
      fault: 'Elements whose role="none" browsers ignore',
      summary: (count, names) =>
        `Browsers ignore the role of ${elements(count, ['that is', 'that are'])} focusable or named: ${names}.`,
    });
  },
};
