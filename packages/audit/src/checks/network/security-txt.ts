import type { Outcome } from '../../outcome.ts';
import { requestFailed } from '../../probes/probe-verdicts.ts';
import { namesText, shortList, urlEvidence } from '../../readings/evidence.ts';
import type { Check } from '../check.ts';

/** If the site has a security.txt, it has the fields that RFC 9116 requires, and has not expired. */
export const securityTxt: Check = {
  id: 'security-txt',
  category: 'security',
  importance: 'info',
  title: 'security.txt names a contact and is up to date',
  advice:
    'Write into /.well-known/security.txt where to report vulnerabilities (Contact: mailto:security@example.com), and until when this holds (Expires: 2027-01-01T00:00:00Z). Renew the date once a year. The file is optional.',
  why: 'People who find a security hole may not know whom to tell, so it stays open longer.',
  source: 'https://www.rfc-editor.org/rfc/rfc9116',
  about: 'site',
  isAtRoot: true,
  run: ({ probes: { securityTxt: probe }, now }): Outcome => {
    if (probe.kind !== 'response') return requestFailed('security.txt', probe);
    const { status, contentType, fields, contacts, expires, cut, url } = probe;
    if (status >= 500 || status === 429) {
      return { status: 'error', summary: `security.txt responded with status ${status}.` };
    }
    // Many sites send a page for any URL.
    const isPage = contentType === 'text/html' || contentType === 'application/xhtml+xml';
    if (status < 200 || status >= 300 || isPage || fields === 0) {
      return { status: 'na', summary: 'The site has no security.txt, which is optional.' };
    }
    if (cut) return { status: 'error', summary: 'security.txt is too long to read all of it.' };
    const value = { contacts: shortList(contacts), expires: shortList(expires) };
    const faults = [...contactFaults(contacts), ...expiryFaults(expires, now)];
    if (faults.length > 0) {
      const summary = `security.txt ${namesText(faults)}.`;
      return { status: 'warn', summary, value, evidence: [urlEvidence(url)] };
    }
    const [contact] = value.contacts;
    const [date] = value.expires;
    const summary = `Vulnerabilities can be reported to ${contact} (valid until ${date}).`;
    return { status: 'pass', summary, value };
  },
};

/** The value is a URI (section 2.5.3). */
const scheme = /^[a-z][a-z0-9+.-]{0,30}:\S/i;

function contactFaults(contacts: readonly string[]): readonly string[] {
  if (contacts.length === 0) return ['has no Contact'];
  const bare = contacts.find((contact) => !scheme.test(contact));
  if (bare !== undefined) {
    return [`has a Contact without “mailto:”, “tel:” or “https:” (${shortList([bare])[0]})`];
  }
  const isPlain = contacts.some((contact) => /^http:/i.test(contact));
  return isPlain ? ['has a Contact with http instead of https'] : [];
}

/** A date and time of RFC 3339; its year, month and day are checked by reading it. */
const dateTime = /^\d{4}-\d\d-\d\d[t ]\d\d:\d\d:\d\d(?:\.\d{1,20})?(?:z|[+-]\d\d:\d\d)$/i;

function expiryFaults(expires: readonly string[], now: Date): readonly string[] {
  const [date, ...others] = expires;
  if (date === undefined) return ['has no Expires'];
  if (others.length > 0) return [`has ${expires.length} Expires instead of one`];
  const time = dateTime.test(date) ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(time)) return [`has an Expires that is not a date and time (${date})`];
  return time <= now.getTime() ? [`expired on ${date.slice(0, 10)}`] : [];
}
