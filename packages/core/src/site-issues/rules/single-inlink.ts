import type { SiteRule } from '../site-rule.ts';
import { isFurtherPage, isIndexable } from './pages.ts';
import { uncheckedLinks } from './unchecked.ts';
import { waysTo } from './ways.ts';
import { urlText } from './words.ts';

/** Pages are linked from several pages. Posts that only one list links to are common, so this is a note. */
export const singleInlink: SiteRule = {
  id: 'single-inlink',
  importance: 'info',
  title: 'Every page is linked from several pages',
  advice:
    'If the page matters, link to it from related pages, too: search engines find it sooner, and see what it is about.',
  why: 'If that one link goes, visitors and search engines have no way to the page any more.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  unknown: uncheckedLinks,
  *find(site) {
    const { counts } = yield* waysTo(site);
    for (const [index, { url, level }] of site.pages.entries()) {
      yield null;
      if (level === 0 || counts[index] !== 1) continue;
      if (!isIndexable(site, index) || isFurtherPage(site, index)) continue;
      yield { summary: `Only one page links to ${urlText(url)}.`, pages: [index] };
    }
  },
};
