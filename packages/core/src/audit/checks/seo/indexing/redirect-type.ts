import type { Redirect } from '../../../fetch/fetched.ts';
import type { Check, Outcome } from '../../check.ts';
import { urlEvidence } from '../../evidence.ts';
import { refreshOf } from './refresh.ts';

/** Found, See Other, Temporary Redirect (RFC 9110 §15.4): the old address stays the one to use. */
const temporary: ReadonlySet<number> = new Set([302, 303, 307]);

/** Where a page has moved for good the server says so, by its status. */
export const redirectType: Check = {
  id: 'redirect-type',
  category: 'seo',
  importance: 'low',
  title: 'Redirects are permanent ones, made by the server',
  advice:
    'Where a page has moved for good let the server answer with 301 or 308 instead of 302, 303, 307 or a meta refresh. Keep the temporary ones for what will change again.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
  run: (facts): Outcome => {
    const { redirects, finalUrl } = facts.response;
    const refresh = refreshOf(facts);
    const leadsAway = refresh !== null && pageOf(refresh.url) !== pageOf(new URL(finalUrl));
    const unsure = redirects.filter((hop) => temporary.has(hop.status) && !choosesStartPage(hop));
    const value = { statuses: redirects.map(({ status }) => status), refresh: leadsAway };
    const evidence = [
      ...(leadsAway ? [refresh.evidence] : []),
      ...unsure.map(({ status, url, location }) => urlEvidence(`${status} ${url} → ${location}`)),
    ];
    if (leadsAway) {
      const summary =
        'The page sends readers to another address by a refresh instead of a redirect.';
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
    if (redirects.length === 0) return { status: 'na', summary: 'Nothing redirects.', value };
    const summary = 'The redirects are permanent ones, or send the home page to its start page.';
    return { status: 'pass', summary, value };
  },
};

/** Home pages send their readers to a language or a start page, which another day may be another. */
function choosesStartPage({ url, location }: Redirect): boolean {
  const [from, to] = [new URL(url), new URL(location)];
  return from.pathname === '/' && from.search === '' && from.origin === to.origin;
}

/** Without the place in the page. */
function pageOf({ href, hash }: URL): string {
  return href.slice(0, href.length - hash.length);
}
