import type { ControlFact, GroupFact, PageFacts } from '../../../page/page-facts.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import { isNamedGroup } from '../../../readings/group-names.ts';
import type { Check } from '../../check.ts';

/**
 * Each `<fieldset>` that groups fields has a legend with text. Many only draw a box: those that group fields hold
 * several radio buttons or checkboxes, or several fields beside another such `<fieldset>` of their form. Some are
 * removed by the style sheet, so the check has no weight.
 *
 * @remarks That a name by an attribute is enough is ours.
 */
export const fieldsetLegend: Check = {
  id: 'fieldset-legend',
  category: 'accessibility',
  importance: 'info',
  title: 'Each <fieldset> that groups fields has a legend',
  advice:
    'Add a <legend> with text as the first element in the <fieldset>: <legend>Delivery address</legend>. Use a <div> where the fields do not form a group.',
  why: 'People with screen readers hear that some fields belong together, but not what they are about.',
  source: 'https://www.w3.org/WAI/WCAG22/Techniques/html/H71',
  run: ({ page }) => {
    const fieldsets = groupsOfFields(page);
    const without = fieldsets.filter((group) => !isNamedGroup(group));
    const empty = without.filter(({ legend }) => legend !== null).length;
    return faultsOutcome(fieldsets.length, without, {
      none: 'The page has no <fieldset> that groups several fields.',
      fault: '<fieldset> elements without a legend',
      summary: (count, all) => {
        const what = empty === without.length ? 'an empty legend' : 'no legend with text';
        return `${count} of ${all} <fieldset> ${all === 1 ? 'element' : 'elements'} ${count === 1 ? 'has' : 'have'} ${what}.`;
      },
      value: { fieldsets: fieldsets.length, without: without.length - empty, empty },
    });
  },
};

/** What a `<fieldset>` holds directly: not in another group inside. */
interface Held {
  readonly form: number;
  /** Radio buttons and checkboxes. */
  options: number;
  /** All visible fields. */
  fields: number;
}

/** The fieldsets that group fields for visitors. */
function groupsOfFields({ groups, controls }: PageFacts): readonly GroupFact[] {
  const held = new Map<GroupFact, Held>();
  for (const control of controls) {
    const group = groups[control.group ?? -1];
    if (group === undefined || !isRead(group) || !isVisibleField(control)) continue;
    const counts = held.get(group) ?? { form: control.form, options: 0, fields: 0 };
    counts.fields++;
    if (control.type === 'radio' || control.type === 'checkbox') counts.options++;
    held.set(group, counts);
  }
  const byForm = new Map<number, number>();
  for (const { form, fields } of held.values()) {
    if (fields > 1) byForm.set(form, (byForm.get(form) ?? 0) + 1);
  }
  return groups.filter((group) => {
    const { form, options, fields } = held.get(group) ?? none;
    return options > 1 || (fields > 1 && (byForm.get(form) ?? 0) > 1);
  });
}

const none: Held = { form: 0, options: 0, fields: 0 };

const notFields = new Set('button hidden image reset submit'.split(' '));

function isVisibleField({ element, type, hidden, html }: ControlFact): boolean {
  const isField =
    type === null ? element === 'select' || element === 'textarea' : !notFields.has(type);
  return isField && hidden === 'no' && !hiddenByForm.test(html);
}

/** A class that hides an element in the style sheets of forms, such as `cf_hidden`. */
const hiddenByForm = /hid(?:den|e)/i;

function isRead({ element, hidden, role, presentational, html }: GroupFact): boolean {
  const isShown = hidden === 'no' && !hiddenByForm.test(html);
  return element === 'fieldset' && isShown && role === null && !presentational;
}
