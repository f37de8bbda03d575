import type { Check } from '../../check.ts';
import { urlEvidence } from '../../evidence.ts';

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
  run: ({ response: { status, finalUrl } }) => {
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
      summary: `The page answers with status ${status} and will not be indexed.`,
      value: status,
      evidence,
    };
  },
};
