import { stopWordsOf } from '../../../text/language.ts';
import { edge, type TextWords, textWordsOf } from '../../../text/text-words.ts';
import type { Check, Json } from '../../check.ts';

/** Words below which counting them says nothing. */
const leastText = 50;
/** Groups of each length that are told. */
const most = 10;
/** How often a group comes up at least to be told. */
const leastOften = 2;

/** The words and groups of words that a page uses most. Nothing is judged: no share is right. */
export const keywordDensity: Check = {
  id: 'keyword-density',
  category: 'seo',
  importance: 'info',
  title: 'The words that the page uses most',
  advice:
    'See whether the words that come up most are those that the page is to be found by. Write for people: repeating words on purpose is spam.',
  source: 'https://developers.google.com/search/docs/essentials/spam-policies#keyword-stuffing',
  run: ({ page }) => {
    const text = textWordsOf(page);
    if (text.total < leastText) {
      return { status: 'na', summary: 'The page has too few words to count them.' };
    }
    const [one = [], two = [], three = []] = topGroupsOf(text, stopWordsOf(page));
    const [first] = one;
    return {
      status: 'pass',
      summary: first
        ? `The word that comes up most is “${first.text}”, ${first.count} times.`
        : 'No word comes up twice.',
      value: { words: text.total, one, two, three } satisfies Json,
    };
  },
};

type Group = { readonly text: string; readonly count: number; readonly percent: number };

/**
 * The groups of one, two and three words that come up most, within a line. None begins or ends with a
 * function word.
 */
function topGroupsOf(
  { vocabulary, counts, sequence, total }: TextWords,
  leftOut: ReadonlySet<string>,
): readonly (readonly Group[])[] {
  // A group comes up often only where each of its words does, which spares us most of them.
  const isOften = counts.map((count) => count >= leastOften);
  const isKey = vocabulary.map((word, at) => isOften[at] === true && isKeyword(word, leftOut));
  const size = vocabulary.length;
  const two = new Map<number, number>();
  const three = new Map<number, number>();
  for (let at = 0; at < sequence.length; at++) {
    const first = sequence[at] ?? edge;
    if (first === edge || isKey[first] !== true) continue;
    const next = sequence[at + 1] ?? edge;
    const last = sequence[at + 2] ?? edge;
    if (next === edge || isOften[next] !== true) continue;
    const pair = first * size + next;
    if (isKey[next] === true) two.set(pair, (two.get(pair) ?? 0) + 1);
    if (last === edge || isKey[last] !== true) continue;
    const triple = pair * size + last;
    three.set(triple, (three.get(triple) ?? 0) + 1);
  }
  const word = (index: number): string => vocabulary[index % size] ?? '';
  const pairOf = (key: number): string => `${word(Math.floor(key / size))} ${word(key)}`;
  const one = [...counts.entries()].filter(([at]) => isKey[at] === true);
  return [
    topOf(one, total, word),
    topOf([...two], total, pairOf),
    topOf([...three], total, (key) => `${pairOf(Math.floor(key / size))} ${word(key)}`),
  ];
}

/** Numbers and single letters are no keywords, but single characters of Han are. */
function isKeyword(word: string, leftOut: ReadonlySet<string>): boolean {
  if (leftOut.has(word)) return false;
  if (word.length === 1) return word >= '\u3400' && word <= '\u9fff';
  return !/^\d+$/.test(word);
}

function topOf(
  counts: readonly (readonly [key: number, count: number])[],
  total: number,
  textOf: (key: number) => string,
): readonly Group[] {
  return counts
    .filter(([, count]) => count >= leastOften)
    .sort(([a, more], [b, less]) => less - more || a - b)
    .slice(0, most)
    .map(([key, count]) => {
      return { text: textOf(key), count, percent: Math.round((count / total) * 1_000) / 10 };
    });
}
