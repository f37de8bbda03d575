import {
  comparableUrl,
  isForVisitor,
  type PageOutline,
  runInSlices,
  type TimeSlices,
  webUrl,
} from '@sitegrade/audit';
import type { CrawledUrl } from '../store/crawl.ts';
import { type CheckFindingsTable, findingStatus, openCheckFindings } from './check-findings.ts';
import { gapOf, targetGapOf } from './gaps.ts';
import { type LinkTable, linkFlags, openLinkTable } from './link-table.ts';
import { readMinHash } from './min-hash-bytes.ts';
import { openPageLists, type PageLists } from './page-lists.ts';
import { type GrowingPageSet, openPageSet } from './page-set.ts';
import { sessionParameterOf, withoutVisit } from './session-parameters.ts';
import type { Site, SiteOutline, SitePage, Unchecked } from './site.ts';
import { openPageTable, type PageTable } from './site-pages.ts';
import { sortInSlices } from './sort-in-slices.ts';

/** What a site is made from. */
export interface SiteSource {
  /** `https://example.com`. */
  readonly origin: string;
  /** Other origins, known to redirect to the same path on `origin`: `http://example.com`. */
  readonly variants: ReadonlySet<string>;
  /** All URLs. */
  readonly pages: PageTable;
  /** The same URLs, or those with an outline, in any order; each is read once. */
  readonly outlines: AsyncIterable<OutlinedUrl> | Iterable<OutlinedUrl>;
  /** Whether it is from a crawl, and not from reports. */
  readonly isCrawl: boolean;
  /** Whether the URLs are all pages of the site: a crawl that followed links and was `complete`. */
  readonly isComplete: boolean;
  readonly sitemaps: Site['sitemaps'];
  readonly knowsListedVersions: boolean;
  /** How many pages the site may have. */
  readonly maxPages: number;
}

type OutlinedUrl = Pick<CrawledUrl, 'url' | 'outline'>;

/** The most links, and the most links between language versions, that are kept: of each page, and at least. */
const linksPerPage = 400;
const leastLinks = 4_000_000;

/** How many links are kept of a site that may have `maxPages` pages. */
export function mostSiteLinks(maxPages: number): number {
  return Math.max(leastLinks, linksPerPage * maxPages);
}

/** What is known of a site while it is built. */
interface Draft {
  readonly origin: string;
  /** Whether a URL is on the origin of the site or a variant of it. */
  readonly isOwn: (url: string) => boolean;
  readonly pages: PageTable;
  readonly indexOf: (url: string) => number | undefined;
  readonly imageIndexOf: (url: string) => number | undefined;
  readonly links: LinkTable;
  readonly alternates: LinkTable;
  readonly lists: PageLists;
  readonly series: LinkTable;
  readonly findings: CheckFindingsTable;
  readonly sessionLinks: Map<string, GrowingPageSet>;
  readonly types: Map<string, GrowingPageSet>;
  /** The pages that browsers load in place of others by themselves, by these. */
  readonly refreshes: Map<number, number>;
  /** The page that each page names as canonical. */
  readonly canonicals: Int32Array;
  outlines: number;
  untypedOutlines: number;
  unlistedSeries: number;
  isComplete: boolean;
  hasUnlistedLinks: boolean;
  hasUnlistedNofollow: boolean;
  hasVariantLinks: boolean;
  readonly unchecked: { -readonly [Key in keyof Unchecked]: Unchecked[Key] };
}

/** Counts one more. */
function increment<Key extends string>(
  numbers: Readonly<Partial<Record<Key, number>>>,
  key: Key,
): void {
  const counted: Partial<Record<string, number>> = numbers;
  counted[key] = (counted[key] ?? 0) + 1;
}

/** Adds URLs to a table, which are in any order, and sorts them first. */
export async function pagesOf(urls: readonly CrawledUrl[], slices: TimeSlices): Promise<PageTable> {
  const table = openPageTable();
  for (const row of await runInSlices(sortInSlices(urls, byKindAndUrl), slices)) {
    table.add(row);
    if (slices.isOver()) await slices.next();
  }
  return table;
}

function byKindAndUrl(a: CrawledUrl, b: CrawledUrl): number {
  const order = Number(a.kind === 'image') - Number(b.kind === 'image');
  if (order !== 0) return order;
  return a.url < b.url ? -1 : a.url > b.url ? 1 : 0;
}

