import type { SiteRule } from '../site-rule.ts';
import { isComparable } from './pages.ts';
import { uncheckedTexts } from './unchecked.ts';
import { urlText } from './words.ts';

/** If fewer pages have links, scripts may add the menu. */
const leastShare = 0.8;
const leastPages = 5;

/**
 * Pages link to other pages of the site, where nearly all do: a landing page may have no links on purpose, so this is
 * a note.
 */
export const deadEnds: SiteRule = {
  id: 'dead-ends',
  importance: 'info',
  title: 'Every page links to other pages of the site',
  advice:
    'Add the menu of the other pages, or a link to the start page or to a related page. If the page has no links on purpose, such as one for a campaign, there is nothing to do.',
  why: 'Visitors who arrive on such a page from a search cannot go on from there, and leave the site.',
  source: 'https://www.w3.org/WAI/WCAG22/Techniques/general/G125',
  unchecked: uncheckedTexts,
  *find(site) {
    let compared = 0;
    const ends: number[] = [];
    for (const [index, { outline }] of site.pages.entries()) {
      yield null;
      if (outline === null || outline.isCut || !isComparable(site, index)) continue;
      compared++;
      if (!outline.hasLinks) ends.push(index);
    }
    if (compared < leastPages) {
      yield `Fewer than ${leastPages} pages could be compared.`;
      return;
    }
    if (compared - ends.length < leastShare * compared) {
      yield 'Many pages have no links in their HTML: scripts may add the menu.';
      return;
    }
    for (const index of ends) {
      yield null;
      yield {
        summary: `${urlText(site.pages.get(index)?.url)} has no link to another page of the site.`,
        pages: [index],
      };
    }
  },
};
