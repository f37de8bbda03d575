import type { Check, Outcome } from '../check.ts';
import { urlEvidence } from '../evidence.ts';
import { meaningOf, notAnswered, shortUrl } from './answers.ts';

/** With `www.` and without are one site: one of them redirects to the other. */
export const wwwCanonicalHost: Check = {
  id: 'www-canonical-host',
  category: 'seo',
  importance: 'low',
  title: 'The host with www and the one without are one',
  advice:
    'Choose one of the two hosts, and redirect every address of the other with status 301 to the same address there: https://www.example.com/page to https://example.com/page.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  run: ({ response, probes: { hostTwin } }): Outcome => {
    if (hostTwin === null) {
      return { status: 'na', summary: 'The host of the page is not one that has a twin with www.' };
    }
    const twin = new URL(hostTwin.url).hostname;
    if (hostTwin.kind !== 'answered') {
      if (hostTwin.reason !== 'dns_not_found') return notAnswered(`The page on ${twin}`, hostTwin);
      return { status: 'na', summary: `There is no host ${twin}.` };
    }
    const { status, finalUrl } = hostTwin;
    const value = { twin, status, finalUrl: shortUrl(finalUrl) };
    const end = new URL(finalUrl).hostname;
    if (end !== twin) {
      const own = new URL(response.finalUrl).hostname;
      const where = end === own ? 'this host' : end;
      return { status: 'pass', summary: `${twin} redirects to ${where}.`, value };
    }
    const meaning = meaningOf(status);
    if (meaning === 'gone') {
      return { status: 'na', summary: `${twin} has no such page (status ${status}).`, value };
    }
    if (meaning === 'unclear') {
      return { status: 'error', summary: `${twin} answered us with status ${status}.`, value };
    }
    return {
      status: 'warn',
      summary: `The page is at ${twin}, too, without being redirected: search engines see two sites.`,
      value,
      evidence: [urlEvidence(finalUrl)],
    };
  },
};
