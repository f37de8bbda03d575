import { isWebUrl } from '../../fetch/web-url.ts';
import type { PageLink } from '../../page-urls.ts';
import type { Check, Outcome } from '../check.ts';
import { tagEvidence } from '../evidence.ts';

/** Words of `rel` by which the opened page does not learn who opened it. */
const closes: readonly string[] = ['noopener', 'noreferrer'];

/**
 * Pages of other sites that open in a new tab cannot steer the one that opened them. Browsers see to
 * that since 2021; only `rel="opener"` still allows it.
 */
export const unsafeCrossOrigin: Check = {
  id: 'unsafe-cross-origin',
  category: 'security',
  importance: 'info',
  title: 'Other sites in new tabs have no hold of the page',
  advice:
    'Remove rel="opener" from the quoted links. Add rel="noopener" to links with target="_blank" where browsers older than 2021 matter.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Attributes/rel/noopener',
  run: ({ urls, response }): Outcome => {
    const { origin } = new URL(response.finalUrl);
    const open = urls.links.filter((link) => isOpen(link, origin));
    const handed = open.filter(({ tag }) => tag.rel.includes('opener'));
    const value = { withoutNoopener: open.length, withOpener: handed.length };
    if (handed.length > 0) {
      return {
        status: 'warn',
        summary: `${handed.length} ${handed.length === 1 ? 'link hands' : 'links hand'} this page to another site (rel="opener").`,
        value,
        evidence: handed.slice(0, 25).map(({ tag }) => tagEvidence(tag)),
      };
    }
    if (open.length > 0) {
      return {
        status: 'pass',
        summary: `${open.length} ${open.length === 1 ? 'link opens' : 'links open'} another site in a new tab without noopener; browsers since 2021 act as if it were there.`,
        value,
        evidence: open.slice(0, 25).map(({ tag }) => tagEvidence(tag)),
      };
    }
    return { status: 'pass', summary: 'Other sites in new tabs have no hold of the page.', value };
  },
};

function isOpen({ tag, url }: PageLink, origin: string): boolean {
  if (tag.target?.toLowerCase() !== '_blank' || url === null) return false;
  return isWebUrl(url) && url.origin !== origin && !tag.rel.some((word) => closes.includes(word));
}
