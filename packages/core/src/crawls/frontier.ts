import { comparableUrl, maxUrlLength, webUrl, withoutTracking } from '@sitegrade/audit';
import { withoutSession } from '../site-issues/session-parameters.ts';
import { sortInSlices } from '../site-issues/sort-in-slices.ts';
import type { CrawledUrl, CrawlUrlKind, SkipReason } from '../store/crawl.ts';
import type { NewCrawlUrl, RefilledUrl } from '../store/crawl-store.ts';

/**
 * How many URLs a crawl may have: ten for each page that it may have, but at least a thousand, so that a small crawl
 * does not lose its pages to dead links that come before them.
 */
const urlsPerPage = 10;
const leastUrls = 1_000;

/**
 * How many URLs a crawl may request beyond its number of pages, in place of those that turned out to be none (errors,
 * redirects, other files): as many as pages, but at least so many.
 */
const leastOthers = 100;

/** How many characters the URLs of a crawl may have in total. */
const maxCharacters = 20_000_000;

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

/** What is known of a crawl. */
export interface Frontier {
  readonly scope: FrontierScope;
  /** All URLs, as they are stored. */
  readonly urls: Set<string>;
  /** The entries of the sitemaps that are among them. */
  readonly listed: Set<string>;
  /** The last level. */
  level: number;
  /** The number of URLs. */
  count: number;
  characters: number;
  /** How many pages there are, with those that are to be requested: at most `maxPages`. */
  pages: number;
  /** How many URLs were requested and are no pages. */
  others: number;
  /** The URLs of the last level that were left out because there was no room, by number. */
  leftOut: Pick<CrawledUrl, 'id' | 'url'>[];
  /** How many of them differ in their query only, by path: with one parameter, and with several. */
  readonly variantsOfPath: Map<string, { single: number; several: number }>;
}

/**
 * Whether a URL was requested, or is to be, rather than skipped when it was found.
 */
function isRequested({ state, skipReason }: Pick<CrawledUrl, 'state' | 'skipReason'>) {
  return state !== 'skipped' || skipReason === 'not_html';
}

/** Whether a URL was requested, and is not going to be requested again. */
export function isFinished(row: Pick<CrawledUrl, 'state' | 'skipReason'>): boolean {
  return isRequested(row) && row.state !== 'queued' && row.state !== 'running';
}

/** The frontier of a crawl that has no URLs yet. */
export function emptyFrontier(scope: FrontierScope): Frontier {
  return {
    scope,
    urls: new Set(),
    listed: new Set(),
    level: -1,
    count: 0,
    characters: 0,
    pages: 0,
    others: 0,
    leftOut: [],
    variantsOfPath: new Map(),
  };
}

/**
 * Adds a URL of the crawl. URLs after the last level that was requested must not be added: a step that was
 * interrupted has stored some of the next one, and finds them again.
 */
export function addKnown(frontier: Frontier, row: CrawledUrl): void {
  if (row.level !== frontier.level) frontier.leftOut = [];
  frontier.level = row.level;
  addUrl(frontier, row);
  if (row.kind !== 'page') return;
  if (row.skipReason === 'max_pages') frontier.leftOut.push({ id: row.id, url: row.url });
  if (!isRequested(row)) return;
  const isPage = row.state === 'done' || row.state === 'queued' || row.state === 'running';
  if (isPage) frontier.pages += 1;
  else frontier.others += 1;
  countVariant(frontier, row.url);
}

function addUrl(frontier: Frontier, { url, inSitemap }: Pick<NewCrawlUrl, 'url' | 'inSitemap'>) {
  frontier.urls.add(url);
  frontier.count += 1;
  frontier.characters += url.length;
  if (inSitemap) frontier.listed.add(listedFormOf(url));
}

function countVariant(frontier: Frontier, url: string): void {
  const { path, parameters } = queryOf(url);
  if (parameters === 0) return;
  const counts = frontier.variantsOfPath.get(path) ?? { single: 0, several: 0 };
  counts[parameters === 1 ? 'single' : 'several'] += 1;
  frontier.variantsOfPath.set(path, counts);
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
  return count >= mostUrls(scope) || characters > maxCharacters - maxUrlLength;
}

function mostUrls({ maxPages }: Pick<FrontierScope, 'maxPages'>): number {
  return Math.max(leastUrls, urlsPerPage * maxPages);
}

