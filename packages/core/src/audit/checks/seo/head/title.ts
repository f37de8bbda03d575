import { shorten } from '../../../language/shorten.ts';
import type { PageFacts, TitleFact } from '../../../page/page-facts.ts';
import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';
import { isVisible } from './text-length.ts';

/** A page without a title has nothing to be shown by in search results. */
export const title: Check = {
  id: 'title',
  category: 'seo',
  importance: 'high',
  title: 'The page has a title',
  advice: 'Give the page a <title> in its <head> that says in a few words what is on this page.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/2779a5/',
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
    const [empty, ...others] = page.titles;
    if (empty === undefined) return { status: 'fail', summary: 'The page has no title.' };
    const ignored = others.find(({ text }) => isVisible(text));
    return {
      status: 'fail',
      summary:
        ignored === undefined
          ? 'The title is empty.'
          : `The first <title> is empty, and only the first one counts: “${shorten(ignored.text, 100)}” is not shown.`,
      evidence: [empty, ...(ignored ? [ignored] : [])].map(tagEvidence),
    };
  },
};

/**
 * The page's title: its first `<title>`, wherever it stands, where there is anything to see in it.
 * Later ones are never shown (`document.title` of the HTML standard).
 */
export function titleOf(page: PageFacts): TitleFact | undefined {
  const [first] = page.titles;
  return first !== undefined && isVisible(first.text) ? first : undefined;
}
