import { parseUrl } from '../../fetch/web-url.ts';
import type { FormFact } from '../../page/page-facts.ts';
import type { AuditFacts, Check, Outcome } from '../check.ts';
import { tagEvidence } from '../evidence.ts';
import { upgradesInsecureRequests } from './content-security-policy.ts';
import { isHttps, isTrustworthy } from './response-headers.ts';

/** What visitors type into a form travels encrypted. */
export const formInsecure: Check = {
  id: 'form-insecure',
  category: 'security',
  importance: 'medium',
  title: 'Forms send what is typed over https',
  advice:
    'Serve pages with forms over https, and let their action begin with https:// or with a path of the site.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content',
  run: (facts): Outcome => {
    const sending = facts.page.forms.filter(sends);
    if (sending.length === 0) return { status: 'na', summary: 'The page has no forms.' };
    const insecure = sending.filter((form) => goesOverHttp(form, facts));
    const value = { forms: sending.length, insecure: insecure.length };
    if (insecure.length === 0) {
      return { status: 'pass', summary: 'Forms send what is typed over https.', value };
    }
    if (isHttps(facts) && upgradesInsecureRequests(facts)) {
      const summary = 'Browsers send forms over https that the page sends over http.';
      return { status: 'pass', summary, value };
    }
    return {
      status: 'fail',
      summary: `${insecure.length} of ${sending.length} forms ${insecure.length === 1 ? 'sends' : 'send'} what is typed over plain http.`,
      value,
      evidence: insecure.slice(0, 25).map(tagEvidence),
    };
  },
};

/** A button without an address of its own sends its form to that of the form; dialogs send nothing. */
function sends({ element, action, method }: FormFact): boolean {
  if (method?.toLowerCase() === 'dialog') return false;
  return element === 'form' || action !== null;
}

function goesOverHttp({ action }: FormFact, { urls, response }: AuditFacts): boolean {
  const written = action?.trim() ?? '';
  // No address is that of the page, whatever its base is.
  const base = written === '' ? response.finalUrl : urls.base.href;
  const url = parseUrl(written, base);
  return url !== null && !isTrustworthy(url);
}
