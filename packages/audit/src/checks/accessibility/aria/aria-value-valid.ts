import {
  ariaAttributes,
  isValidValue,
  valuesText,
} from '../../../readings/aria/aria-attributes.ts';
import { ariaElementsOf, isTemplate } from '../../../readings/aria/aria-elements.ts';
import { type AriaFault, ariaOutcome, elements } from '../../../readings/aria/aria-outcome.ts';
import type { Check } from '../../check.ts';

/** Longer values are cut in a summary. */
const maxLength = 30;

/** The values of ARIA attributes are of their type. An empty value is as no attribute, and ids need not exist. */
export const ariaValueValid: Check = {
  id: 'aria-value-valid',
  category: 'accessibility',
  importance: 'low',
  family: 'aria',
  title: 'ARIA attributes have values that are allowed',
  advice:
    'Replace each value by one that the attribute allows, such as aria-expanded="true" or "false", and a plain number in aria-valuenow.',
  why: 'Screen readers may ignore or misread such a value, so people hear a wrong state, such as open instead of closed.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/6a7281/',
  run: ({ page }) => {
    let count = 0;
    const faults: AriaFault[] = [];
    for (const { tag, attributes } of ariaElementsOf(page)) {
      let isFilled = false;
      const wrong: string[] = [];
      for (const { name, value } of attributes) {
        const attribute = ariaAttributes.get(name);
        if (attribute === undefined || value.trim() === '') continue;
        isFilled = true;
        if (isValidValue(attribute, value) || isTemplate(value)) continue;
        const shown = value.length > maxLength ? `${value.slice(0, maxLength)}…` : value;
        wrong.push(`aria-${name}="${shown}" (${valuesText(attribute)})`);
      }
      if (isFilled) count++;
      if (wrong.length > 0) faults.push({ tag, what: wrong.join(', ') });
    }
    return ariaOutcome(count, faults, {
      none: 'No element has an ARIA attribute with a value.',
      fault: 'Elements with ARIA values that are not allowed',
      summary: (wrong, values) =>
        `${elements(wrong, ['has an ARIA value that is', 'have ARIA values that are'])} not allowed: ${values}.`,
    });
  },
};