/** Whether another page may be requested. */
function hasRoom({ scope: { maxPages }, pages, others }: Frontier): boolean {
  return pages < maxPages && pages + others < maxPages + Math.max(leastOthers, maxPages);
}

/**
 * The URL by which a crawl knows a URL: of its origin, without a fragment and the session of a visitor, in the form
 * of `comparableUrl`, which the links of outlines have. `null` if it is of another site, or cannot be requested.
 */
export function urlInScope(
  written: string,
  { origin, variants }: Pick<FrontierScope, 'origin' | 'variants'>,
): string | null {
  const url = webUrl(written);
  if (url === null || url.username !== '' || url.password !== '') return null;
  if (url.origin !== origin && !variants.has(url.origin)) return null;
  const comparable = origin + comparableUrl(url).slice(url.origin.length);
  const sessionless = withoutSession(comparable);
  // Without its session, a URL may have a shorter form: `/.;jsessionid=1`.
  const onSite = sessionless === comparable ? sessionless : comparableUrl(new URL(sessionless));
  return onSite.length > maxUrlLength ? null : onSite;
}

/** The form in which sitemaps list a URL. */
function listedFormOf(url: string): string {
  return withoutTracking(url);
}

/** New URLs, bounded: only those that come first by code point are kept. */
interface Candidates {
  /** Their depths. */
  readonly depths: Map<string, number | null>;
  characters: number;
}

/** No candidates. */
export function noCandidates(): Candidates {
  return { depths: new Map(), characters: 0 };
}

/** Adds the URLs that one page leads to: its links, or its location. */
export function addTargets(frontier: Frontier, candidates: Candidates, row: CrawledUrl): void {
  if (row.kind !== 'page') return;
  if (row.state === 'redirected' && row.location !== null) {
    addCandidate(frontier, candidates, row.location, row.depth);
  }
  if (row.outline === null || row.outline.nofollow) return;
  const depth = row.depth === null ? null : row.depth + 1;
  for (const { url, nofollow } of row.outline.links) {
    if (!nofollow) addCandidate(frontier, candidates, url, depth);
  }
}

/** Adds the entries of the sitemaps that are not known yet. */
export function* addListed(frontier: Frontier, candidates: Candidates): Generator<void, void> {
  const { scope, listed } = frontier;
  let count = 0;
  for (const url of scope.listed) {
    if (!listed.has(url)) addCandidate(frontier, candidates, url, null);
    if (++count % 100 === 0) yield;
    if (isOverfull(candidates, frontier)) yield* keepFirst(frontier, candidates);
  }
}

function addCandidate(
  { scope, urls }: Frontier,
  candidates: Candidates,
  written: string,
  depth: number | null,
): void {
  // Most links lead to known pages, or to those of other links, and comparing is faster than parsing.
  if (urls.has(written)) return;
  const url = candidates.depths.has(written) ? written : urlInScope(written, scope);
  if (url === null || urls.has(url)) return;
  const before = candidates.depths.get(url);
  if (before === undefined) candidates.characters += url.length;
  if (before === undefined || isNearer(depth, before)) candidates.depths.set(url, depth);
}

function isNearer(depth: number | null, than: number | null): boolean {
  return depth !== null && (than === null || depth < than);
}

/** Whether there are twice as many candidates as the crawl may still have, so that some must be dropped. */
export function isOverfull({ depths, characters }: Candidates, frontier: Frontier): boolean {
  const { urls, characters: left } = roomOf(frontier);
  return depths.size > 2 * urls + 1_000 || characters > 2 * left + 1_000_000;
}

function roomOf({ scope, count, characters }: Frontier) {
  return {
    urls: Math.max(0, mostUrls(scope) - count),
    characters: Math.max(0, maxCharacters - characters),
  };
}

/** Keeps the candidates that come first: those that the crawl has room for. */
export function* keepFirst(frontier: Frontier, candidates: Candidates): Generator<void, void> {
  const room = roomOf(frontier);
  const sorted = yield* sortInSlices([...candidates.depths], byUrl);
  candidates.depths.clear();
  candidates.characters = 0;
  for (const [url, depth] of sorted) {
    if (candidates.depths.size >= room.urls) break;
    if (candidates.characters + url.length > room.characters) break;
    candidates.depths.set(url, depth);
    candidates.characters += url.length;
    if (candidates.depths.size % 1_000 === 0) yield;
  }
}

