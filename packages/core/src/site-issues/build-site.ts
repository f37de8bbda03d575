import {
  comparableUrl,
  type OutlineAlternate,
  type PageOutline,
  runInSlices,
  type TimeSlices,
  webUrl,
} from '@sitegrade/audit';
import type { Check } from '@sitegrade/audit/checks';
import type { CrawledUrl, CrawlUrlKind } from '../store/crawl.ts';
import { gapOf } from './gaps.ts';
import { type LinkTable, linkFlags, openLinkTable } from './link-table.ts';
import { readMinHash } from './min-hash-bytes.ts';
import { openPageLists, type PageLists } from './page-lists.ts';
import { type GrowingPageSet, openPageSet } from './page-set.ts';
import { sessionParameterOf, withoutVisit } from './session-parameters.ts';
import type { Site, SiteOutline } from './site.ts';
import { openPageTable, type PageTable } from './site-pages.ts';
import { sortInSlices } from './sort-in-slices.ts';
import { isForVisitor } from './url-names.ts';

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
  readonly sitemapsNameVersions: boolean;
  /** The checks of the ruleset, for their titles. */
  readonly checks: readonly Pick<Check, 'id' | 'title'>[];
  /** How many pages the site may have. */
  readonly maxPages: number;
}

type OutlinedUrl = Pick<CrawledUrl, 'url' | 'outline'>;

/** The most links, and the most links between language versions, that are kept: of each page, but at least so many. */
const linksPerPage = 400;
const leastLinks = 4_000_000;

/** How many links are kept of a site that may have so many pages. */
export function mostSiteLinks(maxPages: number): number {
  return Math.max(leastLinks, linksPerPage * maxPages);
}

/** What is known of a site while it is built. */
interface Draft {
  readonly origin: string;
  readonly pages: PageTable;
  readonly indexOf: (url: string) => number | undefined;
  readonly imageIndexOf: (url: string) => number | undefined;
  readonly links: LinkTable;
  readonly alternates: LinkTable;
  readonly lists: PageLists;
  readonly series: LinkTable;
  readonly failures: Map<string, GrowingPageSet>;
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
  if (a.kind !== b.kind) return a.kind === 'page' ? -1 : 1;
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
  const { origin, pages, indexOf, links, alternates, series, failures, canonicals } = draft;
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
    failures,
    outlines: draft.outlines,
    checkTitles: new Map(source.checks.map(({ id, title }) => [id, title])),
    isCrawl: source.isCrawl,
    isComplete: draft.isComplete,
    hasUnlistedLinks: draft.hasUnlistedLinks,
    hasUnlistedNofollow: draft.hasUnlistedNofollow,
    hasVariantLinks: draft.hasVariantLinks,
    sitemaps: source.sitemaps,
    sitemapsNameVersions: source.sitemapsNameVersions,
  };
}

/** What stands for a canonical URL that is not one of the site. */
const notInSite = -1;

/** How many URLs are remembered with their indexes: most pages have the links of the same menus. */
const rememberedUrls = 5_000;

function draftOf({ origin, variants, isComplete, pages, maxPages }: SiteSource): Draft {
  const lookUp = (kind: CrawlUrlKind) => {
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
    pages,
    indexOf: lookUp('page'),
    imageIndexOf: lookUp('image'),
    links: openLinkTable(pages.length, mostLinks),
    alternates: openLinkTable(pages.length, mostLinks),
    lists: openPageLists(pages),
    series: openLinkTable(pages.length, mostLinks),
    failures: new Map(),
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
  if (outline.findings['page-served'] === 'fail') return;
  const hasLinks = addLinks(draft, index, outline);
  draft.pages.setOutline(index, { ...siteOutlineOf(outline), hasLinks });
  draft.outlines += 1;
  yield;
  addSeries(draft, index, outline);
  addSessions(draft, index, outline);
  if (outline.types === undefined) draft.untypedOutlines += 1;
  for (const type of outline.types ?? []) addTo(draft, draft.types, type, index);
  yield;
  draft.lists.readLinks(index, outline, draft.indexOf);
  yield;
  addAlternates(draft, index, outline.alternates);
  for (const [check, status] of Object.entries(outline.findings)) {
    if (status === 'fail') addTo(draft, draft.failures, check, index);
  }
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
  const { origin, links, indexOf, imageIndexOf } = draft;
  const isOwn = (url: string) => originOf(url) === origin;
  let hasLinks = false;
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
      if (!nofollow && !outline.nofollow) draft.hasUnlistedLinks = true;
      else if (!draft.hasUnlistedNofollow) draft.hasUnlistedNofollow = !isForVisitor(url);
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
    if (to !== undefined) links.add(to, linkFlags.image);
  }
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
  { alternates, indexOf }: Draft,
  index: number,
  declared: readonly OutlineAlternate[],
): void {
  alternates.begin(index);
  for (const { hreflang, url } of declared) {
    const to = indexOf(url);
    if (to === undefined || to === index) continue;
    alternates.add(to, hreflang.toLowerCase() === 'x-default' ? 0 : linkFlags.followed);
  }
}

function* complete(draft: Draft): Generator<void, void> {
  const { pages, links, alternates, series, canonicals, indexOf, imageIndexOf } = draft;
  yield* links.connect();
  yield* alternates.connect();
  yield* series.connect();
  for (const [index, page] of pages.entries()) {
    if (gapOf(page) !== null) draft.isComplete = false;
    const canonical = page.outline?.canonical ?? null;
    canonicals[index] =
      canonical === null ? index : (indexOf(canonical) ?? imageIndexOf(canonical) ?? notInSite);
    yield;
  }
  if (links.isCut()) {
    draft.isComplete = false;
    draft.hasUnlistedLinks = true;
  }
  yield* setDepths(draft);
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
