import type { Json } from '../../../outcome.ts';
import { stopWordsOf } from '../../../readings/text/language.ts';
import {
  characterLimit,
  lineEnd,
  type TextWords,
  textWordsOf,
} from '../../../readings/text/text-words.ts';
import type { Check } from '../../check.ts';

/** Words below which counting is not meaningful. */
const leastText = 50;
/** Groups of each length in the value. */
const most = 10;
/** How often a listed group appears at least. */
const leastOften = 2;

/**
 * The most frequent words and groups of words of a page, or of the beginning of a long one. Always
 * passes: no share is right or wrong.
 */
export const keywordDensity: Check = {
  id: 'keyword-density',
  category: 'seo',
  importance: 'info',
  title: 'The most frequent words of the page are listed',
  advice:
    'Check that the most frequent words are the ones that you want the page to be found for. Write for people: search engines treat deliberate repetition as spam.',
  source: 'https://developers.google.com/search/docs/essentials/spam-policies#keyword-stuffing',
  run: ({ page }) => {
    const text = textWordsOf(page);
    if (text.total < leastText) {
      return { status: 'na', summary: 'The page has too few words to count.' };
    }
    const [one = [], two = [], three = []] = topGroupsOf(text, stopWordsOf(page));
    const [first] = one;
    const where = page.text.length > characterLimit ? ' at the beginning of the text' : '';
    return {
      status: 'pass',
      summary: first
        ? `The most frequent word${where} is “${first.text}” (${first.count} times).`
        : `No word appears twice${where}.`,
      value: { words: text.total, one, two, three } satisfies Json,
    };
  },
};

type Group = { readonly text: string; readonly count: number; readonly percent: number };

/**
 * The groups of one, two and three words that are most frequent, within lines. No group begins or ends with
 * a function word.
 */
function topGroupsOf(
  { vocabulary, counts, sequence, total }: TextWords,
  stopWords: ReadonlySet<string>,
): readonly (readonly Group[])[] {
  // A group is only frequent if each of its words is, which rules out most groups.
  const kinds = vocabulary.map((word, at) => {
    if ((counts[at] ?? 0) < leastOften) return rare;
    return isKeyword(word, stopWords) ? keyword : frequent;
  });
  // By position, with room for two after the last one.
  const placed = new Uint8Array(sequence.length + 2);
  for (let at = 0; at < sequence.length; at++) {
    const index = sequence[at] ?? lineEnd;
    if (index !== lineEnd) placed[at] = kinds[index] ?? rare;
  }
  const size = vocabulary.length;
  const pairAt = (at: number): number => (sequence[at] ?? 0) * size + (sequence[at + 1] ?? 0);
  const isPair = (at: number) =>
    (placed[at] === keyword && placed[at + 1] !== rare) ||
    (placed[at] === frequent && placed[at + 1] === keyword);
  // Most pairs appear once: a pair that is alone in its bucket needs no map entry.
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
  // A group of three is only frequent if its pairs are.
  const isFrequent = (at: number) =>
    buckets[bucketAt(at)] === leastOften && (pairs.get(pairAt(at)) ?? 0) >= leastOften;
  const two = new Map<number, number>();
  const three = new Map<number, number>();
  for (let at = 0; at < sequence.length; at++) {
    if (placed[at] !== keyword || placed[at + 1] === rare || !isFrequent(at)) continue;
    const pair = pairAt(at);
    if (placed[at + 1] === keyword) two.set(pair, pairs.get(pair) ?? 0);
    if (placed[at + 2] !== keyword || !isFrequent(at + 1)) continue;
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

/** Kinds of words for counting groups. */
const rare = 0;
const frequent = 1;
const keyword = 2;

/** Numbers and single letters are not keywords, but single Han characters are. */
function isKeyword(word: string, stopWords: ReadonlySet<string>): boolean {
  if (stopWords.has(word)) return false;
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
    // With equal counts, the group that appears first on the page comes first.
    const place = top.findIndex(([other, best]) => best < count || (best === count && other > key));
    if (place !== -1) top.splice(place, 0, [key, count]);
    else top.push([key, count]);
    if (top.length > most) top.pop();
  }
  return top.map(([key, count]) => {
    return { text: textOf(key), count, percent: Math.round((count / total) * 1_000) / 10 };
  });
}
