import type { PageFacts, TitleFact } from '../../../page/page-facts.ts';
import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';

/** A page without a title has nothing to be shown by in search results. */
export const title: Check = {
  id: 'title',
  category: 'seo',
  importance: 'high',
  title: 'The page has a title',
  advice: 'Give the page a <title> in its <head> that says in a few words what is on this page.',
  source: 'https://developers.google.com/search/docs/appearance/title-link',
  run: ({ page }) => {
    const found = titleOf(page);
    if (found) {
      return {
        status: 'pass',
        summary: 'The page has a title.',
        value: found.text,
        evidence: [tagEvidence(found)],
      };
    }
    const empty = page.titles[0];
    return {
      status: 'fail',
      summary: empty ? 'The title is empty.' : 'The page has no title.',
      evidence: empty ? [tagEvidence(empty)] : [],
    };
  },
};

/** The page's title: its first `<title>` with text. */
export function titleOf(page: PageFacts): TitleFact | undefined {
  return page.titles.find(({ text }) => text !== '');
}