/**
 * Connects the URLs of a website by their links, in slices. Keeps no outline, but what rules need of it, in bytes; a
 * link takes about four bytes, and their number is limited. If some are left out, the site is not complete.
 *
 * @throws the reason of the slices' signal if it is aborted.
 */
export async function buildSite(source: SiteSource, slices: TimeSlices): Promise<Site> {
  const draft = draftOf(source);
  const { lists } = draft;
  await runInSlices(lists.readUrls(), slices);
  for await (const row of source.outlines) {
    if (row.outline === null) continue;
    const index = draft.indexOf(row.url);
    if (index !== undefined) await runInSlices(addOutline(draft, index, row.outline), slices);
  }
  lists.close();
  await runInSlices(complete(draft), slices);
  const { origin, pages, indexOf, links, alternates, series, findings, canonicals } = draft;
  return {
    origin,
    pages,
    indexOf: (url) => indexOf(url) ?? draft.imageIndexOf(url),
    canonicalOf: (index) => {
      const canonical = canonicals[index] ?? notInSite;
      return canonical === notInSite ? undefined : canonical;
    },
    linksOf: (index) => siteLinks(links.linksOf(index)),
    linksTo: (index) => siteLinks(links.linksTo(index)),
    inlinks: (index) => links.count(index),
    alternatesOf: (index) => siteAlternates(alternates, index),
    listOf: lists.listOf,
    seriesOf: (index) => targetsOf(series, index),
    unlistedSeries: draft.unlistedSeries,
    sessionLinks: draft.sessionLinks,
    types: draft.types,
    untypedOutlines: draft.untypedOutlines,
    findings: findings.byCheck,
    outlines: draft.outlines,
    isCrawl: source.isCrawl,
    isComplete: draft.isComplete,
    hasUnlistedLinks: draft.hasUnlistedLinks,
    hasUnlistedNofollow: draft.hasUnlistedNofollow,
    hasVariantLinks: draft.hasVariantLinks,
    unchecked: draft.unchecked,
    sitemaps: source.sitemaps,
    knowsListedVersions: source.knowsListedVersions,
  };
}

/** What stands for a canonical URL that is not one of the site. */
const notInSite = -1;

/** How many URLs are remembered with their indexes: most pages have the links of the same menus. */
const rememberedUrls = 5_000;

function draftOf({ origin, variants, isComplete, pages, maxPages }: SiteSource): Draft {
  const lookUp = (kind: 'page' | 'image') => {
    const findVariant = (url: string) => {
      const from = originOf(url);
      return variants.has(from) ? pages.find(kind, origin + url.slice(from.length)) : undefined;
    };
    const find = (url: string) => pages.find(kind, url) ?? findVariant(url);
    const remembered = new Map<string, number | undefined>();
    return (url: string) => {
      if (remembered.has(url)) return remembered.get(url);
      let index = find(url);
      if (index === undefined) {
        const plain = plainUrl(url);
        if (plain !== url) index = find(plain);
      }
      if (remembered.size === rememberedUrls) remembered.clear();
      remembered.set(url, index);
      return index;
    };
  };
  const mostLinks = mostSiteLinks(maxPages);
  return {
    origin,
    isOwn: (url) => {
      const from = originOf(url);
      return from === origin || variants.has(from);
    },
    pages,
    indexOf: lookUp('page'),
    imageIndexOf: lookUp('image'),
    links: openLinkTable(pages.length, mostLinks),
    alternates: openLinkTable(pages.length, mostLinks),
    lists: openPageLists(pages),
    series: openLinkTable(pages.length, mostLinks),
    findings: openCheckFindings(),
    sessionLinks: new Map(),
    types: new Map(),
    refreshes: new Map(),
    canonicals: new Int32Array(pages.length),
    outlines: 0,
    untypedOutlines: 0,
    unlistedSeries: 0,
    isComplete,
    hasUnlistedLinks: false,
    hasUnlistedNofollow: false,
    hasVariantLinks: false,
    unchecked: {
      unreadPage: null,
      hasOtherPages: !isComplete,
      pages: {},
      blockedLinks: 0,
      hasNofollowLinks: false,
      listed: 0,
      canonicals: {},
      alternates: {},
      requestedImages: 0,
      hasOtherImages: false,
    },
  };
}

/** The form in which crawls know a URL, such as that of a canonical link or a redirect. */
function plainUrl(url: string): string {
  const parsed = url.includes('%') ? webUrl(url) : null;
  return withoutVisit(parsed === null ? url : comparableUrl(parsed));
}

