import type { Outcome } from '../../outcome.ts';
import { requestFailed, shortUrl, statusMeaning } from '../../probes/probe-verdicts.ts';
import { urlEvidence } from '../../readings/evidence.ts';
import type { Check } from '../check.ts';

/**
 * The hosts with and without `www.` are one site: one of them redirects to the other.
 *
 * @remarks That a site should use one of its hosts is our conclusion.
 */
export const wwwCanonicalHost: Check = {
  id: 'www-canonical-host',
  category: 'seo',
  importance: 'low',
  isAboutServer: true,
  title: 'The site uses one host, with or without www',
  advice:
    'Choose one of the two hosts, and redirect (301) every URL of the other to the same URL there: https://www.example.com/page to https://example.com/page.',
  why: 'With and without www, each page has two URLs, and search engines choose which of them to show.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  about: 'site',
  run: ({ response, probes: { hostVariant } }): Outcome => {
    if (hostVariant === null) {
      return { status: 'na', summary: 'The host of the page has no www variant.' };
    }
    const variant = new URL(hostVariant.url).hostname;
    if (hostVariant.kind !== 'response') {
      if (hostVariant.reason !== 'dns_not_found')
        return requestFailed(`The page on ${variant}`, hostVariant);
      return { status: 'na', summary: `The host ${variant} does not exist.` };
    }
    const { status, finalUrl } = hostVariant;
    const value = { twin: variant, status, finalUrl: shortUrl(finalUrl) };
    const end = new URL(finalUrl).hostname;
    if (end !== variant) {
      const pageHost = new URL(response.finalUrl).hostname;
      const where = end === pageHost ? 'this host' : end;
      return { status: 'pass', summary: `${variant} redirects to ${where}.`, value };
    }
    const meaning = statusMeaning(status);
    if (meaning === 'missing') {
      return { status: 'na', summary: `${variant} has no such page (status ${status}).`, value };
    }
    if (meaning === 'unclear') {
      return { status: 'error', summary: `${variant} responded with status ${status}.`, value };
    }
    return {
      status: 'warn',
      summary: `The page is also available at ${variant} without a redirect, so search engines see two sites.`,
      value,
      evidence: [urlEvidence(finalUrl)],
    };
  },
};
