import type { Site } from '../site.ts';
import type { SiteRule } from '../site-rule.ts';
import { addToList } from './add-to-list.ts';
import { isKnownVersion } from './pages.ts';
import { uncheckedAlternates } from './unchecked.ts';
import { urlText } from './words.ts';

/** Outlines keep this many versions: a page with as many may have others. */
const mostAlternates = 200;

/**
 * Language versions of a page name each other: in the page, its headers or the sitemap. A page that chooses a language
 * (`x-default` only) may name none, and a page without any may name them in a sitemap that was not read.
 */
export const hreflangReturn: SiteRule = {
  id: 'hreflang-return',
  importance: 'medium',
  title: 'Language versions of a page name each other',
  advice:
    'Add <link rel="alternate" hreflang="…"> links for all language versions, itself included, to the page, or to its entry in the sitemap. Search engines ignore a version that does not link back.',
  why: 'Search engines may ignore versions that do not name each other, and send people to one in the wrong language.',
  source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  unchecked: uncheckedAlternates,
  *find(site) {
    const missing = new Map<number, number[]>();
    let isUndecided = false;
    for (const index of site.pages.keys()) {
      yield null;
      if (!isKnownVersion(site, index)) continue;
      for (const { to, isDefault } of site.alternatesOf(index)) {
        if (isDefault || !isKnownVersion(site, to) || returns(site, to, index)) continue;
        if (mayReturn(site, to)) {
          isUndecided = true;
          continue;
        }
        addToList(missing, to, index);
      }
    }
    for (const [index, versions] of missing) {
      yield null;
      const named = site.pages.get(index)?.url;
      const url = site.pages.get(versions[0] ?? -1)?.url;
      yield {
        summary:
          versions.length === 1
            ? `${urlText(named)} does not name ${urlText(url)}, which names it as a language version.`
            : `${urlText(named)} does not name ${versions.length.toLocaleString('en')} pages that name it as a language version, such as ${urlText(url)}.`,
        pages: [index],
      };
    }
    if (isUndecided && missing.size === 0) yield undecided;
  },
};

const undecided =
  'Language versions that pages name in sitemaps that were not read, or after the first 200, were not compared.';

function returns(site: Site, from: number, to: number): boolean {
  for (const alternate of site.alternatesOf(from)) if (alternate.to === to) return true;
  return false;
}

/** Whether a page may name versions that are not known. */
function mayReturn(site: Site, index: number): boolean {
  const named = site.pages.get(index)?.outline?.alternatesCount ?? 0;
  return named > 0 ? named >= mostAlternates : !site.knowsListedVersions;
}
