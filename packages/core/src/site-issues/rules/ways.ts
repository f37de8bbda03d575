import { openNumbers } from '../numbers.ts';
import type { Site } from '../site.ts';
import { openTextTable } from '../text-table.ts';
import { finalOf } from './pages.ts';
import { variantKey } from './url-keys.ts';

/** How pages are led to, by their indexes. */
interface Ways {
  /** How many other pages lead to it; 2 means several. */
  readonly counts: Uint8Array;
  /** 1 if one of them does so for search engines: not only with nofollow. */
  readonly areFollowed: Uint8Array;
}

/** Several rules need them, and counting reads all links. */
const counted = new WeakMap<Site, Ways>();

/**
 * How other pages lead to each page. They link to it, to a redirect to it or to a
 * page that names it as canonical, or it is their version in another language. What leads to one URL of a page
 * leads to its other spellings, too.
 */
export function* waysTo(site: Site): Generator<null, Ways> {
  const known = counted.get(site);
  if (known !== undefined) return known;
  const { pages } = site;
  const groups = new Uint32Array(pages.length);
  // The page that the canonical link at the end of redirects leads to; -1 if it is not in the site.
  const canonicals = new Int32Array(pages.length);
  const keys = openTextTable();
  const firsts = openNumbers(Uint32Array);
  for (const [index, { url }] of pages.entries()) {
    yield null;
    const key = variantKey(url);
    const known = keys.find(key);
    if (known === undefined) {
      keys.add(key);
      firsts.push(index);
    }
    groups[index] = known === undefined ? index : firsts.get(known);
    const final = finalOf(site, index);
    const canonical = final === undefined ? undefined : site.canonicalOf(final);
    canonicals[index] = (canonical === undefined ? undefined : finalOf(site, canonical)) ?? -1;
  }
  const counts = new Uint8Array(pages.length);
  const followed = new Uint8Array(pages.length);
  const lastFrom = new Uint32Array(pages.length).fill(pages.length);
  const add = (from: number, to: number | undefined, isFollowed: boolean) => {
    const group = groups[to ?? -1];
    if (group === undefined || group === groups[from]) return;
    if (isFollowed) followed[group] = 1;
    if (lastFrom[group] === from) return;
    lastFrom[group] = from;
    counts[group] = Math.min(2, (counts[group] ?? 0) + 1);
  };
  for (const from of pages.keys()) {
    yield null;
    for (const { to, isImage, nofollow } of site.linksOf(from)) {
      if (isImage) continue;
      add(from, to, !nofollow);
      add(from, canonicals[to], !nofollow);
    }
    for (const { to } of site.alternatesOf(from)) add(from, to, true);
  }
  const ofPages = (values: Uint8Array) =>
    values.map((_, index) => values[groups[index] ?? index] ?? 0);
  const ways = { counts: ofPages(counts), areFollowed: ofPages(followed) };
  counted.set(site, ways);
  return ways;
}
