import type { Json } from '../../../outcome.ts';
import { stopWordsOf } from '../../../readings/text/language.ts';
import {
  characterLimit,
  type TextWords,
  textWordsOf,
  wordAt,
} from '../../../readings/text/text-words.ts';
import type { Check } from '../../check.ts';

/** Words below which counting is not meaningful. */
const leastText = 50;
/** Words in the value. */
const most = 10;
/** How often a listed word appears at least. */
const leastOften = 2;

/**
 * The most frequent words of a page, or of the beginning of a long one. Always passes: no share is right or
 * wrong.
 */
export const keywordDensity: Check = {
  id: 'keyword-density',
  category: 'seo',
  importance: 'info',
  title: 'The most frequent words of the page are listed',
  advice:
    'Check that the most frequent words are the ones that you want the page to be found for. Write for people: search engines treat deliberate repetition as spam.',
  why: 'The words that a page uses most show what it seems to be about; filling it with them on purpose is spam for Google.',
  source: 'https://developers.google.com/search/docs/essentials/spam-policies#keyword-stuffing',
  run: ({ page }) => {
    const text = textWordsOf(page);
    if (text.total < leastText) {
      return { status: 'na', summary: 'The page has too few words to count.' };
    }
    const frequent = topWordsOf(text, stopWordsOf(page));
    const [first] = frequent;
    const where = page.text.length > characterLimit ? ' at the beginning of the text' : '';
    return {
      status: 'pass',
      summary: first
        ? `The most frequent word${where} is “${first.text}” (${first.count} times).`
        : `No word appears twice${where}.`,
      value: { words: text.total, one: frequent } satisfies Json,
    };
  },
};

type FrequentWord = { readonly text: string; readonly count: number; readonly percent: number };

/** The most frequent words without function words; of equally frequent ones, the first on the page. */
function topWordsOf(text: TextWords, stopWords: ReadonlySet<string>): readonly FrequentWord[] {
  const { counts, total } = text;
  const countOf = (index: number): number => counts[index] ?? 0;
  const repeated = [...counts.keys()].filter((index) => countOf(index) >= leastOften);
  repeated.sort((left, right) => countOf(right) - countOf(left));
  const top: FrequentWord[] = [];
  for (const index of repeated) {
    const word = wordAt(text, index);
    if (stopWords.has(word) || !isKeyword(word)) continue;
    const count = countOf(index);
    top.push({ text: word, count, percent: Math.round((count / total) * 1_000) / 10 });
    if (top.length === most) break;
  }
  return top;
}

/** Numbers and single letters are not keywords, but single Han characters are. */
function isKeyword(word: string): boolean {
  return word.length === 1 ? /[\u3400-\u9fff]/.test(word) : !/^\d+$/.test(word);
}
