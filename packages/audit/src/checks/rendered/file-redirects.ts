import { countText } from '../../readings/count-text.ts';
import { maxEvidence, urlEvidence } from '../../readings/evidence.ts';
import { renderedOf } from '../../readings/rendered-page.ts';
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
    const files = requests.filter(({ type }) => type !== 'document');
    if (files.length === 0) return { status: 'na', summary: 'The page loads no files.' };
    // A browser that knows that a host has https redirects by itself, and receives nothing.
    const redirected = files.filter(({ status, bytes }) => bytes > 0 && isRedirect(status ?? 0));
    const urls = [...new Set(redirected.map(({ url }) => url))];
    if (urls.length === 0) {
      return { status: 'pass', summary: 'No file of the page is redirected.' };
    }
    return {
      status: 'warn',
      summary: `${countText(urls.length)} ${urls.length === 1 ? 'file is' : 'files are'} redirected to another URL.`,
      value: { redirected: urls.length, files: files.length },
      evidence: urls.slice(0, maxEvidence).map(urlEvidence),
    };
  },
};

function isRedirect(status: number): boolean {
  return status >= 301 && status <= 308 && status !== 304;
}
