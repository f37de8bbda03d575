import { type CanonicalLink, canonicalLinksOf } from '../../../readings/canonical-links.ts';
import type { Check } from '../../check.ts';

/**
 * A canonical link in two places often comes from two programs that are not coordinated. The check
 * `canonical` counts in the score, this one names the places.
 */
export const canonicalMismatch: Check = {
  id: 'canonical-mismatch',
  category: 'seo',
  importance: 'info',
  family: 'canonical',
  title: 'Page and Link header declare the same canonical URL',
  advice:
    'Declare the canonical URL in one place: in the <head> or in the Link header that the server or a plugin sends. If you keep both, give them the same URL.',
  why: 'Two statements about which URL to show contradict each other, so search engines may choose by themselves.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  run: (facts) => {
    const links = canonicalLinksOf(facts).filter(({ url }) => url !== null);
    const inPage = links.filter(({ evidence }) => evidence.kind === 'html');
    const inHeader = links.filter(({ evidence }) => evidence.kind === 'header');
    const [inHead] = inPage;
    if (!inHead || inHeader.length === 0) {
      return { status: 'na', summary: 'The canonical URL is not declared in two places.' };
    }
    const known = urlsOf(inPage);
    const differing = inHeader.filter(({ url }) => url !== null && !known.has(url));
    const [other] = differing;
    if (!other) {
      const summary = `The <head> and the Link header both declare ${inHead.href}.`;
      return { status: 'pass', summary };
    }
    return {
      // The check `canonical` fails on the contradiction; this one names the places.
      status: 'warn',
      summary: `The <head> declares ${inHead.href} as canonical, the Link header ${other.href}.`,
      value: { page: [...known].slice(0, 25), header: [...urlsOf(inHeader)].slice(0, 25) },
      evidence: [other, inHead].map(({ evidence }) => evidence),
    };
  },
};

function urlsOf(links: readonly CanonicalLink[]): ReadonlySet<string> {
  return new Set(links.flatMap(({ url }) => url ?? []));
}
