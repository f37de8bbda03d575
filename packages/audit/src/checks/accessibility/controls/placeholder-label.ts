import { controlsOf } from '../../../readings/controls.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import { looselyLabelled } from '../../../readings/stray-labels.ts';
import type { Check } from '../../check.ts';

/**
 * A placeholder is not the only label of a field. It is a name, so `field-label` passes the field. One behind a label
 * that points elsewhere has another label for those who see it: that is the finding of `label-for`.
 *
 * @remarks That a name by an attribute is enough is ours.
 */
export const placeholderLabel: Check = {
  id: 'placeholder-label',
  category: 'accessibility',
  importance: 'info',
  family: 'control-names',
  title: 'Fields have a label in addition to their placeholder',
  advice:
    'Add a <label> or an aria-label to the field, and keep the placeholder for an example of what to type: it disappears with the first letter.',
  why: 'The hint disappears with the first letter, so people no longer see what the field is for when they check the form.',
  source: 'https://html.spec.whatwg.org/multipage/input.html#the-placeholder-attribute',
  run: ({ page }) => {
    const fields = controlsOf(page).filter(
      ({ tag }) => tag.hidden === 'no' && 'placeholder' in tag && tag.placeholder?.trim(),
    );
    if (fields.length === 0) {
      return { status: 'na', summary: 'The page has no fields with a placeholder.' };
    }
    const labelled = looselyLabelled(page);
    const only = fields.filter((field) => field.fallback === 'placeholder' && !labelled.has(field));
    const value = { fields: fields.length, placeholder_only: only.length };
    if (only.length === 0) {
      const summary = `Fields that only a placeholder names: 0 of ${fields.length}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `${only.length} of ${fields.length} ${fields.length === 1 ? 'field' : 'fields'} with a placeholder ${only.length === 1 ? 'has' : 'have'} no other label.`,
      value,
      evidence: tagsEvidence(only),
    };
  },
};
