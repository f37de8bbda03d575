import {
  comparableUrl,
  maxUrlLength,
  runInSlices,
  type TimeSlices,
  webUrl,
} from '@sitegrade/audit';
import { openNumbers } from '../site-issues/numbers.ts';
import { withoutVisit } from '../site-issues/session-parameters.ts';
import { sortInSlices } from '../site-issues/sort-in-slices.ts';
import { openTextTable } from '../site-issues/text-table.ts';
import type { CrawledUrl, CrawlUrlKind, SkipReason } from '../store/crawl.ts';
import type { NewCrawlUrl, RefilledUrl } from '../store/crawl-store.ts';

/**
 * How many URLs a crawl may have: ten for each page that it may have, but at least a thousand, so that a small crawl
 * does not lose its pages to dead links that come before them.
 */
const urlsPerPage = 10;
const leastUrls = 1_000;

/**
 * How many URLs a crawl may request beyond its number of pages, in place of those that turned out not to be pages
 * (errors, redirects, other files): as many as pages, but at least this number.
 */
const leastOthers = 100;

/** How many characters the URLs of a crawl may have in total: of each page that it may have, and at least. */
const charactersPerPage = 2_000;
const leastCharacters = 20_000_000;

/** How many clicks a page may be away from the start page. */
const maxDepth = 100;

/**
 * How many links and redirects may lead to a page, from the start page or from a page in the sitemap. Pages beyond it
 * are `too_deep`, too.
 */
const maxLevel = 200;

/** How many segments a path may have. */
const maxSegments = 30;

/** How often in a row a path may repeat a sequence of segments. */
const maxRepeats = 2;

/** What a crawl may request. `isIncluded` and `isAllowed` must be pure. */
export interface FrontierScope {
  /** `https://example.com`. */
  readonly origin: string;
  /** Origins that redirect to the same path on `origin`. Their URLs count as those of `origin`. */
  readonly variants: ReadonlySet<string>;
  readonly maxPages: number;
  /** Whether `include` and `exclude` of the crawl permit a URL. */
  readonly isIncluded: (url: URL) => boolean;
  /** Whether robots.txt permits it. */
  readonly isAllowed: (url: URL) => boolean;
  /** The pages that the sitemaps list: without tracking parameters, in the form of `comparableUrl`. */
  readonly listed: ReadonlySet<string>;
}

/** The stored URLs of a crawl, up to the last level. They are looked up, since keeping them would take too much memory. */
export interface KnownUrls {
  /** Which of the URLs it has. */
  readonly among: (urls: readonly string[]) => Promise<ReadonlySet<string>>;
  /** How many pages with this path and a query were requested, or are to be. */
  readonly variantsOf: (path: string) => Promise<VariantCounts>;
}

/** How many pages differ in their query only: with one parameter, and with several. */
interface VariantCounts {
  readonly single: number;
  readonly several: number;
}

/** What is known of a crawl. */
export interface Frontier {
  readonly scope: FrontierScope;
  readonly known: KnownUrls;
  /** The last level, and the number of its first URL. */
  level: number;
  first: number;
  /** The number of URLs, which is that of the last one. */
  count: number;
  /** Of the URLs of pages. */
  characters: number;
  /** How many pages there are, with those that are to be requested: at most `maxPages`. */
  pages: number;
  /** How many URLs were requested and are not pages. */
  others: number;
  /** URLs as they are written on pages that lead to nothing new. Most pages have the links of the same menus. */
  readonly settled: Set<string>;
}

/** How many URLs are settled before they are forgotten. */
const mostSettled = 50_000;

/** Whether a URL was requested, or is to be, rather than skipped when it was found. */
function isRequested({ state, skipReason }: Pick<CrawledUrl, 'state' | 'skipReason'>) {
  return state !== 'skipped' || skipReason === 'not_html';
}

/**
 * The variants of a path among stored URLs.
 *
 * @param urls - Those with this path.
 */
export function countVariants(
  urls: readonly Pick<CrawledUrl, 'url' | 'kind' | 'state' | 'skipReason'>[],
): VariantCounts {
  const requested = urls.filter((row) => row.kind === 'page' && isRequested(row));
  const single = requested.filter(({ url }) => queryOf(url).parameters === 1).length;
  return { single, several: requested.length - single };
}

