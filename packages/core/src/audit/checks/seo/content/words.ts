import { countPageWords } from '../../../readings/text/text-words.ts';
import type { Check } from '../../check.ts';

/**
 * Other tools require 200 (Screaming Frog, SEOnaut), 300 (LibreCrawl) or 500 words (phpRank); search
 * engines require no number.
 */
const enough = 300;
const tooFew = 100;

/** The page has text, not just a few words. */
export const words: Check = {
  id: 'words',
  category: 'seo',
  importance: 'low',
  title: 'The page has enough text',
  advice: `Write text that answers what people look for on this page; about ${enough} words are enough. Search engines cannot read words inside images and videos.`,
  source:
    'https://developers.google.com/search/docs/fundamentals/creating-helpful-content#self-assess-your-content',
  run: ({ page }) => {
    const value = countPageWords(page);
    const summary = `The page has ${value} ${value === 1 ? 'word' : 'words'} of visible text.`;
    return { status: value >= enough ? 'pass' : value >= tooFew ? 'warn' : 'fail', summary, value };
  },
};
