import { openGroups } from '../groups.ts';
import type { SiteRule } from '../site-rule.ts';
import { isComparable } from './pages.ts';
import { uncheckedTexts } from './unchecked.ts';
import { variantKey } from './url-keys.ts';

/** A page has one URL: those with another case, slash or order of parameters redirect, or name it as canonical. */
export const urlVariants: SiteRule = {
  id: 'url-variants',
  importance: 'low',
  title: 'Every page has only one URL',
  advice:
    'Choose one of the listed URLs, redirect (301) the others to it, and use it in all links. Where a redirect is not possible, add <link rel="canonical"> with this URL.',
  why: 'Search engines find one page at several URLs, spend time on each of them and choose which one to show.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  unchecked: uncheckedTexts,
  *find(site) {
    const groups = openGroups();
    for (const [index, { url, outline }] of site.pages.entries()) {
      yield null;
      if (!isComparable(site, index) || !outline?.textHash) continue;
      groups.add(`${variantKey(url)} ${outline.textHash}`, index);
    }
    for (const group of groups.shared()) {
      yield null;
      if (group === null) continue;
      const { pages } = group;
      yield {
        summary: `The same page has ${pages.length.toLocaleString('en')} URLs, which differ only in case, slashes or the order of parameters.`,
        pages,
      };
    }
  },
};
