const contact =
  'email impp tel tel-area-code tel-country-code tel-extension tel-local tel-local-prefix tel-local-suffix tel-national';

/**
 * The names of fields that take a kind of contact (home, work, …) before them.
 * Source: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill-detail-tokens
 */
const contactFields = new Set(contact.split(' '));

const otherFields = new Set(
  `additional-name address-level1 address-level2 address-level3 address-level4 address-line1 address-line2
  address-line3 bday bday-day bday-month bday-year cc-additional-name cc-csc cc-exp cc-exp-month cc-exp-year
  cc-family-name cc-given-name cc-name cc-number cc-type country country-name current-password device-eid
  device-imei family-name given-name honorific-prefix honorific-suffix language name new-password nickname
  one-time-code organization organization-title photo postal-code sex street-address transaction-amount
  transaction-currency url username`.split(/\s+/),
);

const addressKinds = new Set(['shipping', 'billing']);
const contactKinds = new Set(['home', 'work', 'mobile', 'fax', 'pager']);

/**
 * The field that the value of an `autocomplete` attribute names, lower-case: `email`, `postal-code`; `on` or
 * `off` where it switches autofill; `null` if it is not valid.
 */
export function autofillFieldOf(value: string): string | null {
  // No valid value has as many words.
  const tokens = value
    .toLowerCase()
    .trim()
    .split(/[\t\n\f\r ]+/, 8);
  const [only = ''] = tokens;
  if (tokens.length === 1 && (only === 'on' || only === 'off')) return only;
  let at = 0;
  if (tokens[at]?.startsWith('section-')) at++;
  if (addressKinds.has(tokens[at] ?? '')) at++;
  const isContact = contactKinds.has(tokens[at] ?? '');
  if (isContact) at++;
  const field = tokens[at++] ?? '';
  if (!contactFields.has(field) && (isContact || !otherFields.has(field))) return null;
  if (tokens[at] === 'webauthn') at++;
  return at === tokens.length ? field : null;
}
