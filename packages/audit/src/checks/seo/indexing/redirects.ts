import type { Redirect } from '../../../fetch/fetched.ts';
import type { Evidence, Outcome } from '../../../outcome.ts';
import { shortList, urlEvidence } from '../../../readings/evidence.ts';
import { isRefreshStep, refreshOf, reloadsAtOnce } from '../../../readings/refresh.ts';
import type { Check } from '../../check.ts';

/**
 * @remarks Google advises no more than 3 redirects in a chain, and fewer than 5
 * (https://developers.google.com/search/docs/crawling-indexing/site-move-with-url-changes).
 */
const longest = 3;

/**
 * The URL leads to the page directly or through one redirect.
 *
 * @remarks That one redirect is fine, and another one that leads to https, is ours.
 */
export const redirects: Check = {
  id: 'redirects',
  category: 'seo',
  importance: 'medium',
  family: 'redirects',
  title: 'The URL leads to the page in few steps',
  advice:
    'Redirect the first URL straight to the final one, and link to the final one. A redirect from http to https on the same host may be a separate step.',
  why: 'Each detour makes visitors wait, and search engines may give up on a URL that is passed on too often.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/site-move-with-url-changes',
  run: (facts): Outcome => {
    const chain = facts.response.redirects;
    const value = {
      redirects: chain.length,
      chain: shortList(chain.map(({ status, url }) => `${status} ${url}`)),
    };
    const refresh = refreshOf(facts);
    if (refresh !== null && reloadsAtOnce(refresh, facts)) {
      const summary = 'The page loads itself again at once, without an end.';
      const advice = 'Remove the refresh: from the <head>, or from the headers of the response.';
      return { status: 'fail', summary, value, advice, evidence: [refresh.evidence] };
    }
    if (chain.length === 0) {
      return {
        status: 'pass',
        summary: 'The URL does not redirect.',
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
    const summary = `The URL leads to the page through ${count}.`;
    if (hops <= 1) return { status: 'pass', summary, value, evidence };
    return { status: hops <= longest ? 'warn' : 'fail', summary, value, evidence };
  },
};

function hopEvidence(hop: Redirect): Evidence {
  const { status, url, location } = hop;
  return urlEvidence(`${isRefreshStep(hop) ? 'refresh' : status} ${url} → ${location}`);
}

function goesToPlainHttp({ url, location }: Redirect): boolean {
  return url.startsWith('https:') && location.startsWith('http:');
}

/** HSTS requires the redirect to https before a redirect to another host (https://hstspreload.org/). */
function onlyAddsHttps({ url, location }: Redirect): boolean {
  return url.startsWith('http:') && location === `https:${url.slice('http:'.length)}`;
}
