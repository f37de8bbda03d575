import type { Check } from '../../check.ts';
import { canonicalLinksOf, canonicalUrlOf } from './canonical-links.ts';
import { languageVersionsOf, ownUrlOf } from './language-versions.ts';

/** A page that calls itself a version, and a copy of another page at the same time. */
export const hreflangVsCanonical: Check = {
  id: 'hreflang-vs-canonical',
  category: 'seo',
  importance: 'low',
  title: 'The listed language version is the canonical page',
  advice:
    'Let every language version name itself as canonical, and list canonical addresses in the hreflang links: search engines drop versions that call themselves copies.',
  source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  run: (facts) => {
    const versions = languageVersionsOf(facts);
    const canonical = canonicalUrlOf(facts);
    if (versions.length === 0 || canonical === null) {
      return { status: 'na', summary: 'The page has no hreflang links, or no canonical one.' };
    }
    const own = ownUrlOf(facts);
    const entry = versions.find(({ url }) => url === own);
    if (!entry || canonical === own) {
      return { status: 'pass', summary: 'The hreflang links name no page that is a copy.' };
    }
    return {
      status: 'warn',
      summary: `The page lists itself as the version for ${entry.code}, but names ${canonical} as its canonical page.`,
      value: { hreflang: own, canonical },
      evidence: [entry.evidence, ...canonicalLinksOf(facts).map(({ evidence }) => evidence)].slice(
        0,
        25,
      ),
    };
  },
};
