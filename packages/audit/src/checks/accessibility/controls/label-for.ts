import type { FieldLabelFact, PageFacts } from '../../../page/page-facts.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import { strayLabelsOf } from '../../../readings/stray-labels.ts';
import type { Check } from '../../check.ts';

/** The `for` of each label is the id of a form field. A label beside a field without one is that field's finding. */
export const labelFor: Check = {
  id: 'label-for',
  category: 'accessibility',
  importance: 'info',
  family: 'control-names',
  title: 'Labels point to a form field of the page',
  advice:
    'Set the for attribute of the quoted labels to the id of their field: <label for="city">City</label> <input id="city">. Use a <span>, or the <legend> of a <fieldset>, for text that is not the label of one field.',
  why: 'A click on the label does nothing, and screen readers read no field with it.',
  source: 'https://html.spec.whatwg.org/multipage/forms.html#attr-label-for',
  run: ({ page }) => {
    const { pointing, stray } = strayLabelsOf(page);
    if (page.idsCut && pointing > 0) {
      return { status: 'na', summary: 'The page has more ids than this report reads.' };
    }
    const astray = stray.filter(({ beside }) => beside === null).map(({ tag }) => tag);
    if (astray.length === 0 && stray.length > 0) {
      return {
        status: 'na',
        summary:
          'Labels that point to no form field are beside fields without a label, which counts there.',
      };
    }
    return faultsOutcome(pointing, astray, {
      none: 'The page has no <label> with a for attribute.',
      fault: 'Labels that point to no form field',
      summary: (count, all) =>
        `${count} of ${all} labels ${count === 1 ? 'points' : 'point'} to no form field: ${countMissing(page, astray)} of their ids ${countMissing(page, astray) === 1 ? 'is' : 'are'} not on the page.`,
      value: { labels: pointing, astray: astray.length },
      severity: 'warn by share',
    });
  },
};

function countMissing(page: PageFacts, labels: readonly FieldLabelFact[]): number {
  return labels.filter(({ htmlFor }) => htmlFor !== null && !page.ids.has(htmlFor)).length;
}