/** Whether the crawl has all the URLs that it may have. */
export function isFull({
  scope,
  count,
  characters,
}: Pick<Frontier, 'count' | 'characters'> & {
  readonly scope: Pick<FrontierScope, 'maxPages'>;
}): boolean {
  // With room for a URL of any length, so that it does not depend on what comes next.
  return count >= mostUrls(scope) || characters > mostCharacters(scope) - maxUrlLength;
}

function mostUrls({ maxPages }: Pick<FrontierScope, 'maxPages'>): number {
  return Math.max(leastUrls, urlsPerPage * maxPages);
}

function mostCharacters({ maxPages }: Pick<FrontierScope, 'maxPages'>): number {
  return Math.max(leastCharacters, charactersPerPage * maxPages);
}

/** Whether another page may be requested. */
export function hasRoom({ scope: { maxPages }, pages, others }: Frontier): boolean {
  return pages < maxPages && pages + others < maxPages + Math.max(leastOthers, maxPages);
}

/**
 * The URL by which a crawl knows a URL: of its origin, without a fragment, the session of a visitor and tracking
 * parameters, in the form of `comparableUrl`, which the links of outlines have. `null` if it is of another site, or cannot be requested.
 */
export function urlInScope(
  written: string,
  { origin, variants }: Pick<FrontierScope, 'origin' | 'variants'>,
): string | null {
  const url = webUrl(written);
  if (url === null || url.username !== '' || url.password !== '') return null;
  if (url.origin !== origin && !variants.has(url.origin)) return null;
  const comparable = origin + comparableUrl(url).slice(url.origin.length);
  const plain = withoutVisit(comparable);
  // Without a session, a URL may have a shorter form: `/.;jsessionid=1`.
  const onSite = plain === comparable ? plain : comparableUrl(new URL(plain));
  return onSite.length > maxUrlLength ? null : onSite;
}

/** New URLs, bounded: only those that come first by code point are kept. In bytes, as a level may be most of a site. */
export interface Candidates {
  readonly size: () => number;
  readonly characters: () => number;
  readonly has: (url: string) => boolean;
  /** Adds a URL. Of several depths, the lowest one counts. */
  readonly add: (url: string, depth: number | null) => void;
  /** Their order by code point. */
  readonly sorted: () => Generator<void, readonly number[]>;
  readonly get: (number: number) => { readonly url: string; readonly depth: number | null };
}

/** No candidates. */
export function noCandidates(): Candidates {
  const urls = openTextTable();
  const depths = openNumbers(Int32Array);
  let characters = 0;
  return {
    size: urls.size,
    characters: () => characters,
    has: (url) => urls.find(url) !== undefined,
    add(url, depth) {
      const number = urls.find(url);
      if (number === undefined) {
        urls.add(url);
        depths.push(depth ?? noDepth);
        characters += url.length;
      } else if (depth !== null) {
        const before = depths.get(number);
        if (before === noDepth || depth < before) depths.set(number, depth);
      }
    },
    *sorted() {
      return yield* sortInSlices(Array.from(Array(urls.size()).keys()), urls.compare);
    },
    get(number) {
      const depth = depths.get(number);
      return { url: urls.get(number), depth: depth === noDepth ? null : depth };
    },
  };
}

/** What stands for a page that is not linked. */
const noDepth = -1;

/**
 * Adds the URLs that pages lead to: their links, their refresh and the pages that they name as the next or the previous
 * one, or their location.
 */
