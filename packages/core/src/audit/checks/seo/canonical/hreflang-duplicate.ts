import type { Check } from '../../check.ts';
import { type LanguageVersion, languageVersionsOf } from './language-versions.ts';

/** Two addresses for one language: search engines cannot tell which one is meant. */
export const hreflangDuplicate: Check = {
  id: 'hreflang-duplicate',
  category: 'seo',
  importance: 'low',
  title: 'Each language version has one address',
  advice:
    'Name one address for each hreflang code. Where versions are for different countries, say so: en-GB and en-US instead of en twice.',
  source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  run: (facts) => {
    const versions = languageVersionsOf(facts);
    if (versions.length === 0) {
      return { status: 'na', summary: 'The page names no versions in other languages.' };
    }
    const byCode = groupedBy(versions, ({ code }) => code.trim().toLowerCase());
    const doubled = [...byCode].filter(([, group]) => urlsIn(group) > 1);
    if (doubled.length === 0) {
      // One page for several codes is in order: Google's own examples have it so.
      const byUrl = groupedBy(versions, ({ url, href }) => url ?? href);
      const shared = [...byUrl.values()].filter((group) => group.length > 1).length;
      const summary = 'Each language version has one address.';
      return { status: 'pass', summary, value: { versions: byCode.size, sharedAddresses: shared } };
    }
    const [[code, group] = ['', []]] = doubled;
    return {
      status: 'fail',
      summary: `The code ${code} has ${urlsIn(group)} different addresses${doubled.length > 1 ? `, and ${doubled.length - 1} more ${doubled.length === 2 ? 'has' : 'have'} several` : ''}.`,
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
