import type { FieldLabelFact, PageFacts, SourceTag } from '../page/page-facts.ts';
import { type Control, controlsOf, labelableById } from './controls.ts';
import { memoize } from './memoize.ts';

/** A `<label>` with a `for`. */
type PointingLabel = FieldLabelFact & { readonly htmlFor: string };

/** The labels of a page that point to a field, and those whose field is not there. */
interface StrayLabels {
  readonly pointing: number;
  /** Labels that point to no field, each with the field without a label beside it; `null` without one. */
  readonly stray: readonly { readonly tag: PointingLabel; readonly beside: Control | null }[];
}

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
  controlsOf(page).filter(
    ({ tag, role }) => tag.hidden === 'no' && role !== null && fieldRoles.has(role),
  ),
);

/** Whether a field certainly has no label. */
export function isUnlabelled({ name, uncertain }: Control): boolean {
  return name === '' && !uncertain;
}

/** Finds labels that point to no field, unless the page has more ids than are read. One beside a field without a label is certainly meant for that. */
export const strayLabelsOf = memoize((page: PageFacts): StrayLabels => {
  const pointing = page.fieldLabels.filter(isPointing);
  if (page.idsCut) return { pointing: pointing.length, stray: [] };
  const fields = labelableById(page);
  // Those by tag, which are in source order.
  const controls = controlsOf(page)
    .slice(0, page.controls.length)
    .filter(({ tag }) => tag.hidden === 'no');
  let next = 0;
  const stray = pointing.flatMap((tag, index) => {
    while (next < controls.length && isBefore(controls[next]?.tag, tag)) next++;
    if (fields.has(tag.htmlFor)) return [];
    const after = controls[next];
    const nextLabel = pointing[index + 1];
    const isNearest = nextLabel === undefined || isBefore(after?.tag, nextLabel);
    if (after !== undefined && isNearest && isOpenTo(after)) return [{ tag, beside: after }];
    const before = controls[next - 1];
    const isAfter = index === 0 || isBefore(pointing[index - 1], before?.tag);
    const isBeside = before !== undefined && isAfter && isBox(before) && isOpenTo(before);
    return [{ tag, beside: isBeside ? before : null }];
  });
  return { pointing: pointing.length, stray };
});

function isOpenTo(control: Control): boolean {
  return control.role !== null && fieldRoles.has(control.role) && isUnlabelled(control);
}

/** Whether its label is usually behind it. */
function isBox({ role }: Control): boolean {
  return role === 'checkbox' || role === 'radio';
}

function isBefore(a: SourceTag | undefined, b: SourceTag | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a.line === b.line ? a.column < b.column : a.line < b.line;
}

/** Placeholders of templates, which scripts replace. */
const template = /\{\{|\$\{|<%|%\w+%|__\w+__/;

function isPointing(label: FieldLabelFact): label is PointingLabel {
  const { htmlFor, hidden } = label;
  return htmlFor !== null && htmlFor !== '' && hidden !== 'all' && !template.test(htmlFor);
}
