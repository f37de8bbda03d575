import { type Numbers, openNumbers } from '../numbers.ts';
import type { Site } from '../site.ts';
import type { SiteRule } from '../site-rule.ts';
import { openTextTable } from '../text-table.ts';
import { areAlternates } from './duplicates.ts';
import { isComparable, languageOf } from './pages.ts';
import { variantKey } from './url-keys.ts';
import { urlText } from './words.ts';

/** Texts with at most this many different bits of 64 differ in about one of a hundred words. */
const mostBits = 3;
const leastWords = 100;
/** If more than this share of many pages look alike, they do in what they have in common, such as a long menu. */
const templateShare = 1 / 2;
const manyPages = 10;

/** A page to compare. */
interface Comparable {
  readonly index: number;
  readonly high: number;
  readonly low: number;
}

/** The pages that others are compared with: by quarters of their hashes, those with the same quarter linked to a list. */
interface Leaders {
  readonly indexes: Numbers;
  readonly highs: Numbers;
  readonly lows: Numbers;
  /** The last leader with a quarter, and for each quarter of a leader the one before it; 0 for none, or one more. */
  readonly last: Uint32Array;
  readonly before: Numbers;
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
    const leaders: Leaders = {
      indexes: openNumbers(Uint32Array),
      highs: openNumbers(Uint32Array),
      lows: openNumbers(Uint32Array),
      last: new Uint32Array(4 * 0x10000),
      before: openNumbers(Uint32Array),
    };
    const similar = new Map<number, number[]>();
    const texts = openTextTable();
    let compared = 0;
    for (const [index, page] of site.pages.entries()) {
      yield null;
      const { outline } = page;
      if (outline === null || outline.words < leastWords || !isComparable(site, index)) continue;
      const { simHash, textHash } = outline;
      if (!simHash) continue;
      compared++;
      if (textHash !== null && texts.find(textHash) !== undefined) continue;
      if (textHash !== null) texts.add(textHash);
      const high = Number.parseInt(simHash.slice(0, 8), 16);
      const low = Number.parseInt(simHash.slice(8), 16);
      const leader = yield* similarLeader(site, leaders, { index, high, low });
      if (leader === undefined) addLeader(leaders, { index, high, low });
      else addTo(similar, leader, index);
    }
    for (const [index, others] of similar) {
      yield null;
      const number = others.length;
      if (compared >= manyPages && number + 1 > templateShare * compared) continue;
      yield {
        summary: `${number.toLocaleString('en')} ${number === 1 ? 'page has' : 'pages have'} nearly the text of ${urlText(site.pages.get(index)?.url)}.`,
        pages: [index, ...others],
      };
    }
  },
};

function addTo(similar: Map<number, number[]>, leader: number, index: number): void {
  const others = similar.get(leader);
  if (others) others.push(index);
  else similar.set(leader, [index]);
}

function quartersOf({ high, low }: Comparable): readonly number[] {
  return [high >>> 16, high & 0xffff, low >>> 16, low & 0xffff].map(
    (bits, quarter) => quarter * 0x10000 + bits,
  );
}

function addLeader(leaders: Leaders, page: Comparable): void {
  const { indexes, highs, lows, last, before } = leaders;
  indexes.push(page.index);
  highs.push(page.high);
  lows.push(page.low);
  for (const quarter of quartersOf(page)) {
    before.push(last[quarter] ?? 0);
    last[quarter] = indexes.length();
  }
}

/** The first of the leaders that are like the page. */
function* similarLeader(
  site: Site,
  { indexes, highs, lows, last, before }: Leaders,
  page: Comparable,
): Generator<null, number | undefined> {
  let found: number | undefined;
  let comparisons = 0;
  for (const [quarter, key] of quartersOf(page).entries()) {
    for (let at = last[key] ?? 0; at > 0; at = before.get(4 * (at - 1) + quarter)) {
      if (++comparisons % 1_000 === 0) yield null;
      const leader = at - 1;
      const bits = bitsOf(highs.get(leader) ^ page.high) + bitsOf(lows.get(leader) ^ page.low);
      const index = indexes.get(leader);
      if (bits > mostBits || (found !== undefined && found <= index)) continue;
      if (!mayBeAlike(site, index, page.index)) found = index;
    }
  }
  return found;
}

function mayBeAlike(site: Site, a: number, b: number): boolean {
  const [first, second] = [site.pages.get(a), site.pages.get(b)];
  if (!first || !second) return true;
  if (site.listOf(a) !== undefined && site.listOf(a) === site.listOf(b)) return true;
  if (variantKey(first.url) === variantKey(second.url)) return true;
  return languageOf(first) !== languageOf(second) || areAlternates(site, a, b);
}

/** The number of bits of a 32-bit number that are 1. */
function bitsOf(number: number): number {
  let bits = number - ((number >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
