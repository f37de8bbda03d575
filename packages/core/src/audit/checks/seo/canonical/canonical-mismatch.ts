import type { Check } from '../../check.ts';
import { type CanonicalLink, canonicalLinksOf } from './canonical-links.ts';

/** A canonical link said in two places, by two programs that do not know of one another. */
export const canonicalMismatch: Check = {
  id: 'canonical-mismatch',
  category: 'seo',
  importance: 'medium',
  title: 'Page and Link header name the same canonical page',
  advice:
    'Declare the canonical link in one place: in the <head>, or in the Link header that the server or a plugin sends. Where both stay, give them the same address.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  run: (facts) => {
    const links = canonicalLinksOf(facts).filter(({ url }) => url !== null);
    const inPage = links.filter(({ evidence }) => evidence.kind === 'html');
    const inHeader = links.filter(({ evidence }) => evidence.kind === 'header');
    const [said] = inPage;
    if (!said || inHeader.length === 0) {
      return { status: 'na', summary: 'The canonical link is not declared in two places.' };
    }
    const known = urlsOf(inPage);
    const differing = inHeader.filter(({ url }) => url !== null && !known.has(url));
    const [other] = differing;
    if (!other) {
      return { status: 'pass', summary: 'Page and Link header name the same canonical page.' };
    }
    return {
      // The contradiction itself fails in `canonical`: this says where it is.
      status: 'warn',
      summary: `The page names ${said.href} as its canonical page, its Link header ${other.href}.`,
      value: { page: [...known].slice(0, 25), header: [...urlsOf(inHeader)].slice(0, 25) },
      evidence: [other, said].map(({ evidence }) => evidence),
    };
  },
};

function urlsOf(links: readonly CanonicalLink[]): ReadonlySet<string> {
  return new Set(links.flatMap(({ url }) => url ?? []));
}
