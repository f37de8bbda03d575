import { shorten } from '../../../readings/language/language-tag.ts';
import { type LanguageVersion, languageVersionsOf } from '../../../readings/language-versions.ts';
import type { Check } from '../../check.ts';

/**
 * With two URLs for one language, search engines do not know which one to show.
 *
 * @remarks That two URLs for one code are a fault is our conclusion.
 */
export const hreflangDuplicate: Check = {
  id: 'hreflang-duplicate',
  category: 'seo',
  importance: 'low',
  family: 'hreflang',
  title: 'Each language version has one URL',
  advice:
    'Keep one URL for each hreflang code. If the versions are for different countries, use country codes: en-GB and en-US instead of en twice.',
  why: 'With two URLs for one language, search engines have to guess which of them to show to people who read it.',
  source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  run: (facts) => {
    const versions = languageVersionsOf(facts);
    if (versions.length === 0) {
      return { status: 'na', summary: 'The page has no hreflang links.' };
    }
    const byCode = groupedBy(versions, ({ code }) => code.trim().toLowerCase());
    const doubled = [...byCode].filter(([, group]) => urlsIn(group) > 1);
    if (doubled.length === 0) {
      // One page may serve several codes, as in Google's own examples.
      const byUrl = groupedBy(versions, ({ url, href }) => url ?? href);
      const shared = [...byUrl.values()].filter((group) => group.length > 1).length;
      const summary = `hreflang codes with several URLs: 0 of ${byCode.size}.`;
      return { status: 'pass', summary, value: { versions: byCode.size, sharedAddresses: shared } };
    }
    const [[code, group] = ['', []]] = doubled;
    return {
      status: 'fail',
      summary: `The hreflang code ${shorten(code)} has ${urlsIn(group)} different URLs${doubled.length > 1 ? `, and ${doubled.length - 1} more ${doubled.length === 2 ? 'code has' : 'codes have'} several` : ''}.`,
      value: doubled.slice(0, 25).map(([code]) => code),
      evidence: doubled
        .flatMap(([, group]) => group)
        .slice(0, 25)
        .map(({ evidence }) => evidence),
    };
  },
};

function urlsIn(group: readonly LanguageVersion[]): number {
  return new Set(group.map(({ url, href }) => url ?? href)).size;
}

function groupedBy(
  versions: readonly LanguageVersion[],
  keyOf: (version: LanguageVersion) => string,
): ReadonlyMap<string, readonly LanguageVersion[]> {
  const groups = new Map<string, LanguageVersion[]>();
  for (const version of versions) {
    const key = keyOf(version);
    const group = groups.get(key);
    if (group) group.push(version);
    else groups.set(key, [version]);
  }
  return groups;
}
