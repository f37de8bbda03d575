import { ariaAttributes } from '../../../readings/aria/aria-attributes.ts';
import { ariaElementsOf } from '../../../readings/aria/aria-elements.ts';
import { type AriaFault, ariaOutcome, elements } from '../../../readings/aria/aria-outcome.ts';
import type { Check } from '../../check.ts';

/** Each attribute that begins with `aria-` exists. Names with other characters than letters are of templates. */
export const ariaAttributeValid: Check = {
  id: 'aria-attribute-valid',
  category: 'accessibility',
  importance: 'low',
  family: 'aria',
  title: 'Each ARIA attribute is one that exists',
  advice:
    'Correct the name of each unknown attribute, such as aria-labelledby instead of aria-labeledby, or remove it: assistive technology ignores it.',
  why: 'Screen readers ignore a misspelled attribute, so people miss what it should tell them.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/5f99a7/',
  run: ({ page }) => {
    const targets = ariaElementsOf(page).filter(({ attributes }) => attributes.length > 0);
    const faults: AriaFault[] = [];
    for (const { tag, attributes } of targets) {
      const unknown = attributes.filter(
        ({ name }) => !ariaAttributes.has(name) && /^[a-z][a-z-]*$/.test(name),
      );
      if (unknown.length === 0) continue;
      faults.push({ tag, what: unknown.map(({ name }) => `aria-${name}`).join(', ') });
    }
    return ariaOutcome(targets.length, faults, {
      none: 'No element has an ARIA attribute.',
      fault: 'Elements with ARIA attributes that do not exist',
      summary: (count, names) =>
        `${elements(count, ['has an ARIA attribute', 'have ARIA attributes'])} that ${count === 1 ? 'does' : 'do'} not exist: ${names}.`,
    });
  },
};
