import type { SiteRule } from '../site-rule.ts';
import { sharedTexts } from './duplicates.ts';
import { uncheckedTexts } from './unchecked.ts';
import { pagesHave, quote } from './words.ts';

/** Pages of one language have their own main headings. */
export const duplicateH1: SiteRule = {
  id: 'duplicate-h1',
  importance: 'low',
  title: 'Every page has its own main heading',
  advice:
    'Change the <h1> of the listed pages so that it names what this page is about. If it is the name of the site, make that a link or a paragraph instead.',
  why: 'Visitors who arrive on one of these pages cannot tell from its heading which one it is.',
  source: 'https://www.w3.org/WAI/tutorials/page-structure/headings/',
  unchecked: uncheckedTexts,
  find: (site) =>
    sharedTexts(site, {
      textOf: ({ pages }, index) => pages.get(index)?.outline?.h1 ?? null,
      summaryOf: (pages, text) => `${pagesHave(pages)} the <h1> ${quote(text)}.`,
    }),
};
