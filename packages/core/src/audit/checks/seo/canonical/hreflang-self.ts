import { withoutTracking } from '../../../fetch/tracking-parameters.ts';
import type { Check } from '../../check.ts';
import { canonicalUrlOf } from './canonical-links.ts';
import { languageVersionsOf, ownUrlOf } from './language-versions.ts';

/** Every version lists all of them, itself among them: the list is the same everywhere. */
export const hreflangSelf: Check = {
  id: 'hreflang-self',
  category: 'seo',
  importance: 'low',
  title: 'The page lists itself among its language versions',
  advice:
    'Add the page itself to its hreflang links, with its own language and address: the same list belongs on every version.',
  source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  run: (facts) => {
    const versions = languageVersionsOf(facts);
    if (versions.length === 0) {
      return { status: 'na', summary: 'The page names no versions in other languages.' };
    }
    const urls = new Set(versions.map(({ url }) => url));
    const own = ownUrlOf(facts);
    if (urls.has(own) || urls.has(withoutTracking(own))) {
      return { status: 'pass', summary: 'The page lists itself among its language versions.' };
    }
    const canonical = canonicalUrlOf(facts);
    // A copy, under an address with parameters say, lists what it is a copy of.
    if (canonical !== null && urls.has(canonical)) {
      const summary = 'The canonical page of this one is listed among the language versions.';
      return { status: 'pass', summary, value: canonical };
    }
    return {
      status: 'warn',
      summary: `The page names ${versions.length === 1 ? 'one language version' : `${versions.length} language versions`}, but not itself.`,
      value: versions.slice(0, 25).map(({ code }) => code),
      evidence: versions.slice(0, 25).map(({ evidence }) => evidence),
    };
  },
};
