import type { ControlFact } from '../../../page/page-facts.ts';
import { autofillFieldOf } from '../../../readings/autofill-tokens.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
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
    if (fields.length === 0) {
      const summary =
        'No field has an autocomplete value for an email address, phone number or URL.';
      return { status: 'na', summary };
    }
    const plain = fields.filter(
      ({ type, html }) => type === 'text' && !/\sinputmode\b/i.test(html),
    );
    const value = { fields: fields.length, plain: plain.length };
    if (plain.length === 0) {
      return { status: 'pass', summary: `Fields with type="text": 0 of ${fields.length}.`, value };
    }
    return {
      status: 'warn',
      summary: `${plain.length} of ${fields.length} fields for email addresses, phone numbers or URLs ${plain.length === 1 ? 'has' : 'have'} type="text".`,
      value,
      evidence: tagsEvidence(plain),
    };
  },
};

function typeFor({ element, autocomplete }: ControlFact): string | undefined {
  if (element !== 'input' || autocomplete === null) return undefined;
  return types[autofillFieldOf(autocomplete) ?? ''];
}