/** The origin of a normalised http(s) URL. Parsing a million URLs would take seconds. */
function originOf(url: string): string {
  const end = url.indexOf('/', 'https://'.length);
  return end < 0 ? url : url.slice(0, end);
}

function* addOutline(draft: Draft, index: number, outline: PageOutline): Generator<void, void> {
  // Something else was sent in its place, such as a challenge: it says nothing about the page.
  const { 'page-served': refused } = outline.findings;
  const isRefused = findingStatus(refused) === 'fail';
  if (draft.pages.get(index)?.kind === 'page') {
    draft.findings.add(index, isRefused && refused ? { 'page-served': refused } : outline.findings);
  }
  if (isRefused) return;
  const hasLinks = addLinks(draft, index, outline);
  draft.pages.setOutline(index, { ...siteOutlineOf(outline), hasLinks });
  yield;
  draft.lists.readLinks(index, outline, draft.indexOf);
  yield;
  addAlternates(draft, index, outline);
  if (draft.pages.get(index)?.kind !== 'page') return;
  draft.outlines += 1;
  addSeries(draft, index, outline);
  addSessions(draft, index, outline);
  if (outline.types === undefined) draft.untypedOutlines += 1;
  for (const type of outline.types ?? []) addTo(draft, draft.types, type, index);
}

function addTo(
  { pages }: Draft,
  sets: Map<string, GrowingPageSet>,
  key: string,
  index: number,
): void {
  const set = sets.get(key) ?? openPageSet(pages.length);
  sets.set(key, set);
  set.add(index);
}

function siteOutlineOf(outline: PageOutline): Omit<SiteOutline, 'hasLinks'> {
  return {
    ...outline,
    minHash: readMinHash(outline.minHash),
    lacksMinHash: outline.minHash === undefined,
    alternatesCount: outline.alternates.length,
    saysMissing: outline.findings['soft-404-text'] !== undefined,
    refreshes: outline.refresh !== undefined,
    needsScripts: outline.findings['js-dependent'] !== undefined,
  };
}

/** Returns whether the page leads to another URL of the site. */
function addLinks(draft: Draft, index: number, outline: PageOutline): boolean {
  const { origin, links, indexOf, imageIndexOf, unchecked } = draft;
  const isOwn = (url: string) => originOf(url) === origin;
  const isPage = draft.pages.get(index)?.kind === 'page';
  let hasLinks = false;
  let hasUnlisted = false;
  links.begin(index);
  // Search engines follow a refresh as they follow a link.
  const refresh = outline.refresh === undefined ? [] : [{ url: outline.refresh, nofollow: false }];
  for (const { url } of refresh) {
    const to = indexOf(url);
    if (to !== undefined) draft.refreshes.set(index, to);
  }
  for (const { url, nofollow } of [...outline.links, ...refresh]) {
    const to = indexOf(url);
    hasLinks ||= to !== index;
    if (to === undefined) {
      if (!isOwn(url)) continue;
      if (nofollow || outline.nofollow) {
        unchecked.hasNofollowLinks = true;
        if (!draft.hasUnlistedNofollow) draft.hasUnlistedNofollow = !isForVisitor(url);
      } else hasUnlisted = true;
      continue;
    }
    const isVariant = !isOwn(url) && draft.pages.get(to)?.url !== url;
    if (to === index && !isVariant) continue;
    draft.hasVariantLinks ||= isVariant;
    const followed = nofollow || outline.nofollow ? 0 : linkFlags.followed;
    links.add(to, followed | (isVariant ? linkFlags.variant : 0));
  }
  for (const url of outline.images) {
    const to = imageIndexOf(url) ?? indexOf(url);
    if (to === undefined) unchecked.hasOtherImages = true;
    else links.add(to, linkFlags.image);
  }
  if (hasUnlisted && isPage) draft.hasUnlistedLinks = true;
  else if (hasUnlisted) increment(unchecked.pages, 'not_followed');
  return hasLinks;
}

function addSeries(draft: Draft, index: number, { series = [] }: PageOutline): void {
  draft.series.begin(index);
  for (const url of series) {
    const to = draft.indexOf(url);
    if (to !== undefined) draft.series.add(to, 0);
    else if (originOf(url) === draft.origin) draft.unlistedSeries += 1;
  }
}

function addSessions(draft: Draft, index: number, { links }: PageOutline): void {
  for (const { url } of links) {
    const name = sessionParameterOf(url);
    if (name !== null) addTo(draft, draft.sessionLinks, name, index);
  }
}

