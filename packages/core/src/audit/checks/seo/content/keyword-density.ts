import { stopWordsOf } from '../../../text/language.ts';
import { characterLimit, edge, type TextWords, textWordsOf } from '../../../text/text-words.ts';
import type { Check, Json } from '../../check.ts';

/** Words below which counting them says nothing. */
const leastText = 50;
/** Groups of each length that are told. */
const most = 10;
/** How often a group comes up at least to be told. */
const leastOften = 2;

/** The words and groups of words that a page uses most, of a long one its beginning. Nothing is judged: no share is right. */
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
    const where = page.text.length > characterLimit ? ' in the beginning of the text' : '';
    return {
      status: 'pass',
      summary: first
        ? `The word that comes up most${where} is “${first.text}”, ${first.count} times.`
        : `No word comes up twice${where}.`,
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
  const kinds = vocabulary.map((word, at) => {
    if ((counts[at] ?? 0) < leastOften) return seldom;
    return isKeyword(word, leftOut) ? keyword : often;
  });
  // By place, with room for the two behind the last one.
  const placed = new Uint8Array(sequence.length + 2);
  for (let at = 0; at < sequence.length; at++) {
    const index = sequence[at] ?? edge;
    if (index !== edge) placed[at] = kinds[index] ?? seldom;
  }
  const size = vocabulary.length;
  const pairAt = (at: number): number => (sequence[at] ?? 0) * size + (sequence[at + 1] ?? 0);
  const isPair = (at: number) =>
    (placed[at] === keyword && placed[at + 1] !== seldom) ||
    (placed[at] === often && placed[at + 1] === keyword);
  // Most pairs come up once: where nothing else falls into their bucket they are not worth a map.
  buckets.fill(0);
  const bucketAt = (at: number) => (Math.imul(pairAt(at), 0x9e3779b1) >>> 16) % bucketCount;
  for (let at = 0; at < sequence.length; at++) {
    if (!isPair(at)) continue;
    const bucket = bucketAt(at);
    buckets[bucket] = Math.min(leastOften, (buckets[bucket] ?? 0) + 1);
  }
  const pairs = new Map<number, number>();
  for (let at = 0; at < sequence.length; at++) {
    if (!isPair(at) || buckets[bucketAt(at)] !== leastOften) continue;
    const pair = pairAt(at);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  // Nor does a group of three where its pairs do not.
  const isOften = (at: number) =>
    buckets[bucketAt(at)] === leastOften && (pairs.get(pairAt(at)) ?? 0) >= leastOften;
  const two = new Map<number, number>();
  const three = new Map<number, number>();
  for (let at = 0; at < sequence.length; at++) {
    if (placed[at] !== keyword || placed[at + 1] === seldom || !isOften(at)) continue;
    const pair = pairAt(at);
    if (placed[at + 1] === keyword) two.set(pair, pairs.get(pair) ?? 0);
    if (placed[at + 2] !== keyword || !isOften(at + 1)) continue;
    const triple = pair * size + (sequence[at + 2] ?? 0);
    three.set(triple, (three.get(triple) ?? 0) + 1);
  }
  const word = (index: number): string => vocabulary[index % size] ?? '';
  const pairOf = (key: number): string => `${word(Math.floor(key / size))} ${word(key)}`;
  const ones = new Map<number, number>();
  for (let at = 0; at < size; at++) if (kinds[at] === keyword) ones.set(at, counts[at] ?? 0);
  return [
    topOf(ones, total, word),
    topOf(two, total, pairOf),
    topOf(three, total, (key) => `${pairOf(Math.floor(key / size))} ${word(key)}`),
  ];
}

const bucketCount = 8_192;
const buckets = new Uint8Array(bucketCount);

/** What a word is to those who count groups. */
const seldom = 0;
const often = 1;
const keyword = 2;

/** Numbers and single letters are no keywords, but single characters of Han are. */
function isKeyword(word: string, leftOut: ReadonlySet<string>): boolean {
  if (leftOut.has(word)) return false;
  if (word.length === 1) return word >= '\u3400' && word <= '\u9fff';
  return word > ':' || !/^\d+$/.test(word);
}

function topOf(
  counts: ReadonlyMap<number, number>,
  total: number,
  textOf: (key: number) => string,
): readonly Group[] {
  const top: (readonly [key: number, count: number])[] = [];
  for (const [key, count] of counts) {
    if (count < leastOften || count < (top[most - 1]?.[1] ?? 0)) continue;
    // Of those that are even, the first word of the page comes first.
    const place = top.findIndex(([other, best]) => best < count || (best === count && other > key));
    if (place !== -1) top.splice(place, 0, [key, count]);
    else top.push([key, count]);
    if (top.length > most) top.pop();
  }
  return top.map(([key, count]) => {
    return { text: textOf(key), count, percent: Math.round((count / total) * 1_000) / 10 };
  });
}
