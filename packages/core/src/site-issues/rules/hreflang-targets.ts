import type { Site } from '../site.ts';
import type { SiteRule } from '../site-rule.ts';
import { addToList } from './add-to-list.ts';
import { hasMoved, isBrokenPage, isKnownVersion, isOwnCanonical } from './pages.ts';
import { uncheckedAlternates } from './unchecked.ts';
import { count, statusText, urlText } from './words.ts';

/**
 * The language versions that pages name can be shown. That for all other languages (`x-default`) may be a page that
 * redirects, or that names a version as canonical.
 */
export const hreflangTargets: SiteRule = {
  id: 'hreflang-targets',
  importance: 'medium',
  title: 'Links to language versions lead to pages that can be indexed',
  advice:
    'Change the hreflang links of the listed pages, in the page, its headers or the sitemap, to the final URL of the version, or remove them if there is no such version any more.',
  why: 'Search engines ignore a version that they cannot show, so its readers get the page in a language that is not theirs.',
  source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  unchecked: uncheckedAlternates,
  *find(site) {
    const sources = new Map<number, number[]>();
    for (const index of site.pages.keys()) {
      yield null;
      if (!isKnownVersion(site, index)) continue;
      for (const { to, isDefault } of site.alternatesOf(index)) {
        if (obstacleOf(site, to, isDefault) === null) continue;
        addToList(sources, to, index);
      }
    }
    for (const [to, pages] of sources) {
      yield null;
      const url = site.pages.get(to)?.url ?? '';
      yield {
        summary: `${count(pages.length, 'page names', 'pages name')} ${urlText(url)} as a language version, which ${obstacleOf(site, to, false)}.`,
        pages,
        target: url,
      };
    }
  },
};

/** Why search engines cannot show a version; `null` if they can, or if it is not known. */
function obstacleOf(site: Site, index: number, isDefault: boolean): string | null {
  const page = site.pages.get(index);
  if (page === undefined) return null;
  if (isBrokenPage(page)) return `responds with ${statusText(page)}`;
  if (page.outline?.noindex) return 'has noindex';
  if (isDefault) return null;
  if (hasMoved(page)) return `redirects to ${urlText(page.location ?? '')}`;
  if (page.outline === null || page.state !== 'done' || isOwnCanonical(site, index)) return null;
  return `names ${urlText(page.outline.canonical ?? '')} as its canonical URL`;
}