/** The flag `followed` is for languages here: not only for `x-default`. */
function addAlternates(
  { alternates, indexOf, pages, isOwn, unchecked }: Draft,
  index: number,
  outline: PageOutline,
): void {
  alternates.begin(index);
  for (const { hreflang, url } of outline.alternates) {
    const to = indexOf(url);
    const gap = to === index ? null : targetGapOf(pages.get(to ?? -1), isOwn(url));
    if (gap !== null && !outline.noindex) increment(unchecked.alternates, gap);
    if (to === undefined || to === index) continue;
    alternates.add(to, hreflang.toLowerCase() === 'x-default' ? 0 : linkFlags.followed);
  }
}

function* complete(draft: Draft): Generator<void, void> {
  const { pages, links, alternates, series, canonicals, indexOf, imageIndexOf, unchecked } = draft;
  yield* links.connect();
  yield* alternates.connect();
  yield* series.connect();
  for (const [index, page] of pages.entries()) {
    const gap = gapOf(page);
    if (gap !== null) increment(unchecked.pages, gap);
    if (gap === 'not_read') unchecked.unreadPage ??= page.url;
    const canonical = page.outline?.canonical ?? null;
    canonicals[index] =
      canonical === null ? index : (indexOf(canonical) ?? imageIndexOf(canonical) ?? notInSite);
    countUnchecked(draft, index, page);
    yield;
  }
  if (Object.keys(unchecked.pages).length > 0) draft.isComplete = false;
  if (links.isCut()) {
    draft.isComplete = false;
    draft.hasUnlistedLinks = true;
  }
  yield* setDepths(draft);
}

function countUnchecked(draft: Draft, index: number, page: SitePage): void {
  const { pages, links, canonicals, isOwn, unchecked } = draft;
  const { kind, state, skipReason, inSitemap, outline } = page;
  if (kind === 'image') {
    if (state === 'done' || state === 'failed') unchecked.requestedImages += 1;
    else unchecked.hasOtherImages = true;
    return;
  }
  if (skipReason === 'robots_txt' && links.count(index) > 0) unchecked.blockedLinks += 1;
  if (inSitemap && targetGapOf(page, true) !== null) unchecked.listed += 1;
  // The canonical link of a page that must not be indexed has no effect.
  if (outline === null || outline.noindex || outline.canonical === null) return;
  const to = canonicals[index] ?? notInSite;
  const gap = to === index ? null : targetGapOf(pages.get(to), isOwn(outline.canonical));
  if (gap !== null) increment(unchecked.canonicals, gap);
}

/** Counts clicks level by level. A redirect or a refresh leads to its target without one. */
function* setDepths({ pages, links, refreshes, indexOf }: Draft): Generator<void, void> {
  let start: number | undefined;
  for (const [index, { kind, level }] of pages.entries()) {
    yield;
    if (kind !== 'page' || level !== 0) continue;
    start = index;
    break;
  }
  if (start === undefined) return;
  const reach = (index: number, depth: number, reached: number[]) => {
    for (let next: number | undefined = index; next !== undefined; ) {
      const page = pages.get(next);
      if (page?.kind !== 'page' || page.depth !== null) return;
      pages.setDepth(next, depth);
      reached.push(next);
      next = page.location === null ? refreshes.get(next) : indexOf(page.location);
    }
  };
  let level: number[] = [];
  reach(start, 0, level);
  for (let depth = 1; level.length > 0; depth++) {
    const reached: number[] = [];
    for (const from of level) {
      for (const { to, flags } of links.linksOf(from)) {
        if ((flags & linkFlags.image) === 0 && (flags & linkFlags.followed) > 0) {
          reach(to, depth, reached);
        }
      }
      yield;
    }
    level = reached;
  }
}

function* siteLinks(links: ReturnType<LinkTable['linksOf']>) {
  for (const { from, to, flags } of links) {
    const isImage = (flags & linkFlags.image) > 0;
    yield {
      from,
      to,
      isImage,
      nofollow: !isImage && (flags & linkFlags.followed) === 0,
      isVariant: (flags & linkFlags.variant) > 0,
    };
  }
}

function* siteAlternates(alternates: LinkTable, index: number) {
  for (const { to, flags } of alternates.linksOf(index)) {
    yield { to, isDefault: (flags & linkFlags.followed) === 0 };
  }
}

function* targetsOf(table: LinkTable, index: number) {
  for (const { to } of table.linksOf(index)) yield to;
}
