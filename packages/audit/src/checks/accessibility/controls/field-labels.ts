import type { FieldLabelFact } from '../../../page/page-facts.ts';
import { controlsOf } from '../../../readings/controls.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/**
 * Each field has one label: some screen readers read only the first of several, others only the last.
 *
 * @remarks HTML allows several labels. Labels without text, as for an icon or an error message, are left out, and so
 * are those of an id that several fields have.
 */
export const fieldLabels: Check = {
  id: 'field-labels',
  category: 'accessibility',
  importance: 'info',
  family: 'control-names',
  title: 'Each field has one label',
  advice:
    'Keep one <label> for each field, and connect other texts with aria-describedby: <input id="email" aria-describedby="hint">.',
  why: 'Screen readers differ in which of several labels they read, so some people hear only a part of what to enter.',
  source: 'https://dequeuniversity.com/rules/axe/4.10/form-field-multiple-labels',
  run: ({ page }) => {
    const fields = controlsOf(page).filter(
      ({ tag, labels }) => tag.hidden === 'no' && labels.length > 0,
    );
    const repeated = new Set(page.duplicateIds.map(({ id }) => id));
    const found = fields.filter(
      ({ tag, labels }) =>
        labels.filter(isRead).length > 1 && !('id' in tag && repeated.has(tag.id ?? '')),
    );
    return faultsOutcome(fields.length, found, {
      none: 'The page has no fields with a label.',
      fault: 'Fields with several labels',
      summary: (count, all) =>
        `${count} of ${all} ${all === 1 ? 'field' : 'fields'} ${count === 1 ? 'has' : 'have'} several labels with text.`,
      value: { fields: fields.length, several: found.length },
      evidence: () => tagsEvidence(found.flatMap(({ labels }) => labels.filter(isRead))),
    });
  },
};

function isRead({ hidden, accessibleText }: FieldLabelFact): boolean {
  return hidden === 'no' && accessibleText !== '';
}
