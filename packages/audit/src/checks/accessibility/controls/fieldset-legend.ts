import type { GroupFact } from '../../../page/page-facts.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import { isNamedGroup } from '../../../readings/group-names.ts';
import type { Check } from '../../check.ts';

/**
 * Each `<fieldset>` has a legend with text, or a name by an attribute. Some only draw a box, or are removed by the
 * style sheet, so the check has no weight.
 */
export const fieldsetLegend: Check = {
  id: 'fieldset-legend',
  category: 'accessibility',
  importance: 'info',
  title: 'Each <fieldset> has a legend',
  advice:
    'Add a <legend> with text as the first element in the <fieldset>: <legend>Delivery address</legend>. Use a <div> where the fields are no group.',
  source: 'https://www.w3.org/WAI/WCAG22/Techniques/html/H71',
  run: ({ page }) => {
    const fieldsets = page.groups.filter(isRead);
    if (fieldsets.length === 0) return { status: 'na', summary: 'The page has no <fieldset>.' };
    const without = fieldsets.filter((group) => !isNamedGroup(group));
    const empty = without.filter(({ legend }) => legend !== null).length;
    const value = { fieldsets: fieldsets.length, without: without.length - empty, empty };
    if (without.length === 0) {
      const summary = `<fieldset> elements without a legend: 0 of ${fieldsets.length}.`;
      return { status: 'pass', summary, value };
    }
    const what = empty === without.length ? 'an empty legend' : 'no legend with text';
    return {
      status: 'warn',
      summary: `${without.length} of ${fieldsets.length} <fieldset> ${fieldsets.length === 1 ? 'element' : 'elements'} ${without.length === 1 ? 'has' : 'have'} ${what}.`,
      value,
      evidence: tagsEvidence(without),
    };
  },
};

/** A class that hides an element in the style sheets of forms, such as `cf_hidden`. */
const hiddenByForm = /hid(?:den|e)/i;

function isRead({ element, hidden, role, presentational, html }: GroupFact): boolean {
  const isShown = hidden === 'no' && !hiddenByForm.test(html);
  return element === 'fieldset' && isShown && role === null && !presentational;
}
