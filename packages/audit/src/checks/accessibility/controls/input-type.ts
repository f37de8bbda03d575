import type { ControlFact } from '../../../page/page-facts.ts';
import { autofillFieldOf } from '../../../readings/autofill-tokens.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/** The types of fields with their own keyboard, by what `autocomplete` says that they are for. */
const types: Readonly<Record<string, string>> = { email: 'email', tel: 'tel', url: 'url' };

/** Fields for email addresses, phone numbers and URLs have the type that gives phones the right keyboard. */
export const inputType: Check = {
  id: 'input-type',
  category: 'accessibility',
  importance: 'info',
  title: 'Fields for email addresses and phone numbers have the right type',
  advice:
    'Use type="email", type="tel" or type="url" instead of type="text" for the quoted fields, so that phones show the keyboard that fits.',
  why: 'Phones show letters where visitors need digits or the @ sign, which makes a form slower to fill in.',
  source: 'https://web.dev/learn/forms/attributes#help_users_enter_the_right_data',
  run: ({ page }) => {
    const fields = page.controls.filter(
      (field) => field.hidden === 'no' && !field.disabled && typeFor(field) !== undefined,
    );
    const plain = fields.filter(
      ({ type, html }) => type === 'text' && !/\sinputmode\b/i.test(html),
    );
    const value = { fields: fields.length, plain: plain.length };
    return faultsOutcome(fields.length, plain, {
      none: 'No field has an autocomplete value for an email address, phone number or URL.',
      fault: 'Fields with type="text"',
      summary: (count, all) =>
        `${count} of ${all} fields for email addresses, phone numbers or URLs ${count === 1 ? 'has' : 'have'} type="text".`,
      value,
    });
  },
};

function typeFor({ element, autocomplete }: ControlFact): string | undefined {
  if (element !== 'input' || autocomplete === null) return undefined;
  return types[autofillFieldOf(autocomplete) ?? ''];
}
