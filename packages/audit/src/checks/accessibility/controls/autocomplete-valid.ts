import { roleOf } from '../../../page/facts/roles.ts';
import type { ControlFact } from '../../../page/page-facts.ts';
import { autofillFieldOf } from '../../../readings/autofill-tokens.ts';
import { attributeEvidence, maxEvidence, shortList } from '../../../readings/evidence.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/** Inputs that no one fills in as text. */
const fixed = new Set(['button', 'checkbox', 'file', 'image', 'radio', 'reset', 'submit']);

/** `autocomplete` names what the field is for, with a word that browsers know. */
export const autocompleteValid: Check = {
  id: 'autocomplete-valid',
  category: 'accessibility',
  importance: 'low',
  title: 'Form fields say with valid values what browsers may fill in',
  advice:
    'Use a value of the HTML standard, such as autocomplete="email", "tel", "given-name", "postal-code" or "new-password", or "off" if browsers should fill in nothing.',
  why: 'Browsers cannot fill in a name or an address here, so visitors have to type it, which is hard for some of them.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/73f2c2/',
  run: ({ page }) => {
    const fields = page.controls.filter(isApplicable);
    const invalid = fields.filter(({ autocomplete }) => autofillFieldOf(autocomplete) === null);
    const value = {
      fields: fields.length,
      invalid: shortList(new Set(invalid.map(({ autocomplete }) => autocomplete))),
    };
    return faultsOutcome(fields.length, invalid, {
      none: 'No form field says in autocomplete what it is for.',
      fault: 'Fields with an invalid autocomplete value',
      summary: (count, all) =>
        `${count} of ${all} autocomplete ${all === 1 ? 'value' : 'values'} ${count === 1 ? 'is' : 'are'} not valid, so browsers ignore ${count === 1 ? 'it' : 'them'}.`,
      value,
      evidence: () =>
        invalid
          .slice(0, maxEvidence)
          .map((field) => attributeEvidence(field, 'autocomplete', field.autocomplete)),
      severity: 'by share',
    });
  },
};

/**
 * Whether the rule applies: not to switched-off fields, to those that no one can reach, and to elements with
 * another role that are not in the tab order.
 */
function isApplicable(field: ControlFact): field is ControlFact & { autocomplete: string } {
  const { element, type, autocomplete, disabled, hidden, html } = field;
  if (autocomplete === null || autocomplete.trim() === '') return false;
  if (type === null ? element !== 'select' && element !== 'textarea' : fixed.has(type))
    return false;
  if (disabled || hidden === 'all' || (hidden === 'readers' && isOffScreen(html))) return false;
  const names = autofillFieldOf(autocomplete);
  if (names === 'on' || names === 'off') return false;
  return !isStatic(field);
}

/** Whether an element's own style moves it off the screen, or shows nothing of it. */
function isOffScreen(html: string): boolean {
  return /\sstyle\s*=[^>]*(?:(?:left|top|right|bottom|margin[a-z-]*|text-indent)\s*:\s*-\d{3}|clip(?:-path)?\s*:\s*(?:rect|inset)|opacity\s*:\s*0\s*[;"'!]|(?:width|height)\s*:\s*[01]px)/i.test(
    html,
  );
}

/** Roles of WAI-ARIA that make an element something that visitors operate. */
const widgets = new Set(
  'button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox slider spinbutton switch tab textbox treeitem'.split(
    ' ',
  ),
);

function isStatic({ role, tabindex }: ControlFact): boolean {
  const explicitRole = roleOf(role);
  if (
    explicitRole === null ||
    explicitRole === 'none' ||
    explicitRole === 'presentation' ||
    widgets.has(explicitRole)
  )
    return false;
  return Number.parseInt(tabindex ?? '', 10) < 0;
}