export async function addTargets(
  frontier: Frontier,
  candidates: Candidates,
  rows: readonly CrawledUrl[],
  slices: TimeSlices,
): Promise<void> {
  const targets = new Map<string, number | null>();
  const addTarget = (url: string, depth: number | null) => {
    if (frontier.settled.has(url)) return;
    const before = targets.get(url);
    if (before === undefined || isNearer(depth, before)) targets.set(url, depth);
  };
  for (const { kind, state, location, depth, outline } of rows) {
    if (kind !== 'page') continue;
    if (state === 'redirected' && location !== null) addTarget(location, depth);
    if (outline === null) continue;
    if (outline.refresh !== undefined) addTarget(outline.refresh, depth);
    if (outline.nofollow) continue;
    const next = depth === null ? null : depth + 1;
    for (const { url, nofollow } of outline.links) if (!nofollow) addTarget(url, next);
    // Visitors do not see a <link rel="next">.
    for (const url of outline.series ?? []) {
      if (!outline.links.some((link) => link.url === url && link.nofollow)) addTarget(url, null);
    }
    if (slices.isOver()) await slices.next();
  }
  const found = await newUrls(frontier, [...targets.keys()], candidates.has, slices);
  for (const [written, url] of found) candidates.add(url, targets.get(written) ?? null);
}

/** Adds entries of the sitemaps. */
export async function addListed(
  frontier: Frontier,
  candidates: Candidates,
  entries: readonly string[],
  slices: TimeSlices,
): Promise<void> {
  const found = await newUrls(frontier, entries, candidates.has, slices);
  for (const url of found.values()) candidates.add(url, null);
}

function isNearer(depth: number | null, than: number | null): boolean {
  return depth !== null && (than === null || depth < than);
}

/**
 * The URLs of the site that the crawl does not have yet, by how they are written.
 *
 * @param isFound - Whether a URL was found to be new before.
 */
export async function newUrls(
  { scope, known, settled }: Frontier,
  written: readonly string[],
  isFound: (url: string) => boolean,
  slices: TimeSlices,
): Promise<ReadonlyMap<string, string>> {
  const urls = new Map<string, string>();
  const settle = (url: string) => {
    if (settled.size === mostSettled) settled.clear();
    settled.add(url);
  };
  // Most links lead to known pages as outlines have them, and looking them up is faster than parsing.
  const own = `${scope.origin}/`;
  const unsettled = written.filter((url) => !settled.has(url));
  const toLookUp = unsettled.filter((url) => url.startsWith(own) && !isFound(url));
  const knownAsWritten = await known.among(toLookUp);
  const others = new Map<string, string>();
  for (const text of unsettled) {
    if (slices.isOver()) await slices.next();
    const isKnown = knownAsWritten.has(text);
    const url = isKnown || isFound(text) ? text : urlInScope(text, scope);
    if (isKnown || url === null) settle(text);
    else if (url === text || isFound(url)) urls.set(text, url);
    else others.set(text, url);
  }
  const knownOthers = await known.among([...new Set(others.values())]);
  for (const [text, url] of others) {
    if (knownOthers.has(url)) settle(text);
    else urls.set(text, url);
  }
  return urls;
}

/** Whether there are many more candidates than the crawl may still have, so that some must be dropped. */
export function isOverfull({ size, characters }: Candidates, frontier: Frontier): boolean {
  const { urls, characters: left } = roomOf(frontier);
  return (
    size() > urls + Math.min(urls, 100_000) + 1_000 ||
    characters() > left + Math.min(left, 20_000_000) + 1_000_000
  );
}

function roomOf({ scope, count, characters }: Frontier) {
  return {
    urls: Math.max(0, mostUrls(scope) - count),
    characters: Math.max(0, mostCharacters(scope) - characters),
  };
}

/** The candidates that come first: those that the crawl has room for. */
export function* keepFirst(
  frontier: Frontier,
  candidates: Candidates,
): Generator<void, Candidates> {
  const room = roomOf(frontier);
  const kept = noCandidates();
  for (const number of yield* candidates.sorted()) {
    const { url, depth } = candidates.get(number);
    if (kept.size() >= room.urls || kept.characters() + url.length > room.characters) break;
    kept.add(url, depth);
    if (kept.size() % 100 === 0) yield;
  }
  return kept;
}

/** How many URLs are stored at once: on SQLite, that blocks the event loop for some milliseconds. */
const addedAtOnce = 250;

/**
 * The next level, in parts: the candidates by code point, numbered on from the last URL, each to be requested or with
 * the reason why not. The result does not depend on the order in which they were added. Fewer if the crawl becomes
 * full. Changes the frontier; the level is the last one then if it has a URL.
 */
