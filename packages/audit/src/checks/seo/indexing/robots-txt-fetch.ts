import { robotsTxtLimit } from '../../../fetch/robots/robots-rules.ts';
import type { Outcome } from '../../../outcome.ts';
import { urlEvidence } from '../../../readings/evidence.ts';
import { tooManyRequests } from '../../../readings/response-status.ts';
import type { Check } from '../../check.ts';

/**
 * robots.txt can be fetched or clearly does not exist, and is small enough to be read completely.
 */
export const robotsTxtFetch: Check = {
  id: 'robots-txt-fetch',
  category: 'seo',
  importance: 'medium',
  family: 'robots-txt',
  title: 'robots.txt can be fetched',
  advice:
    'Serve /robots.txt with status 200 and smaller than 500 KiB, with no more than five redirects on the way, or respond with status 404 if the site has none.',
  why: 'While this file cannot be loaded, search engines may stop visiting the whole site, or ignore the rules written in it.',
  source: 'https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec',
  about: 'site',
  isAtRoot: true,
  run: ({ robots, response }): Outcome => {
    const robotsUrl = new URL('/robots.txt', response.finalUrl).href;
    switch (robots.kind) {
      case 'unknown':
        return {
          status: 'error',
          summary: 'robots.txt could not be fetched.',
          value: { reason: robots.reason },
        };
      case 'server_error':
        return serverError(robots.status);
      case 'none':
        return none(robots.status, robotsUrl);
      case 'found': {
        const value = { redirected: robots.url !== robotsUrl, truncated: robots.rules.truncated };
        if (!robots.rules.truncated) {
          const where = value.redirected ? ` at ${robots.url.slice(0, 300)}` : '';
          return { status: 'pass', summary: `robots.txt was found${where}.`, value };
        }
        return {
          status: 'warn',
          summary: `robots.txt is larger than ${robotsTxtLimit / 1024} KiB; search engines ignore everything after that.`,
          value,
          evidence: [urlEvidence(robots.url)],
        };
      }
    }
  },
};

/** The status is reported by `indexable-robots-txt`, where it blocks the page. */
function serverError(status: number): Outcome {
  const value = { status };
  if (status === tooManyRequests) {
    return {
      status: 'error',
      summary:
        'robots.txt could not be read: the server responded with status 429 (too many requests).',
      value,
    };
  }
  return {
    status: 'na',
    summary: `robots.txt responds with status ${status}. This counts as a page that search engines may not crawl.`,
    value,
  };
}

/** To Google every 4xx except 429 means that there is no robots.txt, and so do more than five redirects. */
function none(status: number, robotsUrl: string): Outcome {
  const value = { status };
  if (status >= 300 && status < 400) {
    return {
      status: 'warn',
      summary:
        'robots.txt redirects but leads to no file; search engines act as if the site had none.',
      value,
      evidence: [urlEvidence(robotsUrl)],
    };
  }
  return {
    status: 'pass',
    summary: `The site has no robots.txt (status ${status}), so crawlers may fetch every page.`,
    value,
  };
}