/** URLs are ASCII, so that the order of their UTF-16 units is that of their code points. */
function byUrl([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : Number(a > b);
}

/**
 * The next level: the candidates by code point, numbered on from the last URL, each to be requested or with the
 * reason why not. The result does not depend on the order in which they were added. Fewer if the crawl becomes full.
 */
export function* nextLevel(
  frontier: Frontier,
  candidates: Candidates,
): Generator<void, readonly NewCrawlUrl[]> {
  const level = frontier.level + 1;
  const sorted = yield* sortInSlices([...candidates.depths], byUrl);
  const rows: NewCrawlUrl[] = [];
  for (const [url, depth] of sorted) {
    if (isFull(frontier)) break;
    const parsed = new URL(url);
    const inSitemap = frontier.scope.listed.has(listedFormOf(url));
    const found = { url, kind: 'page', level, depth, inSitemap } as const;
    const row = {
      ...found,
      id: frontier.count + 1,
      skipReason: skipReasonOf(frontier, parsed, found),
    };
    addUrl(frontier, row);
    if (row.skipReason === null) {
      frontier.pages += 1;
      countVariant(frontier, url);
    }
    rows.push(row);
    // With hostile patterns and a hostile robots.txt, each URL takes milliseconds.
    yield;
  }
  return rows;
}

/**
 * What follows when URLs of the last level turned out to be no pages: those of that level that were left out, by
 * number, as long as there is room, each to be requested or with the reason why not. The result does not depend on
 * the order in which pages ended.
 */
export function* refill(frontier: Frontier): Generator<void, readonly RefilledUrl[]> {
  const refilled: RefilledUrl[] = [];
  for (const { id, url } of frontier.leftOut) {
    if (!hasRoom(frontier)) break;
    const skipReason = isOverVariants(frontier, url) ? 'query_variants' : null;
    refilled.push({ id, skipReason });
    if (skipReason === null) {
      frontier.pages += 1;
      countVariant(frontier, url);
    }
    yield;
  }
  return refilled;
}

/** Why a page is not requested. The first reason that applies, in this order. */
function skipReasonOf(
  frontier: Frontier,
  url: URL,
  { level, depth }: Pick<NewCrawlUrl, 'level' | 'depth'>,
): SkipReason | null {
  const { scope } = frontier;
  if (!scope.isIncluded(url)) return 'excluded';
  if (!scope.isAllowed(url)) return 'robots_txt';
  if (isRepeating(url.pathname)) return 'repeating_path';
  if (isOverVariants(frontier, url.href)) return 'query_variants';
  if ((depth ?? 0) > maxDepth || level > maxLevel) return 'too_deep';
  return hasRoom(frontier) ? null : 'max_pages';
}

function isOverVariants({ scope, variantsOfPath }: Frontier, url: string): boolean {
  const { path, parameters } = queryOf(url);
  const variants = variantsOfPath.get(path);
  if (variants === undefined || parameters === 0) return false;
  const { single, several } = maxVariants(scope.maxPages);
  return parameters === 1 ? variants.single >= single : variants.several >= several;
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

/** How many images a crawl requests for each page that is `done`. */
const imagesPerPage = 0.1;

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

/** Counts the images of a page. Rows must be added by number: beyond a limit, no further images are counted. */
export function addImages({ scope, urls }: Frontier, uses: ImageUses, row: CrawledUrl): void {
  if (row.state !== 'done') return;
  for (const written of row.outline?.images ?? []) {
    const url = uses.pages.has(written) ? written : urlInScope(written, scope);
    if (url === null || urls.has(url)) continue;
    const before = uses.pages.get(url);
    if (before === undefined) {
      if (uses.pages.size >= maxImages || uses.characters > maxImageCharacters) continue;
      uses.characters += url.length;
    }
    uses.pages.set(url, (before ?? 0) + 1);
  }
}

/** The images to request: those that most pages use, then by code point, if robots.txt permits them. */
export function* imageLevel(
  frontier: Frontier,
  uses: ImageUses,
  pagesDone: number,
): Generator<void, readonly NewCrawlUrl[]> {
  const limit = Math.floor(imagesPerPage * pagesDone);
  const sorted = yield* sortInSlices([...uses.pages], (a, b) => b[1] - a[1] || byUrl(a, b));
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
