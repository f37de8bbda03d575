import type { AuditFacts } from '../audit-facts.ts';
import type { ControlFact } from '../page/page-facts.ts';
import { trackingOf } from './trackers.ts';

/** What makes a page process data about its visitors, and the tag that shows it. */
interface PersonalData {
  /** The subject of a sentence: `The form field “email”`, `Google Analytics`. */
  readonly what: string;
  readonly tag: ControlFact | ReturnType<typeof trackingOf>['trackers'][number]['tag'];
}

/**
 * Tokens of `autocomplete` that ask for a person's data.
 * Source: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill-field
 */
const personal =
  /(?:^|\s)(?:name|given-name|family-name|username|email|tel(?:-[a-z-]+)?|street-address|address-line\d|postal-code|bday|cc-[a-z-]+)(?:\s|$)/i;

/** How a page certainly processes data about visitors; `null` where nothing says so. */
export function personalDataOf(facts: AuditFacts): PersonalData | null {
  const { trackers, managers } = trackingOf(facts);
  const [script] = [...trackers, ...managers];
  if (script !== undefined) return { what: script.name, tag: script.tag };
  const field = facts.page.controls.find(
    ({ element, type, autocomplete, hidden }) =>
      element === 'input' &&
      hidden !== 'all' &&
      (type === 'email' ||
        type === 'tel' ||
        type === 'password' ||
        personal.test(autocomplete ?? '')),
  );
  if (field === undefined) return null;
  return { what: `a form field for ${nameOf(field)}`, tag: field };
}

function nameOf({ type }: ControlFact): string {
  if (type === 'email') return 'an email address';
  if (type === 'tel') return 'a phone number';
  return type === 'password' ? 'a password' : 'personal data';
}
