import type { Site, SitePage } from '../site.ts';
import type { SiteRule } from '../site-rule.ts';
import { addToList } from './add-to-list.ts';
import { finalOf, isBrokenPage } from './pages.ts';
import { uncheckedTexts } from './unchecked.ts';
import { count, statusText, urlText } from './words.ts';

/**
 * The next and the previous page of a list exist. Links to what responds with an error are `broken-links`, so that only
 * those of `<link>` are left.
 */
export const brokenSeries: SiteRule = {
  id: 'broken-series',
  importance: 'low',
  title: 'The next and the previous page of a list exist',
  advice:
    'Change or remove the links with rel="next" or rel="prev" of the listed pages. The first page of a list needs no rel="prev", and the last one no rel="next".',
  why: 'Browsers and search engines that go on to the next page of the list come to nothing.',
  source:
    'https://developers.google.com/search/docs/specialty/ecommerce/pagination-and-incremental-page-loading',
  unchecked: uncheckedTexts,
  *find(site) {
    const broken = new Map<number, number[]>();
    let unknown = site.unlistedSeries;
    for (const index of site.pages.keys()) {
      yield null;
      for (const to of site.seriesOf(index)) {
        const final = site.pages.get(finalOf(site, to) ?? -1);
        if (final?.state === 'skipped' && final.skipReason !== 'not_html') unknown++;
        if (final === undefined || !leadsNowhere(site, { index, to, final })) continue;
        addToList(broken, to, index);
      }
    }
    for (const [to, pages] of broken) {
      yield null;
      const { url = '' } = site.pages.get(to) ?? {};
      const final = site.pages.get(finalOf(site, to) ?? -1);
      const what = final?.outline?.saysMissing
        ? 'says that it does not exist'
        : `responds with ${statusText(final)}`;
      yield {
        summary: `${count(pages.length, 'page names', 'pages name')} ${urlText(url)} as the next or the previous page, which ${what}.`,
        pages,
        target: url,
      };
    }
    if (unknown > 0 && broken.size === 0) {
      yield `${count(unknown, 'next or previous page was', 'next or previous pages were')} not requested.`;
    }
  },
};

/** A page, the next or the previous one that it names, and where that leads to. */
interface Neighbor {
  readonly index: number;
  readonly to: number;
  readonly final: SitePage;
}

function leadsNowhere(site: Site, { index, to, final }: Neighbor): boolean {
  if (final.outline?.saysMissing) return true;
  return isBrokenPage(final) && !isLinked(site, index, to);
}

function isLinked(site: Site, from: number, to: number): boolean {
  for (const link of site.linksOf(from)) if (link.to === to && !link.isImage) return true;
  return false;
}
