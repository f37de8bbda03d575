import type { SiteRule } from '../site-rule.ts';
import { sharedTexts } from './duplicates.ts';
import { uncheckedTexts } from './unchecked.ts';
import { pagesHave, quote } from './words.ts';

/** Pages of one language have their own titles. Pages of a list may share one, as Google's guide says. */
export const duplicateTitles: SiteRule = {
  id: 'duplicate-titles',
  importance: 'high',
  title: 'Every page has its own title',
  advice:
    'Change the <title> of the listed pages so that each names what only this page offers. If one template writes all of them, add the name of the product or article to it.',
  why: 'People cannot tell these pages apart in search results and browser tabs, and may open the wrong one.',
  source: 'https://developers.google.com/search/docs/appearance/title-link',
  unchecked: uncheckedTexts,
  find: (site) =>
    sharedTexts(site, {
      textOf: ({ pages }, index) => pages.get(index)?.outline?.title ?? null,
      summaryOf: (pages, title) => `${pagesHave(pages)} the title ${quote(title)}.`,
    }),
};
