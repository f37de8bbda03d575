import { type Control, controlsOf } from '../../../readings/controls.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/**
 * Roles of form fields, and of inputs without a role.
 * Source: https://www.w3.org/WAI/standards-guidelines/act/rules/e086e5/proposed/
 */
const fieldRoles = new Set(
  'checkbox combobox field listbox menuitemcheckbox menuitemradio radio searchbox slider spinbutton switch textbox'.split(
    ' ',
  ),
);

/** Form fields have an accessible name. A `title` or a `placeholder` is enough for one. */
export const fieldLabel: Check = {
  id: 'field-label',
  category: 'accessibility',
  importance: 'medium',
  family: 'control-names',
  title: 'Form fields have a label',
  advice:
    'Add a <label> with the id of the field: <label for="email">Email</label> <input id="email" type="email">. Where there is no room for one, give the field an aria-label.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/e086e5/proposed/',
  run: ({ page }) => {
    const fields = controlsOf(page).filter(isField);
    if (fields.length === 0) return { status: 'na', summary: 'The page has no form fields.' };
    const unnamed = fields.filter(({ name, uncertain }) => name === '' && !uncertain);
    const value = {
      fields: fields.length,
      without: unnamed.length,
      placeholder_only: fields.filter(({ fallback }) => fallback === 'placeholder').length,
    };
    if (unnamed.length === 0) {
      return { status: 'pass', summary: `Fields without a label: 0 of ${fields.length}.`, value };
    }
    return {
      status: unnamed.length === fields.length ? 'fail' : 'warn',
      summary: `${unnamed.length} of ${fields.length} form ${fields.length === 1 ? 'field' : 'fields'} ${unnamed.length === 1 ? 'has' : 'have'} no label.`,
      value,
      evidence: tagsEvidence(unnamed),
      points: (fields.length - unnamed.length) / fields.length,
    };
  },
};

function isField({ tag, role }: Control): boolean {
  return tag.hidden === 'no' && role !== null && fieldRoles.has(role);
}
