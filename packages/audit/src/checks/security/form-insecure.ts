import type { AuditFacts } from '../../audit-facts.ts';
import type { Outcome } from '../../outcome.ts';
import type { FormFact } from '../../page/page-facts.ts';
import { belongsTo } from '../../probes/sample.ts';
import { upgradesInsecureRequests } from '../../readings/content-security-policy.ts';
import { tagEvidence } from '../../readings/evidence.ts';
import { firstOf } from '../../readings/notes.ts';
import { ownUrlOf } from '../../readings/own-url.ts';
import { isHttps, isTrustworthy } from '../../readings/response-headers.ts';
import { parseUrl } from '../../url/web-url.ts';
import type { Check } from '../check.ts';

/**
 * Data that visitors enter into forms is encrypted in transit.
 *
 * @remarks That forms should be sent over https is our conclusion.
 */
export const formInsecure: Check = {
  id: 'form-insecure',
  category: 'security',
  importance: 'medium',
  family: 'https',
  title: 'Forms send their data over https',
  advice:
    'Serve pages with forms over https, and start the action of each form with https:// or a path of the site.',
  why: 'What visitors type, such as a password or an address, can be read and changed by others on its way.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content',
  run: (facts): Outcome => {
    const forms = firstOf(facts.page, facts.page.forms, mostForms, 'forms are checked');
    const sending = forms.filter(sends).filter((form) => !followsThePage(form, facts));
    if (sending.length === 0) {
      const summary = isHttps(facts)
        ? 'The page has no forms.'
        : 'The page itself is served over http; it has no forms that send data to other sites.';
      return { status: 'na', summary };
    }
    const insecure = sending.filter((form) => goesOverHttp(form, facts));
    const value = { forms: sending.length, insecure: insecure.length };
    if (insecure.length === 0) {
      const summary = `Forms that send their data over http: 0 of ${sending.length}.`;
      return { status: 'pass', summary, value };
    }
    if (isHttps(facts) && upgradesInsecureRequests(facts)) {
      const summary = 'Browsers send forms with an http URL over https instead.';
      return { status: 'pass', summary, value };
    }
    return {
      status: 'fail',
      summary: `${insecure.length} of ${sending.length} forms ${insecure.length === 1 ? 'sends its' : 'send their'} data over http.`,
      value,
      evidence: insecure.slice(0, 25).map(tagEvidence),
    };
  },
};

/** Forms whose URLs are resolved: far more than a normal page has. */
const mostForms = 2_000;

/** Buttons without formaction use the action of their form; dialogs send nothing. */
function sends({ element, action, method }: FormFact): boolean {
  if (method?.toLowerCase() === 'dialog') return false;
  return element === 'form' || action !== null;
}

/** Whether a form leads to the site of a page over http, or a subdomain: the check `https` covers that. */
function followsThePage(form: FormFact, facts: AuditFacts): boolean {
  if (isHttps(facts)) return false;
  const url = targetOf(form, facts);
  return url?.protocol === 'http:' && belongsTo(ownUrlOf(facts), url);
}

function goesOverHttp(form: FormFact, facts: AuditFacts): boolean {
  const url = targetOf(form, facts);
  return url !== null && !isTrustworthy(url);
}

function targetOf({ action }: FormFact, facts: AuditFacts): URL | null {
  const written = action?.trim() ?? '';
  // Without an action, forms send to the page itself, regardless of <base>.
  return written === '' ? ownUrlOf(facts) : parseUrl(written, facts.urls.base.href);
}
