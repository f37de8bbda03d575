import type { PageFacts } from '../page/page-facts.ts';
import { type Control, controlsOf } from './controls.ts';
import { memoize } from './memoize.ts';

/**
 * Roles of form fields, and of inputs without a role.
 * Source: https://www.w3.org/WAI/standards-guidelines/act/rules/e086e5/proposed/
 */
const fieldRoles = new Set(
  'checkbox combobox field listbox menuitemcheckbox menuitemradio radio searchbox slider spinbutton switch textbox'.split(
    ' ',
  ),
);

/** The form fields of a page that are hidden from no one. */
export const fieldsOf = memoize((page: PageFacts): readonly Control[] =>
  controlsOf(page).filter((control) => control.tag.hidden === 'no' && isField(control)),
);

/** Whether a control is a form field. */
export function isField({ role }: Control): boolean {
  return role !== null && fieldRoles.has(role);
}

/** Whether a field certainly has no label. */
export function isUnlabelled({ name, uncertain }: Control): boolean {
  return name === '' && !uncertain;
}
