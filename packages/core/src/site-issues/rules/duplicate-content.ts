import { openGroups } from '../groups.ts';
import type { SiteRule } from '../site-rule.ts';
import { distinctPages } from './duplicates.ts';
import { isComparable } from './pages.ts';
import { uncheckedTexts } from './unchecked.ts';
import { urlText } from './words.ts';

/**
 * Pages have different texts. Where titles differ, scripts or images may make the difference. URLs of one page in
 * different spelling are `url-variants`.
 */
export const duplicateContent: SiteRule = {
  id: 'duplicate-content',
  importance: 'medium',
  title: 'Every page has its own content',
  advice:
    'Keep one of the listed URLs and redirect (301) the others to it. If all must stay, add <link rel="canonical"> with the URL to keep to each of them.',
  why: 'Search engines usually show one of several copies, and it may be another one than you would choose.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  unchecked: uncheckedTexts,
  *find(site) {
    const groups = openGroups();
    for (const [index, { outline }] of site.pages.entries()) {
      yield null;
      if (!isComparable(site, index) || !outline?.textHash) continue;
      groups.add(`${outline.textHash} ${outline.title ?? ''}`, index);
    }
    for (const group of groups.shared()) {
      yield null;
      if (group === null) continue;
      const pages = yield* distinctPages(site, group.pages, { areCopiesAlike: false });
      if (pages.length < 2) continue;
      const url = urlText(site.pages.get(pages[0] ?? -1)?.url);
      yield {
        summary: `${pages.length.toLocaleString('en')} pages have the same text and title, such as ${url}.`,
        pages,
      };
    }
  },
};
