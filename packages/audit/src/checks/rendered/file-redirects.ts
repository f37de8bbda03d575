import { countText } from '../../readings/count-text.ts';
import { maxEvidence, urlEvidence } from '../../readings/evidence.ts';
import { ownUrlOf } from '../../readings/own-url.ts';
import { renderedOf } from '../../readings/rendered-page.ts';
import { domainOfHost } from '../../url/domain-of-host.ts';
import type { Check } from '../check.ts';

/** Files of the page are at the URLs that the page names. Its links and its own URL are other checks. */
export const fileRedirects: Check = {
  id: 'file-redirects',
  category: 'performance',
  importance: 'low',
  reads: 'browser',
  title: 'The page names the final URLs of its files',
  advice: 'Write the URL that each quoted one leads to into the page, its styles and its scripts.',
  why: 'Each redirect takes a further request, and with another host a further connection, until the file arrives.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/redirects',
  run: (facts) => {
    const { requests = [] } = renderedOf(facts) ?? {};
    const own = domainOfHost(ownUrlOf(facts).hostname);
    const named = new Set(facts.urls.resources.map(({ url }) => url.href));
    // What scripts of others request, no owner of a page can change.
    const files = requests.filter(
      ({ url, type }) => fileTypes.has(type) && (named.has(url) || isOf(own, url)),
    );
    if (files.length === 0) return { status: 'na', summary: 'The page loads no files.' };
    // A browser that knows that a host has https redirects by itself, and receives nothing.
    const redirected = files.filter(({ status, bytes }) => bytes > 0 && isPermanent(status));
    const urls = [...new Set(redirected.map(({ url }) => url))];
    if (urls.length === 0) {
      return { status: 'pass', summary: 'No file of the page has moved.' };
    }
    return {
      status: 'warn',
      summary: `${countText(urls.length)} ${urls.length === 1 ? 'file has' : 'files have'} moved to another URL.`,
      value: { redirected: urls.length, files: files.length },
      evidence: urls.slice(0, maxEvidence).map(urlEvidence),
    };
  },
};

const fileTypes: ReadonlySet<string> = new Set(['script', 'stylesheet', 'image', 'font', 'media']);

/** Other redirects are meant to stay: of a login, of a signature that expires, or to a server that is near. */
function isPermanent(status: number | null): boolean {
  return status === 301 || status === 308;
}

function isOf(domain: string, url: string): boolean {
  return URL.canParse(url) && domainOfHost(new URL(url).hostname) === domain;
}
