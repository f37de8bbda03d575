import { robotsTxtLimit } from '../../../fetch/robots-rules.ts';
import type { Check, Outcome } from '../../check.ts';
import { urlEvidence } from '../../evidence.ts';

/** Asks for patience, of us and for now (RFC 6585 §4): nothing is known of what others get. */
export const tooManyRequests = 429;

/** robots.txt can be had, or plainly does not exist, and is not too long to be read. */
export const robotsTxtFetch: Check = {
  id: 'robots-txt-fetch',
  category: 'seo',
  importance: 'medium',
  title: 'robots.txt can be fetched',
  advice:
    'Let /robots.txt answer with status 200 and a text of less than 500 KiB, without redirects, or with 404 where there is none.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt',
  run: ({ robots, response }): Outcome => {
    const place = new URL('/robots.txt', response.finalUrl).href;
    switch (robots.kind) {
      case 'unknown':
        return {
          status: 'error',
          summary: 'robots.txt could not be fetched.',
          value: { reason: robots.reason },
        };
      case 'server_error':
        return serverError(robots.status, place);
      case 'none':
        return none(robots.status, place);
      case 'found': {
        const value = { redirected: robots.url !== place, truncated: robots.rules.truncated };
        if (!robots.rules.truncated) {
          const where = value.redirected ? ` at ${robots.url.slice(0, 300)}` : '';
          return { status: 'pass', summary: `robots.txt was found${where}.`, value };
        }
        return {
          status: 'warn',
          summary: `robots.txt is longer than ${robotsTxtLimit / 1024} KiB: search engines ignore what follows.`,
          value,
          evidence: [urlEvidence(robots.url)],
        };
      }
    }
  },
};

function serverError(status: number, place: string): Outcome {
  const value = { status };
  if (status === tooManyRequests) {
    return {
      status: 'error',
      summary: 'robots.txt was refused to us for now (status 429).',
      value,
    };
  }
  return {
    status: 'fail',
    summary: `robots.txt answers with status ${status}: Google then fetches nothing of the site.`,
    value,
    evidence: [urlEvidence(place)],
  };
}

/** To Google every 4xx but 429 means that there is none, and so do more than five redirects. */
function none(status: number, place: string): Outcome {
  const value = { status };
  if (status >= 300 && status < 400) {
    return {
      status: 'warn',
      summary:
        'robots.txt redirects and leads to no file: search engines act as if there were none.',
      value,
      evidence: [urlEvidence(place)],
    };
  }
  return {
    status: 'pass',
    summary: `The site has no robots.txt (status ${status}), so everything may be fetched.`,
    value,
  };
}
