import { declaredLanguageOf, functionWordsOf } from '../../../readings/text/language.ts';
import { readingEaseOf } from '../../../readings/text/reading-ease.ts';
import { textWordsOf } from '../../../readings/text/text-words.ts';
import type { Check } from '../../check.ts';

/** Words in full sentences that the formula needs at least. */
const leastWords = 100;
/** The share of function words from which on a text is English. */
const englishShare = 0.2;
/**
 * @remarks The bands of the formula: 60 is plain English, below 50 is difficult, below 30 is best understood by
 * university graduates (R. Flesch, How to Write Plain English, 1979).
 */
const plain = 60;
const fair = 50;
const hard = 30;

/** How easy the text is to read. The formula only applies to English. */
export const readability: Check = {
  id: 'readability',
  category: 'seo',
  importance: 'info',
  title: 'The text is easy enough to read',
  advice: 'Write shorter sentences and use common words instead of long ones.',
  why: 'Very difficult text is best understood by university graduates; short sentences and common words reach more people.',
  source: 'https://en.wikipedia.org/wiki/Flesch%E2%80%93Kincaid_readability_tests',
  run: ({ page }) => {
    const declared = declaredLanguageOf(page);
    const text = textWordsOf(page);
    const [first] = functionWordsOf(text).shares;
    const isEnglish = first?.[0] === 'en' && first[1] >= englishShare;
    if (!isEnglish || (declared !== null && declared !== 'en')) {
      return { status: 'na', summary: 'Only English texts are measured.' };
    }
    const { words, sentences, ease } = readingEaseOf(page.text);
    if (words < leastWords) {
      return { status: 'na', summary: 'The page has too few full sentences to measure.' };
    }
    const value = { ease, words, sentences };
    const found = `The Flesch reading ease is ${ease} of 100`;
    if (ease >= hard) {
      const how = ease >= plain ? 'easy' : ease >= fair ? 'fairly difficult' : 'difficult';
      return { status: 'pass', summary: `${found}: ${how} to read.`, value };
    }
    return { status: 'warn', summary: `${found}: very difficult to read.`, value };
  },
};
