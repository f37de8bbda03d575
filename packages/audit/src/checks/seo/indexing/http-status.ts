import { redirectStatuses } from '../../../fetch/redirect-statuses.ts';
import type { Outcome } from '../../../outcome.ts';
import { urlEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/** The status of the final response. Refusals such as 403 are reported by `page-served` instead. */
export const httpStatus: Check = {
  id: 'http-status',
  category: 'seo',
  importance: 'high',
  title: 'The page responds with status 200',
  advice:
    'Configure the server to respond to this URL with status 200 and the page itself. If the page has moved, redirect (301) to its new URL. If it is gone, remove the links to it.',
  why: 'Search engines leave out pages that respond with an error, and visitors may see an error instead of the content.',
  source: 'https://developers.google.com/crawling/docs/troubleshooting/http-status-codes',
  gate: {
    cap: 49,
    triggeredBy: 'fail',
    reason: 'The page does not respond with a success status, so search engines do not index it.',
    indexability: true,
  },
  run: ({ response: { status, finalUrl } }): Outcome => {
    if (status === 200) {
      return {
        status: 'pass',
        summary: 'The server sends the page with status 200 (OK).',
        value: status,
      };
    }
    const evidence = [urlEvidence(finalUrl)];
    if (status > 200 && status < 300) {
      return {
        status: 'warn',
        summary: `The server responds with status ${status}; a normal page has status 200.`,
        value: status,
        evidence,
      };
    }
    return {
      status: 'fail',
      summary: `The server responds with status ${status}${meaningOf(status)}.`,
      value: status,
      evidence,
    };
  },
};

function meaningOf(status: number): string {
  if (redirectStatuses.has(status)) {
    return ', a redirect without the Location header that names its target, so it leads nowhere and will not be indexed';
  }
  if (status >= 300 && status < 400) {
    return ', a redirect without a usable target, so the page will not be indexed';
  }
  return ', so the page will not be indexed';
}
