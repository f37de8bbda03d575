import type { Outcome } from '../../../outcome.ts';
import { upgradesInsecureRequests } from '../../../readings/content-security-policy.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import { isHttpAddress } from '../../../readings/http-address.ts';
import { isHttps } from '../../../readings/response-headers.ts';
import type { Check } from '../../check.ts';

/** Links of an https page to its own site use https, too. */
export const linksHttp: Check = {
  id: 'links-http',
  category: 'seo',
  importance: 'low',
  title: 'Links to other pages of this site use https',
  advice:
    'Change http:// to https:// in the href of the quoted links, or start them with the path: href="/contact".',
  why: 'The links lead to an unencrypted address first, and Google may take that one for the preferred version of the page.',
  source: 'https://developers.google.com/search/blog/2015/12/indexing-https-pages-by-default',
  family: 'https',
  run: (facts): Outcome => {
    if (!isHttps(facts)) return { status: 'na', summary: 'The page itself is served over http.' };
    // The check `links-contact` reports email addresses after http://.
    const internalLinks = facts.urls.links.filter(
      ({ kind, tag }) => kind === 'internal' && !isHttpAddress(tag.href ?? ''),
    );
    if (internalLinks.length === 0) {
      return { status: 'na', summary: 'The page has no links to other pages of this site.' };
    }
    const insecure = internalLinks.filter(({ url }) => url?.protocol === 'http:');
    const value = { links: internalLinks.length, http: insecure.length };
    if (insecure.length === 0) {
      const summary = `Links to this site with http://: 0 of ${internalLinks.length}.`;
      return { status: 'pass', summary, value };
    }
    // Browsers also apply it to links to the page's own host (https://www.w3.org/TR/upgrade-insecure-requests/).
    if (upgradesInsecureRequests(facts)) {
      const summary = 'Browsers follow links with http:// to this site over https instead.';
      return { status: 'pass', summary, value };
    }
    return {
      status: 2 * insecure.length > internalLinks.length ? 'fail' : 'warn',
      summary: `${insecure.length} of ${internalLinks.length} links to this site ${insecure.length === 1 ? 'starts' : 'start'} with http://.`,
      value,
      evidence: tagsEvidence(insecure),
    };
  },
};
