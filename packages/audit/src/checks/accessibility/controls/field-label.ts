import type { PageFacts } from '../../../page/page-facts.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import { fieldsOf, isUnlabelled } from '../../../readings/form-fields.ts';
import { strayLabelsOf } from '../../../readings/stray-labels.ts';
import type { Check } from '../../check.ts';

/** Form fields have an accessible name. A `title` or a `placeholder` is enough for one. */
export const fieldLabel: Check = {
  id: 'field-label',
  category: 'accessibility',
  importance: 'medium',
  family: 'control-names',
  title: 'Form fields have a label',
  advice:
    'Add a <label> with the id of the field: <label for="email">Email</label> <input id="email" type="email">. Where there is no room for one, give the field an aria-label.',
  why: 'People with screen readers do not hear what to enter here, and may be unable to complete the form.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/e086e5/proposed/',
  run: ({ page }) => {
    const fields = fieldsOf(page);
    const unnamed = fields.filter(isUnlabelled);
    return faultsOutcome(fields.length, unnamed, {
      none: 'The page has no form fields.',
      fault: 'Fields without a label',
      summary: (count, all) =>
        `${count} of ${all} form ${all === 1 ? 'field' : 'fields'} ${count === 1 ? 'has' : 'have'} no label.${strayText(page)}`,
      value: {
        fields: fields.length,
        without: unnamed.length,
        placeholder_only: fields.filter(({ fallback }) => fallback === 'placeholder').length,
      },
      severity: 'by share',
    });
  },
};

/** How many of the fields are beside a label that points elsewhere. */
function strayText(page: PageFacts): string {
  const { size } = new Set(strayLabelsOf(page).stray.flatMap(({ beside }) => beside ?? []));
  if (size === 0) return '';
  return ` ${size} ${size === 1 ? 'is' : 'are'} beside a <label> whose for is not the id of a field.`;
}
