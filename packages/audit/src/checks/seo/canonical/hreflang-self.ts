import { canonicalUrlOf } from '../../../readings/canonical-links.ts';
import { languageVersionsOf } from '../../../readings/language-versions.ts';
import { comparableOwnUrlOf } from '../../../readings/own-url.ts';
import { withoutTracking } from '../../../url/comparable-url.ts';
import type { Check } from '../../check.ts';

/** Every version has the same list of versions, which includes itself. */
export const hreflangSelf: Check = {
  id: 'hreflang-self',
  category: 'seo',
  importance: 'low',
  family: 'hreflang',
  title: 'The page lists itself among its language versions',
  advice:
    'Add an hreflang link for this page itself, with its own language and URL. The same list belongs on every version.',
  why: 'Search engines may ignore a list of languages that leaves out the page itself, and show people the wrong version.',
  source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  run: (facts) => {
    const versions = languageVersionsOf(facts);
    if (versions.length === 0) {
      return { status: 'na', summary: 'The page has no hreflang links.' };
    }
    const urls = new Set(versions.map(({ url }) => url));
    const pageUrl = comparableOwnUrlOf(facts);
    if (urls.has(pageUrl) || urls.has(withoutTracking(pageUrl))) {
      const summary = `One of ${versions.length} hreflang links points to this page.`;
      return { status: 'pass', summary };
    }
    const canonical = canonicalUrlOf(facts);
    // A copy, for example under a URL with parameters, lists its original.
    if (canonical !== null && urls.has(canonical)) {
      const summary = 'The canonical URL of this page is among its language versions.';
      return { status: 'pass', summary, value: canonical };
    }
    return {
      status: 'warn',
      summary: `The page lists ${versions.length === 1 ? 'one language version' : `${versions.length} language versions`}, but not itself.`,
      value: versions.slice(0, 25).map(({ code }) => code),
      evidence: versions.slice(0, 25).map(({ evidence }) => evidence),
    };
  },
};
