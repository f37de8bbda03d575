import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';
import { isVisible } from './text-length.ts';
import { titleOf } from './title.ts';

/** Search results show the title, readers see the heading: two chances to say what a page is about. */
export const titleEqualsH1: Check = {
  id: 'title-equals-h1',
  category: 'seo',
  importance: 'info',
  title: 'Title and main heading complement each other',
  advice:
    'This is no fault. Where there is room, the title may say more than the heading: the name of the site, a place, another word that people search for.',
  source: 'https://developers.google.com/search/docs/appearance/title-link',
  run: ({ page }) => {
    const title = titleOf(page);
    const heading = page.headings.find(({ level, text }) => level === 1 && isVisible(text));
    if (!title) return { status: 'na', summary: 'The page has no title.' };
    if (!heading) return { status: 'na', summary: 'The page has no main heading (<h1>).' };
    if (comparable(title.text) !== comparable(heading.text)) {
      return { status: 'pass', summary: 'Title and main heading are not the same.' };
    }
    return {
      status: 'warn',
      summary: 'Title and main heading are the same; the title could say more.',
      value: title.text,
      evidence: [title, heading].map(tagEvidence),
    };
  },
};

function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
