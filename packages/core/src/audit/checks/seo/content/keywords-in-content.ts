import type { PageFacts } from '../../../page/page-facts.ts';
import { countPageWords } from '../../../text/count-page-words.ts';
import { stopWordsOf } from '../../../text/language.ts';
import { characterLimit, plainOf, plainTextOf, splitWords } from '../../../text/text-words.ts';
import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';

/** Words of a title that are looked at. */
const maxWords = 25;
/** Headings, and images, that are looked at. */
const maxTexts = 500;
/** Words below which a page has no text that could bear the title out. */
const leastText = 50;
/** Letters that a word keeps at least when its ending is cut off. */
const leastStem = 4;
/** Letters of an ending: inflected languages say the same word with other ones. */
const longestEnding = 3;
/** Syllables of a Korean word that come before its particles. */
const leastHangul = 2;
const hangul = /^[\uac00-\ud7a3]/;
/** Thai, Lao, Burmese and Khmer, where nothing parts the words of a title. */
const unparted = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;

/** What the title promises comes up on the page. */
export const keywordsInContent: Check = {
  id: 'keywords-in-content',
  category: 'seo',
  importance: 'medium',
  title: 'The words of the title come up in the text',
  advice:
    'Write a title that says in the words of the page what it is about, and use these words in the headings, the description and the text.',
  source: 'https://developers.google.com/search/docs/appearance/title-link',
  run: ({ page, response }) => {
    const title = page.titles.find(({ text }) => text !== '');
    if (!title) return { status: 'na', summary: 'The page has no title.' };
    const { hostname } = new URL(response.finalUrl);
    // What a logo shows need not come up in the text.
    const words = keywordsOf(title.text, page).filter((word) => !hostname.includes(word));
    if (words.length === 0) {
      return {
        status: 'na',
        summary: 'Besides the name of the site the title has no words that can be looked for.',
      };
    }
    if (countPageWords(page) < leastText) {
      return { status: 'na', summary: 'The page has too little text to compare its title with.' };
    }
    const texts = [
      ...page.headings.slice(0, maxTexts).map(({ text }) => text),
      ...page.images.slice(0, maxTexts).map(({ alt }) => alt ?? ''),
    ];
    const description = page.metas.find(({ name }) => name?.toLowerCase() === 'description');
    const value = {
      words,
      inText: wordsInText(words, page),
      inHeadings: wordsIn(words, plainOf(texts.join('\n').slice(0, characterLimit))),
      inDescription: wordsIn(words, plainOf(description?.content ?? '')),
    };
    const evidence = [tagEvidence(title)];
    if (value.inText.length > 0) {
      const summary = `${value.inText.length} of ${words.length} words of the title come up in the text.`;
      return { status: 'pass', summary, value, evidence };
    }
    if (value.inHeadings.length + value.inDescription.length > 0) {
      const summary = 'The words of the title come up in headings, images or the description only.';
      return { status: 'warn', summary, value, evidence };
    }
    const summary =
      'No word of the title comes up in the text, the headings, the images or the description.';
    return { status: 'fail', summary, value, evidence };
  },
};

function keywordsOf(text: string, page: PageFacts): readonly string[] {
  const leftOut = stopWordsOf(page);
  const words = splitWords(text).filter(
    (word) => word.length > 1 && !leftOut.has(word) && !unparted.test(word),
  );
  return [...new Set(words)].slice(0, maxWords);
}

/** Most are found in the beginning of a text, of which the words are known already. */
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

/** A word without what may be its ending. */
function stemOf(word: string): string {
  if (hangul.test(word)) return word.slice(0, leastHangul);
  return word.slice(0, Math.max(leastStem, word.length - longestEnding));
}
