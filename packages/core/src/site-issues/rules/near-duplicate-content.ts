import { type Numbers, openNumbers } from '../numbers.ts';
import type { Site } from '../site.ts';
import type { SiteRule, SiteRuleFinding } from '../site-rule.ts';
import { openTextTable } from '../text-table.ts';
import { addToList } from './add-to-list.ts';
import { areAlternates } from './duplicates.ts';
import { isComparable, languageOf } from './pages.ts';
import { namesIn } from './similar-names.ts';
import { findCommonTexts, openTextComparison, type TextComparison } from './text-similarity.ts';
import { uncheckedTexts } from './unchecked.ts';
import { variantKey } from './url-keys.ts';
import { count, quote, urlText } from './words.ts';

const leastWords = 100;

/** Leaders with the same part of their hash that a page is compared with, so that a hundred thousand pages take no longer. */
const mostCompared = 64;

/** The number of parts of the hashes, each with three slots. */
const parts = 16;
const slotsPerPart = 3;

/** The numbers of lists: those of leaders with the same part of their hash. */
const lists = 0x10000;

/** The pages that others are compared with, by the parts of their hashes. */
interface Leaders {
  readonly indexes: Numbers;
  /** The last leader in each list of each part, and for each part of a leader the one before it; 0 for none, or one more. */
  readonly last: Uint32Array;
  readonly before: Numbers;
}

/**
 * Pages differ in more than a few words. A page is compared with those before it that are like no other, which
 * have a part of its MinHash: of texts that differ in a tenth of their words, 99.8% have one in common.
 */
export const nearDuplicateContent: SiteRule = {
  id: 'near-duplicate-content',
  importance: 'low',
  title: 'Most of the text of each page is its own',
  advice:
    'Give each of the listed pages its own text, or merge them into one page. If they are variants of one product, add <link rel="canonical"> with the URL of the main one.',
  why: 'Search engines may take such pages for copies, and show only one of them in their results.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  unchecked: uncheckedTexts,
  *find(site) {
    const compared = openNumbers(Uint32Array);
    const texts = openTextTable();
    let older = 0;
    for (const [index, { outline }] of site.pages.entries()) {
      yield null;
      if (outline === null || outline.words < leastWords || !isComparable(site, index)) continue;
      if (outline.lacksMinHash) older++;
      if (outline.minHash === null) continue;
      const { textHash } = outline;
      if (textHash !== null && texts.find(textHash) !== undefined) continue;
      if (textHash !== null) texts.add(textHash);
      compared.push(index);
    }
    const areSimilar = openTextComparison(yield* findCommonTexts(site, compared));
    const similar = yield* groupsOf(site, compared, areSimilar);
    for (const [index, others] of similar) {
      yield null;
      yield { summary: yield* summaryOf(site, index, others), pages: [index, ...others] };
    }
    // What was found is certain, but not that there is no more.
    if (older > 0 && similar.size === 0) {
      yield `${count(older, 'page was', 'pages were')} read by an older version, which kept nothing to compare texts by.`;
    }
  },
};

/** The pages that are like another, by the first page of each group. */
function* groupsOf(
  site: Site,
  compared: Numbers,
  areSimilar: TextComparison,
): Generator<null, Map<number, number[]>> {
  const leaders: Leaders = {
    indexes: openNumbers(Uint32Array),
    last: new Uint32Array(parts * lists),
    before: openNumbers(Uint32Array),
  };
  const similar = new Map<number, number[]>();
  for (let at = 0; at < compared.length(); at++) {
    yield null;
    const index = compared.get(at);
    const hash = hashOf(site, index);
    const keys = keysOf(hash);
    const leader = similarLeader(site, leaders, { index, hash, keys }, areSimilar);
    if (leader === undefined) {
      leaders.indexes.push(index);
      for (const key of keys) {
        leaders.before.push(key < 0 ? 0 : (leaders.last[key] ?? 0));
        if (key >= 0) leaders.last[key] = leaders.indexes.length();
      }
      continue;
    }
    addToList(similar, leader, index);
  }
  return similar;
}

const noHash = new Uint8Array();

function hashOf(site: Site, index: number): Uint8Array {
  return site.pages.get(index)?.outline?.minHash ?? noHash;
}

/** The list of each part; -1 for a part without a hash. */
function keysOf(hash: Uint8Array): Int32Array {
  const keys = new Int32Array(parts);
  for (let part = 0; part < parts; part++) {
    let bytes = 0;
    for (let slot = part * slotsPerPart; slot < (part + 1) * slotsPerPart; slot++) {
      bytes = (bytes << 8) | (hash[slot] ?? 0);
    }
    keys[part] = bytes === 0 ? -1 : part * lists + (Math.imul(bytes, 0x9e3779b1) >>> 16);
  }
  return keys;
}

/** A page to compare. */
interface Comparable {
  readonly index: number;
  readonly hash: Uint8Array;
  readonly keys: Int32Array;
}

/** The first of the leaders that are like the page. */
function similarLeader(
  site: Site,
  { indexes, last, before }: Leaders,
  { index, hash, keys }: Comparable,
  areSimilar: TextComparison,
): number | undefined {
  let found: number | undefined;
  for (let part = 0; part < parts; part++) {
    let left = mostCompared;
    const key = keys[part] ?? -1;
    for (let at = key < 0 ? 0 : (last[key] ?? 0); at > 0 && left > 0; left--) {
      const leader = indexes.get(at - 1);
      at = before.get(parts * (at - 1) + part);
      if (found !== undefined && found <= leader) continue;
      if (!areSimilar(hashOf(site, leader), hash)) continue;
      if (!mayBeAlike(site, leader, index)) found = leader;
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

/** How many names a summary quotes. */
const quotedNames = 3;

/** What was found. Pages of one text for many places are named as such. */
function* summaryOf(
  site: Site,
  index: number,
  others: readonly number[],
): Generator<null, SiteRuleFinding['summary']> {
  const names = yield* namesIn(site, [index, ...others]);
  if (names !== null) {
    const quoted = names.slice(0, quotedNames).map(quote);
    const more =
      names.length > quotedNames ? `${quoted.join(', ')} and others` : quoted.join(' and ');
    return `${names.length.toLocaleString('en')} pages have nearly one text for different places or names: ${more}.`;
  }
  return `${count(others.length, 'page has', 'pages have')} nearly the text of ${urlText(site.pages.get(index)?.url)}.`;
}
