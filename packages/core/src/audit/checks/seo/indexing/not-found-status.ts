import type { Check, Outcome } from '../../check.ts';
import { urlEvidence } from '../../evidence.ts';

/** Refused to us, or put off: nothing is known of what others get. */
const unclear: ReadonlySet<number> = new Set([401, 403, 408, 425, 429, 503]);

/** A site says of a page that does not exist that it does not: otherwise search engines collect copies of nothing. */
export const notFoundStatus: Check = {
  id: 'not-found-status',
  category: 'seo',
  importance: 'medium',
  title: 'Pages that do not exist answer with 404',
  advice:
    'Let the server answer with status 404 (or 410) for addresses where nothing is, instead of showing the home page, redirecting there or failing.',
  source:
    'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors',
  run: ({ probes: { missingPage }, response }): Outcome => {
    if (missingPage.kind !== 'answered') {
      return {
        status: 'error',
        summary: 'A page that does not exist could not be asked for.',
        value: missingPage.reason,
      };
    }
    const { status, url, finalUrl } = missingPage;
    if (status === 404 || status === 410) {
      return {
        status: 'pass',
        summary: `A page that does not exist answers with status ${status}.`,
        value: status,
      };
    }
    if (unclear.has(status)) {
      return {
        status: 'error',
        summary: `The site refused to answer for a page that does not exist (status ${status}).`,
        value: status,
      };
    }
    // The path was random, and the same page always gets the same report.
    const evidence = [urlEvidence(`${new URL('/', response.finalUrl).href}sitegrade-…`)];
    const redirected = finalUrl === url ? '' : ' after a redirect';
    const summary = `A page that does not exist answers with status ${status}${redirected} instead of 404.`;
    const halfRight = status >= 400 && status < 500;
    return { status: halfRight ? 'warn' : 'fail', summary, value: status, evidence };
  },
};
