import {
  ariaAttributes,
  isValidValue,
  valuesText,
} from '../../../readings/aria/aria-attributes.ts';
import { ariaElementsOf, isTemplate } from '../../../readings/aria/aria-elements.ts';
import { ariaOutcome, elements } from '../../../readings/aria/aria-outcome.ts';
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
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/6a7281/',
  run: ({ page }) => {
    let count = 0;
    const faults = ariaElementsOf(page).flatMap(({ tag, attributes }) => {
      const filled = attributes.filter(
        ({ name, value }) => value.trim() && ariaAttributes.has(name),
      );
      if (filled.length > 0) count++;
      const wrong = filled.filter(({ name, value }) => {
        const attribute = ariaAttributes.get(name);
        return attribute && !isTemplate(value) && !isValidValue(attribute, value);
      });
      const what = wrong.map(({ name, value }) => {
        const attribute = ariaAttributes.get(name);
        const shown = value.length > maxLength ? `${value.slice(0, maxLength)}…` : value;
        return `aria-${name}="${shown}" (${attribute ? valuesText(attribute) : ''})`;
      });
      return wrong.length === 0 ? [] : [{ tag, what: what.join(', ') }];
    });
    return ariaOutcome(count, faults, 'No element has an ARIA attribute with a value.', {
      pass: (all) => `Elements with ARIA values that are not allowed: 0 of ${all}.`,
      fail: (wrong, values) =>
        `${elements(wrong, ['has an ARIA value that is', 'have ARIA values that are'])} not allowed: ${values}.`,
    });
  },
};
