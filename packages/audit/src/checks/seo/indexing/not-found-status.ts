import type { Outcome } from '../../../outcome.ts';
import { urlEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/** Statuses that refuse or postpone this request; other clients may get another one. */
const unclear: ReadonlySet<number> = new Set([401, 403, 408, 425, 429, 503]);

/**
 * The server sends an error status for pages that do not exist. Otherwise search engines index empty copies.
 */
export const notFoundStatus: Check = {
  id: 'not-found-status',
  category: 'seo',
  importance: 'medium',
  isAtRoot: true,
  title: 'Missing pages respond with status 404',
  advice:
    'Configure the server to respond with status 404 (or 410) to URLs that do not exist, instead of showing the home page, redirecting to it or failing.',
  why: 'If the server reports missing pages as fine, search engines waste time on them and may even show them in results.',
  source:
    'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors',
  run: ({ probes: { missingPage }, response }): Outcome => {
    if (missingPage.kind !== 'response') {
      return {
        status: 'error',
        summary: 'A URL that does not exist could not be requested.',
        value: missingPage.reason,
      };
    }
    const { status, url, finalUrl } = missingPage;
    if (status === 404 || status === 410) {
      return {
        status: 'pass',
        summary: `A URL that does not exist responds with status ${status}.`,
        value: status,
      };
    }
    if (unclear.has(status)) {
      return {
        status: 'error',
        summary: `The server refused the request for a URL that does not exist (status ${status}).`,
        value: status,
      };
    }
    // The requested path was random; leaving it out keeps reports of the same page identical.
    const evidence = [urlEvidence(`${new URL('/', response.finalUrl).href}sitegrade-…`)];
    const redirected = finalUrl === url ? '' : ' after a redirect';
    const summary = `A URL that does not exist responds with status ${status}${redirected} instead of 404.`;
    // An error is not indexed, either: rules about several pages rely on a failure for what looks like a page.
    return { status: status >= 400 ? 'warn' : 'fail', summary, value: status, evidence };
  },
};
