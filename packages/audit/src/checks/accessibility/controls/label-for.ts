import type { FieldLabelFact, PageFacts } from '../../../page/page-facts.ts';
import { labelableById } from '../../../readings/controls.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/** The `for` of each label is the id of a form field. */
export const labelFor: Check = {
  id: 'label-for',
  category: 'accessibility',
  importance: 'info',
  family: 'control-names',
  title: 'Labels point to a form field of the page',
  advice:
    'Set the for attribute of the quoted labels to the id of their field: <label for="city">City</label> <input id="city">. Use a <span>, or the <legend> of a <fieldset>, for text that is not the label of one field.',
  source: 'https://html.spec.whatwg.org/multipage/forms.html#attr-label-for',
  run: ({ page }) => {
    const labels = page.fieldLabels.filter(isPointing);
    if (labels.length === 0) {
      return { status: 'na', summary: 'The page has no <label> with a for attribute.' };
    }
    if (page.idsCut) {
      return { status: 'na', summary: 'The page has more ids than this report reads.' };
    }
    const astray = labels.filter(({ htmlFor }) => !labelableById(page).has(htmlFor));
    const value = { labels: labels.length, astray: astray.length };
    if (astray.length === 0) {
      const summary = `Labels that point to no form field: 0 of ${labels.length}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `${astray.length} of ${labels.length} labels ${astray.length === 1 ? 'points' : 'point'} to no form field: ${countMissing(page, astray)} of their ids ${countMissing(page, astray) === 1 ? 'is' : 'are'} not on the page.`,
      value,
      evidence: tagsEvidence(astray),
      points: (labels.length - astray.length) / labels.length,
    };
  },
};

/** Placeholders of templates, which scripts replace. */
const template = /\{\{|\$\{|<%|%\w+%|__\w+__/;

function isPointing(label: FieldLabelFact): label is FieldLabelFact & { htmlFor: string } {
  const { htmlFor, hidden } = label;
  return htmlFor !== null && htmlFor !== '' && hidden !== 'all' && !template.test(htmlFor);
}

function countMissing(page: PageFacts, labels: readonly FieldLabelFact[]): number {
  return labels.filter(({ htmlFor }) => htmlFor !== null && !page.ids.has(htmlFor)).length;
}