export async function* nextLevel(
  frontier: Frontier,
  candidates: Candidates,
  slices: TimeSlices,
): AsyncGenerator<readonly NewCrawlUrl[], void, undefined> {
  const level = frontier.level + 1;
  const first = frontier.count + 1;
  const variants = openVariants(frontier, mayBeOverVariants(frontier, candidates.size()));
  let rows: NewCrawlUrl[] = [];
  for (const number of await runInSlices(candidates.sorted(), slices)) {
    // With hostile patterns and a hostile robots.txt, each URL takes milliseconds.
    if (slices.isOver()) await slices.next();
    if (isFull(frontier)) break;
    const { url, depth } = candidates.get(number);
    if (variants.areUnknown(url)) await variants.read(url);
    const inSitemap = frontier.scope.listed.has(url);
    const found = { url, kind: 'page', level, depth, inSitemap } as const;
    const skipReason = skipReasonOf(frontier, new URL(url), found, variants.isOver(url));
    frontier.count += 1;
    frontier.characters += url.length;
    if (skipReason === null) {
      frontier.pages += 1;
      variants.count(url);
    }
    rows.push({ ...found, id: frontier.count, skipReason });
    if (rows.length < addedAtOnce) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
  if (frontier.count >= first) Object.assign(frontier, { level, first });
}

/**
 * What follows when URLs of the last level turned out to be no pages: those of that level that were left out, by
 * number, as long as there is room, each to be requested or with the reason why not. The result does not depend on
 * the order in which pages ended.
 *
 * @param leftOut - The URLs of the last level that were left out because there was no room, by number.
 */
export async function* refill(
  frontier: Frontier,
  leftOut: AsyncIterable<Pick<CrawledUrl, 'id' | 'url'>>,
): AsyncGenerator<readonly RefilledUrl[], void, undefined> {
  const variants = openVariants(frontier, true);
  let refilled: RefilledUrl[] = [];
  for await (const { id, url } of leftOut) {
    if (!hasRoom(frontier)) break;
    if (variants.areUnknown(url)) await variants.read(url);
    const skipReason = variants.isOver(url) ? 'query_variants' : null;
    if (skipReason === null) {
      frontier.pages += 1;
      variants.count(url);
    }
    refilled.push({ id, skipReason });
    if (refilled.length < addedAtOnce) continue;
    yield refilled;
    refilled = [];
  }
  if (refilled.length > 0) yield refilled;
}

/** Whether a path can have too many variants when `added` URLs are added. */
function mayBeOverVariants({ scope, pages, others }: Frontier, added: number): boolean {
  const { single, several } = maxVariants(scope.maxPages);
  return pages + others + added >= Math.min(single, several);
}

/**
 * Counts the variants of one path after another: in the order of their code points, the URLs of a path with a query
 * follow each other.
 */
function openVariants({ scope, known }: Frontier, mayBeOver: boolean) {
  const most = maxVariants(scope.maxPages);
  let current = { path: '', single: 0, several: 0 };
  return {
    areUnknown(url: string): boolean {
      if (!mayBeOver || !url.includes('?')) return false;
      return queryOf(url).path !== current.path;
    },
    async read(url: string): Promise<void> {
      const { path } = queryOf(url);
      current = { path, ...(await known.variantsOf(path)) };
    },
    isOver(url: string): boolean {
      const { parameters } = queryOf(url);
      if (!mayBeOver || parameters === 0) return false;
      return parameters === 1 ? current.single >= most.single : current.several >= most.several;
    },
    count(url: string): void {
      const { parameters } = queryOf(url);
      if (parameters > 0) current[parameters === 1 ? 'single' : 'several'] += 1;
    },
  };
}

/** Why a page is not requested. The first reason that applies, in this order. */
function skipReasonOf(
  frontier: Frontier,
  url: URL,
  { level, depth }: Pick<NewCrawlUrl, 'level' | 'depth'>,
  isOverVariants: boolean,
): SkipReason | null {
  const { scope } = frontier;
  if (!scope.isIncluded(url)) return 'excluded';
  if (!scope.isAllowed(url)) return 'robots_txt';
  if (isRepeating(url.pathname)) return 'repeating_path';
  if (isOverVariants) return 'query_variants';
  if ((depth ?? 0) > maxDepth || level > maxLevel) return 'too_deep';
  return hasRoom(frontier) ? null : 'max_pages';
}

/**
 * How many pages of one path may differ in their query only. Sites that number their pages (`?id=7`) may use half
 * of the crawl for one path; combinations of filters (`?color=red&size=9`), which multiply, a quarter.
 */
function maxVariants(maxPages: number) {
  return {
    single: Math.max(100, Math.floor(maxPages / 2)),
    several: Math.max(50, Math.floor(maxPages / 4)),
  };
}

/** The URL without its query, and the number of different parameters. */
function queryOf(url: string): { readonly path: string; readonly parameters: number } {
  const start = url.indexOf('?');
  if (start < 0) return { path: url, parameters: 0 };
  const parameters = url.slice(start + 1).split('&');
  const names = new Set(parameters.map((parameter) => parameter.split('=', 1)[0]));
  return { path: url.slice(0, start), parameters: names.size };
}

/**
 * Whether a path repeats segments as relative links that are resolved wrongly do (`/a/b/a/b/a/b`), or has more
 * than 30.
 */
function isRepeating(path: string): boolean {
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments.length > maxSegments) return true;
  const times = maxRepeats + 1;
  for (let length = 1; length * times <= segments.length; length++) {
    let same = 0;
    for (let at = length; at < segments.length; at++) {
      same = segments[at] === segments[at - length] ? same + 1 : 0;
      if (same === length * maxRepeats) return true;
    }
  }
  return false;
}

