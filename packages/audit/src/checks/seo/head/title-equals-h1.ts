import { elementsEvidence } from '../../../readings/evidence.ts';
import { comparableText } from '../../../readings/text/comparable-text.ts';
import { isVisible } from '../../../readings/text-length.ts';
import { titleOf } from '../../../readings/title.ts';
import type { Check } from '../../check.ts';

/** Search results show the title, visitors see the heading: two chances to describe the page. */
export const titleEqualsH1: Check = {
  id: 'title-equals-h1',
  category: 'seo',
  importance: 'info',
  family: 'title',
  title: 'The title adds to the main heading',
  advice:
    'Consider adding to the <title> what the heading leaves out: the name of the site, a place or another word that people search for. Identical texts are not an error.',
  source: 'https://developers.google.com/search/docs/appearance/title-link',
  run: ({ page }) => {
    const title = titleOf(page);
    const heading = page.headings.find(({ level, text }) => level === 1 && isVisible(text));
    if (!title) return { status: 'na', summary: 'The page has no title.' };
    if (!heading) return { status: 'na', summary: 'The page has no main heading (<h1>).' };
    if (comparableText(title.text) !== comparableText(heading.text)) {
      return { status: 'pass', summary: 'The <title> and the <h1> are different.' };
    }
    return {
      status: 'warn',
      summary: 'The <title> and the <h1> have the same text.',
      value: title.text,
      evidence: elementsEvidence([title, heading]),
    };
  },
};
