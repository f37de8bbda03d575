import type { SiteRule } from '../site-rule.ts';
import { sharedTexts } from './duplicates.ts';
import { uncheckedTexts } from './unchecked.ts';
import { pagesHave, quote } from './words.ts';

/** Pages of one language have their own descriptions. */
export const duplicateDescriptions: SiteRule = {
  id: 'duplicate-descriptions',
  importance: 'medium',
  title: 'Every page has its own meta description',
  advice:
    'Write a <meta name="description"> for each of the listed pages that says what this page offers, or remove it from them: without one, search engines quote the text of the page.',
  why: 'The same text below several pages in search results does not help people choose the right one.',
  source: 'https://developers.google.com/search/docs/appearance/snippet',
  unchecked: uncheckedTexts,
  find: (site) =>
    sharedTexts(site, {
      textOf: ({ pages }, index) => pages.get(index)?.outline?.description ?? null,
      summaryOf: (pages, text) => `${pagesHave(pages)} the description ${quote(text)}.`,
    }),
};
