import type { Check, Outcome } from '../../check.ts';
import { urlEvidence } from '../../evidence.ts';

/** Often given to programs alone, and to search engines by mistake. */
export const refusals: ReadonlySet<number> = new Set([401, 403, 407, 429, 451, 503]);

/** The status that the page itself answered with. */
export const httpStatus: Check = {
  id: 'http-status',
  category: 'seo',
  importance: 'high',
  title: 'The page answers with status 200',
  advice:
    'Make the server answer this address with 200 and the page itself. If the page has moved, redirect (301) to where it is now; if it is gone, take out the links to it.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  gate: {
    cap: 49,
    closesOn: 'fail',
    reason: 'The page does not answer with a success status, so search engines do not index it.',
    indexability: true,
  },
  run: ({ response: { status, finalUrl } }): Outcome => {
    if (status === 200) {
      return { status: 'pass', summary: 'The page answers with status 200.', value: status };
    }
    const evidence = [urlEvidence(finalUrl)];
    if (status > 200 && status < 300) {
      return {
        status: 'warn',
        summary: `The page answers with status ${status}; a page for readers has 200.`,
        value: status,
        evidence,
      };
    }
    return {
      status: 'fail',
      summary: `The page answers with status ${status}${meaningOf(status)}.`,
      value: status,
      evidence,
    };
  },
};

function meaningOf(status: number): string {
  if (status >= 300 && status < 400) {
    return ', a redirect that leads nowhere, and will not be indexed';
  }
  if (refusals.has(status)) {
    return ': if browsers get the page, programs are refused, and search engines may be, too';
  }
  return ' and will not be indexed';
}
