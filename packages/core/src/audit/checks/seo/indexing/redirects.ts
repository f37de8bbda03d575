import type { Redirect } from '../../../fetch/fetched.ts';
import type { Check, Evidence, Outcome } from '../../check.ts';
import { urlEvidence } from '../../evidence.ts';
import { shortList } from '../../short-list.ts';

/**
 * Hops beyond which Google advises against a chain: at best 3, and fewer than 5
 * (https://developers.google.com/search/docs/crawling-indexing/site-move-with-url-changes).
 */
const longest = 3;

/** The address leads to the page at once, or by one redirect. */
export const redirects: Check = {
  id: 'redirects',
  category: 'seo',
  importance: 'medium',
  title: 'The address does not redirect again and again',
  advice:
    'Redirect from the first address straight to the last one, and link to the last one. Sending http to https on the same host may be a step of its own.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/site-move-with-url-changes',
  run: ({ response }): Outcome => {
    const chain = response.redirects;
    const value = {
      redirects: chain.length,
      chain: shortList(chain.map(({ status, url }) => `${status} ${url}`)),
    };
    if (chain.length === 0) {
      return {
        status: 'pass',
        summary: 'The address is the page’s own: nothing redirects.',
        value,
      };
    }
    const evidence = chain.map(hopEvidence);
    const downgrade = chain.find(goesToPlainHttp);
    if (downgrade !== undefined) {
      return {
        status: 'fail',
        summary: `A redirect leads from https to http: ${downgrade.url.slice(0, 300)}`,
        value,
        evidence: [
          hopEvidence(downgrade),
          ...chain.filter((hop) => hop !== downgrade).map(hopEvidence),
        ],
      };
    }
    const hops = chain.filter((hop) => !onlyAddsHttps(hop)).length;
    const count = `${chain.length} ${chain.length === 1 ? 'redirect' : 'redirects'}`;
    const summary = `The address leads to the page by ${count}.`;
    if (hops <= 1) return { status: 'pass', summary, value, evidence };
    return { status: hops <= longest ? 'warn' : 'fail', summary, value, evidence };
  },
};

function hopEvidence({ status, url, location }: Redirect): Evidence {
  return urlEvidence(`${status} ${url} → ${location}`);
}

function goesToPlainHttp({ url, location }: Redirect): boolean {
  return url.startsWith('https:') && location.startsWith('http:');
}

/** HSTS wants the step to https to be made before any other host (https://hstspreload.org/). */
function onlyAddsHttps({ url, location }: Redirect): boolean {
  return url.startsWith('http:') && location === `https:${url.slice('http:'.length)}`;
}
