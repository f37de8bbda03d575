import type { FieldLabelFact, PageFacts, SourceTag } from '../page/page-facts.ts';
import { type Control, controlsOf, hiddenByClass, labelableById } from './controls.ts';
import { isField, isUnlabelled } from './form-fields.ts';
import { memoize } from './memoize.ts';

/** A `<label>` with a `for`. */
type PointingLabel = FieldLabelFact & { readonly htmlFor: string };

/** The labels of a page that point to a field, and those whose field is not there. */
interface StrayLabels {
  readonly pointing: number;
  /** Labels that do not point to a field, each with the field without a label beside it; `null` without one. */
  readonly stray: readonly { readonly tag: PointingLabel; readonly beside: Control | null }[];
}

/**
 * Finds labels that do not point to a field, unless the page has more ids than are read. One beside a field without a
 * label and that field are one fault.
 */
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

/** Fields that stand directly behind a visible label with text that names no field: its `for` is wrong or missing. */
export const looselyLabelled = memoize((page: PageFacts): ReadonlySet<Control> => {
  const fields = labelableById(page);
  const controls = controlsOf(page)
    .slice(0, page.controls.length)
    .filter(({ tag }) => tag.hidden === 'no');
  const found = new Set<Control>();
  let next = 0;
  for (const [index, label] of page.fieldLabels.entries()) {
    while (next < controls.length && isBefore(controls[next]?.tag, label)) next++;
    const after = controls[next];
    const nextLabel = page.fieldLabels[index + 1];
    const isNearest = nextLabel === undefined || isBefore(after?.tag, nextLabel);
    const isLoose =
      label.control === null && (label.htmlFor === null || !fields.has(label.htmlFor));
    const isVisible = label.text !== '' && label.hidden === 'no' && !hiddenByClass.test(label.html);
    if (after !== undefined && isNearest && isLoose && isVisible) found.add(after);
  }
  return found;
});

function isOpenTo(control: Control): boolean {
  return isField(control) && isUnlabelled(control);
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
