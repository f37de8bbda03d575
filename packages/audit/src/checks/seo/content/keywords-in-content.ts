import type { PageFacts } from '../../../page/page-facts.ts';
import { elementsEvidence } from '../../../readings/evidence.ts';
import { addNote, firstOf } from '../../../readings/notes.ts';
import { ownUrlOf } from '../../../readings/own-url.ts';
import { placeholderIn } from '../../../readings/placeholder-text.ts';
import { stopWordsOf } from '../../../readings/text/language.ts';
import {
  characterLimit,
  countPageWords,
  plainOf,
  plainTextOf,
  splitWords,
} from '../../../readings/text/text-words.ts';
import type { Check } from '../../check.ts';

/** Words of a title that are checked at most. */
const maxWords = 25;
/** Headings, and images, that are checked at most. */
const maxTexts = 500;
const searched = 'searched for the words of the title';
/** Words below which a page has too little text to compare. */
const leastText = 50;
/** The minimum length of a word without its ending. */
const leastStem = 4;
/** The maximum length of an ending in inflected languages. */
const longestEnding = 3;
/** Syllables of a Korean word that come before its particles. */
const leastHangul = 2;
const hangul = /^[\uac00-\ud7a3]/;
/** Thai, Lao, Burmese and Khmer, which do not separate words. */
const unseparated = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;

/**
 * The words of the title appear on the page.
 *
 * @remarks That most words of the title should appear in the text is ours.
 */
export const keywordsInContent: Check = {
  id: 'keywords-in-content',
  category: 'seo',
  importance: 'medium',
  title: 'The words of the title appear in the text',
  advice:
    'Write a <title> with the words that the page itself uses, and repeat them in the headings, the description and the text.',
  why: 'Visitors who click a title expect its topic on the page, and Google may replace titles that do not fit the content.',
  source: 'https://developers.google.com/search/docs/appearance/title-link',
  run: (facts) => {
    const { page } = facts;
    const title = page.titles.find(({ text }) => text !== '');
    if (!title) return { status: 'na', summary: 'The page has no title.' };
    // One cause is one finding.
    if (placeholderIn(title.text, facts) !== null) {
      return { status: 'na', summary: 'The title is a placeholder.' };
    }
    const { hostname } = ownUrlOf(facts);
    // The name of the site is often only in a logo.
    const words = keywordsOf(title.text, page).filter((word) => !hostname.includes(word));
    if (words.length === 0) {
      return {
        status: 'na',
        summary: 'The title has no searchable words other than the name of the site.',
      };
    }
    if (countPageWords(page) < leastText) {
      return { status: 'na', summary: 'The page has too little text to compare with its title.' };
    }
    const texts = [
      ...firstOf(page, page.headings, maxTexts, `headings are ${searched}`).map(({ text }) => text),
      ...firstOf(page, page.images, maxTexts, `images are ${searched}`).map(({ alt }) => alt ?? ''),
    ].join('\n');
    if (texts.length > characterLimit) {
      addNote(page, `some headings and images are not ${searched}: they are too long`);
    }
    const description = page.metas.find(({ name }) => name?.toLowerCase() === 'description');
    const value = {
      words,
      inText: wordsInText(words, page),
      inHeadings: wordsIn(words, plainOf(texts.slice(0, characterLimit))),
      inDescription: wordsIn(words, plainOf(description?.content ?? '')),
    };
    const evidence = elementsEvidence([title]);
    if (value.inText.length > 0) {
      const summary = `${value.inText.length} of ${words.length} words of the title appear in the text.`;
      return { status: 'pass', summary, value, evidence };
    }
    if (value.inHeadings.length + value.inDescription.length > 0) {
      const summary = 'The words of the title appear only in headings, images or the description.';
      return { status: 'warn', summary, value, evidence };
    }
    const summary =
      'No word of the title appears in the text, the headings, the images or the description.';
    return { status: 'fail', summary, value, evidence };
  },
};

function keywordsOf(text: string, page: PageFacts): readonly string[] {
  const leftOut = stopWordsOf(page);
  const words = splitWords(text).filter(
    (word) => word.length > 1 && !leftOut.has(word) && !unseparated.test(word),
  );
  return firstOf(page, [...new Set(words)], maxWords, 'words of the title are searched');
}

/** Most words are in the beginning of the text, which is already split into words. */
function wordsInText(words: readonly string[], page: PageFacts): readonly string[] {
  const found = new Set(wordsIn(words, plainTextOf(page)));
  if (found.size < words.length && page.text.length > characterLimit) {
    const rest = plainOf(page.text.slice(characterLimit));
    for (const word of wordsIn(words, rest)) found.add(word);
  }
  return words.filter((word) => found.has(word));
}

function wordsIn(words: readonly string[], text: string): readonly string[] {
  return words.filter((word) => text.includes(stemOf(word)));
}

/** A word without a possible ending. */
function stemOf(word: string): string {
  if (hangul.test(word)) return word.slice(0, leastHangul);
  return word.slice(0, Math.max(leastStem, word.length - longestEnding));
}
