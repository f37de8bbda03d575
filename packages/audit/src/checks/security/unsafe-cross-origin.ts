import type { Outcome } from '../../outcome.ts';
import { tagEvidence } from '../../readings/evidence.ts';
import { ownUrlOf } from '../../readings/own-url.ts';
import type { PageLink } from '../../readings/page-urls.ts';
import { isWebUrl } from '../../url/web-url.ts';
import type { Check } from '../check.ts';

/** `rel` values that hide the opener from the opened page. */
const protecting: readonly string[] = ['noopener', 'noreferrer'];

/**
 * Sites that open in a new tab cannot control the page that opened them. Browsers prevent it since 2021;
 * only `rel="opener"` still allows it.
 */
export const unsafeCrossOrigin: Check = {
  id: 'unsafe-cross-origin',
  category: 'security',
  importance: 'info',
  title: 'Sites opened in new tabs are kept apart from the page',
  advice:
    'Remove rel="opener" from the quoted links. Add rel="noopener" to links with target="_blank" if browsers older than 2021 matter.',
  why: 'A site that is opened from here can replace this page by a fake one while visitors look at the new tab.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Attributes/rel/noopener',
  run: (facts): Outcome => {
    const { origin } = ownUrlOf(facts);
    const open = facts.urls.links.filter((link) => isOpen(link, origin));
    const controlling = open.filter(({ tag }) => tag.rel.includes('opener'));
    const value = { withoutNoopener: open.length, withOpener: controlling.length };
    if (controlling.length > 0) {
      return {
        status: 'warn',
        summary: `${controlling.length} ${controlling.length === 1 ? 'link gives' : 'links give'} another site control of this page (rel="opener").`,
        value,
        evidence: controlling.slice(0, 25).map(({ tag }) => tagEvidence(tag)),
      };
    }
    if (open.length > 0) {
      return {
        status: 'pass',
        summary: `${open.length} ${open.length === 1 ? 'link opens' : 'links open'} another site in a new tab without noopener; browsers since 2021 add it by default.`,
        value,
        evidence: open.slice(0, 25).map(({ tag }) => tagEvidence(tag)),
      };
    }
    return {
      status: 'pass',
      summary: 'No link opens another site in a new tab without noopener.',
      value,
    };
  },
};

function isOpen({ tag, url, kind }: PageLink, origin: string): boolean {
  const { target, rel } = tag;
  if (target === null || url === null) return false;
  if (target !== '_blank' && target.toLowerCase() !== '_blank') return false;
  if (rel.some((word) => protecting.includes(word))) return false;
  // The origin of another host is another one, too.
  return kind === 'external' || (isWebUrl(url) && url.origin !== origin);
}
