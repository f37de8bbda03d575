import type { Json } from '../../../outcome.ts';
import { functionWordsOf, stopWordsOf } from '../../../readings/text/language.ts';
import {
  characterLimit,
  lineEnd,
  type TextWords,
  textWordsOf,
  wordAt,
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
  text: TextWords,
  stopWords: ReadonlySet<string>,
): readonly (readonly Group[])[] {
  const { counts, sequence, total } = text;
  const size = counts.length;
  // A group is only frequent if each of its words is, which rules out most groups.
  const { found: isFunctionWord } = functionWordsOf(text);
  const kinds = new Uint8Array(size);
  const one: number[] = [];
  for (let index = 0; index < size; index++) {
    if ((counts[index] ?? 0) < leastOften) continue;
    const isLeftOut = isFunctionWord[index] === 1 && stopWords.has(wordAt(text, index));
    const isKey = !isLeftOut && isKeyword(text, index);
    kinds[index] = isKey ? keyword : frequent;
    if (isKey) one.push(index);
  }
  const pairs = pairsOf(sequence, kinds);
  const pairCounts = countFrequentPairs(pairs.keys);
  const firstOf = (pair: number): number => Math.floor(pair / size);
  const isKey = (index: number): boolean => kinds[index] === keyword;
  const two: number[] = [];
  for (const [pair, count] of pairCounts) {
    if (count >= leastOften && isKey(firstOf(pair)) && isKey(pair % size)) two.push(pair);
  }
  // A group of three is only frequent if its pairs are.
  const three = new Map<number, number>();
  for (let at = 0; at + 1 < pairs.keys.length; at++) {
    if (pairs.places[at + 1] !== (pairs.places[at] ?? 0) + 1) continue;
    const pair = pairs.keys[at] ?? 0;
    const next = pairs.keys[at + 1] ?? 0;
    if (!isKey(firstOf(pair)) || !isKey(next % size)) continue;
    if ((pairCounts.get(pair) ?? 0) < leastOften) continue;
    if ((pairCounts.get(next) ?? 0) < leastOften) continue;
    const triple = pair * size + (next % size);
    three.set(triple, (three.get(triple) ?? 0) + 1);
  }
  const word = (index: number): string => wordAt(text, index % size);
  const pairText = (pair: number): string => `${word(firstOf(pair))} ${word(pair)}`;
  const tripleText = (triple: number): string => `${pairText(firstOf(triple))} ${word(triple)}`;
  return [
    topOf(one, (index) => counts[index] ?? 0, total, word),
    topOf(two, (pair) => pairCounts.get(pair) ?? 0, total, pairText),
    topOf(three.keys(), (triple) => three.get(triple) ?? 0, total, tripleText),
  ];
}

/** The pairs of neighbours that may be frequent, at least one of them a keyword, and where each begins. */
function pairsOf(sequence: Int32Array, kinds: Uint8Array) {
  const keys: number[] = [];
  const places: number[] = [];
  let before = lineEnd;
  let kindBefore = rare;
  for (let place = 0; place < sequence.length; place++) {
    const index = sequence[place] ?? lineEnd;
    const kind = index === lineEnd ? rare : (kinds[index] ?? rare);
    const isPair = kind !== rare && kindBefore !== rare;
    if (isPair && (kind === keyword || kindBefore === keyword)) {
      keys.push(before * kinds.length + index);
      places.push(place - 1);
    }
    before = index;
    kindBefore = kind;
  }
  return { keys, places };
}

/** How often each pair appears. Pairs that appear once may be left out. */
function countFrequentPairs(pairs: readonly number[]): ReadonlyMap<number, number> {
  // Most pairs appear once: a pair that is alone in its bucket needs no map entry.
  buckets.fill(0);
  for (const pair of pairs) {
    const bucket = bucketOf(pair);
    buckets[bucket] = Math.min(leastOften, (buckets[bucket] ?? 0) + 1);
  }
  const counts = new Map<number, number>();
  for (const pair of pairs) {
    if (buckets[bucketOf(pair)] === leastOften) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
}

function bucketOf(pair: number): number {
  return (Math.imul(pair, 0x9e3779b1) >>> 16) % bucketCount;
}

const bucketCount = 8_192;
const buckets = new Uint8Array(bucketCount);

/** Kinds of words for counting groups. */
const rare = 0;
const frequent = 1;
const keyword = 2;
const lastDigit = '9'.charCodeAt(0);

/** Numbers and single letters are not keywords, but single Han characters are. */
function isKeyword(text: TextWords, index: number): boolean {
  const start = text.starts[index] ?? 0;
  const unit = text.text.charCodeAt(start);
  if (text.ends[index] === start + 1) return unit >= 0x3400 && unit <= 0x9fff;
  return unit > lastDigit || !/^\d+$/.test(wordAt(text, index));
}

function topOf(
  keys: Iterable<number>,
  countOf: (key: number) => number,
  total: number,
  textOf: (key: number) => string,
): readonly Group[] {
  const top: { readonly key: number; readonly count: number }[] = [];
  for (const key of keys) {
    const count = countOf(key);
    if (count < leastOften || count < (top[most - 1]?.count ?? 0)) continue;
    let place = top.length;
    for (let other = top[place - 1]; other !== undefined; other = top[place - 1]) {
      // With equal counts, the group that appears first on the page comes first.
      if (other.count > count || (other.count === count && other.key < key)) break;
      place--;
    }
    top.splice(place, 0, { key, count });
    if (top.length > most) top.pop();
  }
  return top.map(({ key, count }) => {
    return { text: textOf(key), count, percent: Math.round((count / total) * 1_000) / 10 };
  });
}
