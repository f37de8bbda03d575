import type { Site } from '../site.ts';
import type { SiteRule } from '../site-rule.ts';
import { areAlternates } from './duplicates.ts';
import { isComparable, languageOf } from './pages.ts';
import { seriesKey, variantKey } from './url-keys.ts';
import { urlText } from './words.ts';

/** Texts with at most this many different bits of 64 differ in about one of a hundred words. */
const mostBits = 3;
const leastWords = 100;
/** If more than this share of many pages look alike, they do in what they have in common, such as a long menu. */
const templateShare = 1 / 2;
const manyPages = 10;

/** A page that others are compared with, and those that are like it. */
interface Leader {
  readonly index: number;
  readonly high: number;
  readonly low: number;
  readonly series: string;
  readonly variant: string;
  readonly similar: number[];
}

/**
 * Pages differ in more than a few words. A page is compared with those before it that are like no other, which
 * have one of the four quarters of its hash: of hashes that differ in three bits, one quarter is equal.
 */
export const nearDuplicateContent: SiteRule = {
  id: 'near-duplicate-content',
  category: 'seo',
  importance: 'low',
  title: 'Most of the text of each page is its own',
  advice:
    'Give each of the listed pages a text of its own, or merge them into one page. If they are variants of one product, add <link rel="canonical"> with the URL of the main one.',
  why: 'Search engines may take such pages for copies, and show only one of them in their results.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  *find(site) {
    const leaders: Leader[] = [];
    const quarters = new Map<number, Leader[]>();
    const texts = new Set<string>();
    let compared = 0;
    for (const [index, { url, outline }] of site.pages.entries()) {
      yield null;
      if (!outline?.simHash || outline.words < leastWords || !isComparable(site, index)) continue;
      compared++;
      if (outline.textHash !== null && texts.has(outline.textHash)) continue;
      texts.add(outline.textHash ?? '');
      const high = Number.parseInt(outline.simHash.slice(0, 8), 16);
      const low = Number.parseInt(outline.simHash.slice(8), 16);
      const page = {
        index,
        high,
        low,
        series: seriesKey(url),
        variant: variantKey(url),
        similar: [],
      };
      const keys = [high >>> 16, high & 0xffff, low >>> 16, low & 0xffff].map(
        (bits, quarter) => quarter * 0x10000 + bits,
      );
      const leader = yield* similarLeader(site, page, keys, quarters);
      if (leader !== undefined) {
        leader.similar.push(index);
        continue;
      }
      leaders.push(page);
      for (const key of keys) {
        const others = quarters.get(key);
        if (others) others.push(page);
        else quarters.set(key, [page]);
      }
    }
    for (const { index, similar } of leaders) {
      yield null;
      const number = similar.length;
      if (number === 0) continue;
      if (compared >= manyPages && number + 1 > templateShare * compared) continue;
      yield {
        summary: `${number.toLocaleString('en')} ${number === 1 ? 'page has' : 'pages have'} nearly the text of ${urlText(site.pages[index]?.url)}.`,
        pages: [index, ...similar],
      };
    }
  },
};

function* similarLeader(
  site: Site,
  page: Leader,
  keys: readonly number[],
  quarters: ReadonlyMap<number, readonly Leader[]>,
): Generator<null, Leader | undefined> {
  let found: Leader | undefined;
  let comparisons = 0;
  for (const key of keys) {
    for (const leader of quarters.get(key) ?? []) {
      if (++comparisons % 1_000 === 0) yield null;
      const bits = bitsOf(leader.high ^ page.high) + bitsOf(leader.low ^ page.low);
      if (bits > mostBits || (found !== undefined && found.index <= leader.index)) continue;
      if (!mayBeAlike(site, leader, page)) found = leader;
    }
  }
  return found;
}

function mayBeAlike(site: Site, a: Leader, b: Leader): boolean {
  if (a.series === b.series || a.variant === b.variant) return true;
  const [first, second] = [site.pages[a.index], site.pages[b.index]];
  if (!first || !second || languageOf(first) !== languageOf(second)) return true;
  return areAlternates(site, a.index, b.index);
}

/** The number of bits of a 32-bit number that are 1. */
function bitsOf(number: number): number {
  let bits = number - ((number >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