/** How many images a crawl requests: at least `least`, of a large site `perPage` for each page that is `done`. */
const imageBudget = { least: 100, perPage: 0.1 } as const;

/** How many images are counted, and how many characters their URLs may have. */
const maxImages = 100_000;
const maxImageCharacters = 20_000_000;

/** How many pages use an image. */
interface ImageUses {
  readonly pages: Map<string, number>;
  characters: number;
}

/** No images. */
export function noImages(): ImageUses {
  return { pages: new Map(), characters: 0 };
}

/** Counts the images of pages. Rows must be added by number: beyond a limit, no further images are counted. */
export async function addImages(
  frontier: Frontier,
  uses: ImageUses,
  rows: readonly CrawledUrl[],
  slices: TimeSlices,
): Promise<void> {
  const images = rows.flatMap(({ state, outline }) =>
    state === 'done' ? (outline?.images ?? []) : [],
  );
  const isCounted = (url: string) => uses.pages.has(url);
  const found = await newUrls(frontier, [...new Set(images)], isCounted, slices);
  for (const written of images) {
    const url = found.get(written);
    if (url === undefined) continue;
    const before = uses.pages.get(url);
    if (before === undefined) {
      if (uses.pages.size >= maxImages || uses.characters > maxImageCharacters) continue;
      uses.characters += url.length;
    }
    uses.pages.set(url, (before ?? 0) + 1);
  }
}

type Weighed = readonly [url: string, weight: number];

/** The heaviest first, then by code point: URLs are ASCII, so that it is the order of their UTF-16 units. */
export function byWeight([a, first]: Weighed, [b, second]: Weighed): number {
  return second - first || (a < b ? -1 : Number(a > b));
}

/** The images to request: those that most pages use, then by code point, if robots.txt permits them. */
export function* imageLevel(
  frontier: Frontier,
  uses: ImageUses,
  pagesDone: number,
): Generator<void, readonly NewCrawlUrl[]> {
  const limit = Math.max(imageBudget.least, Math.floor(imageBudget.perPage * pagesDone));
  const sorted = yield* sortInSlices([...uses.pages], byWeight);
  const rows: NewCrawlUrl[] = [];
  for (const [url] of sorted) {
    if (rows.length >= limit) break;
    yield;
    if (!frontier.scope.isAllowed(new URL(url))) continue;
    rows.push({
      id: frontier.count + rows.length + 1,
      url,
      kind: 'image' satisfies CrawlUrlKind,
      level: frontier.level + 1,
      depth: null,
      inSitemap: false,
      skipReason: null,
    });
  }
  return rows;
}
