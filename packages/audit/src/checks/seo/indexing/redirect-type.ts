import type { Redirect } from '../../../fetch/fetched.ts';
import type { Outcome } from '../../../outcome.ts';
import { urlEvidence } from '../../../readings/evidence.ts';
import { isRefreshStep, refreshOf } from '../../../readings/refresh.ts';
import type { Check } from '../../check.ts';

/** Found, See Other, Temporary Redirect (RFC 9110 §15.4): clients keep using the old URL. */
const temporary: ReadonlySet<number> = new Set([302, 303, 307]);

/** Redirects of pages that have moved permanently use a permanent status. */
export const redirectType: Check = {
  id: 'redirect-type',
  category: 'seo',
  importance: 'low',
  family: 'redirects',
  title: 'Redirects are permanent and made by the server',
  advice:
    'Respond with status 301 or 308 instead of 302, 303, 307 or a meta refresh if the page has moved permanently. Keep temporary redirects for moves that will change again.',
  why: 'A temporary redirect tells search engines to expect the old URL again, so they may keep showing it instead of the new one.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
  run: (facts): Outcome => {
    const { redirects, finalUrl } = facts.response;
    const refresh = refreshOf(facts);
    // The check `meta-refresh` reports a refresh with a delay.
    const leadsAway = refresh?.seconds === 0 && pageOf(refresh.url) !== pageOf(new URL(finalUrl));
    const unsure = redirects.filter((hop) => temporary.has(hop.status) && !choosesStartPage(hop));
    const value = {
      statuses: redirects.map(({ status }) => status),
      refresh: leadsAway || redirects.some(isRefreshStep),
    };
    const refreshed = redirects.filter(isRefreshStep);
    const evidence = [
      ...(leadsAway ? [refresh.evidence] : []),
      ...refreshed.map(({ url, location }) => urlEvidence(`${url} → ${location}`)),
      ...unsure.map(({ status, url, location }) => urlEvidence(`${status} ${url} → ${location}`)),
    ];
    if (leadsAway || refreshed.length > 0) {
      const summary =
        'The page sends visitors to another URL with a refresh instead of a redirect.';
      return { status: 'warn', summary, value, evidence };
    }
    if (unsure.length > 0) {
      const count =
        unsure.length === 1
          ? 'One redirect is temporary'
          : `${unsure.length} redirects are temporary`;
      const statuses = [...new Set(unsure.map(({ status }) => status))].join(', ');
      return { status: 'warn', summary: `${count} (status ${statuses}).`, value, evidence };
    }
    if (redirects.length === 0)
      return { status: 'na', summary: 'The URL does not redirect.', value };
    const summary = 'Every redirect is permanent or leads from the home page to a start page.';
    return { status: 'pass', summary, value };
  },
};

/** Whether a redirect leads from the home page to a start page or a language, which may change. */
function choosesStartPage({ url, location }: Redirect): boolean {
  const [from, to] = [new URL(url), new URL(location)];
  return from.pathname === '/' && from.search === '' && from.origin === to.origin;
}

/** The URL without its fragment. */
function pageOf({ href, hash }: URL): string {
  return href.slice(0, href.length - hash.length);
}
