import {
  comparableUrl,
  type OutlineAlternate,
  type PageOutline,
  runInSlices,
  type TimeSlices,
  webUrl,
} from '@sitegrade/audit';
import type { Check } from '@sitegrade/audit/checks';
import type { CrawledUrl } from '../store/crawl.ts';
import { gapOf } from './gaps.ts';
import { type LinkTable, linkFlags, openLinkTable } from './link-table.ts';
import { withoutSession } from './session-parameters.ts';
import type { Site, SiteOutline, SitePage } from './site.ts';
import { sortInSlices } from './sort-in-slices.ts';

/** What a site is made from. */
export interface SiteSource {
  /** `https://example.com`. */
  readonly origin: string;
  /** Other origins, known to redirect to the same path on `origin`: `http://example.com`. */
  readonly variants: ReadonlySet<string>;
  /** All URLs, in any order. Outlines are not read. */
  readonly urls: readonly CrawledUrl[];
  /** The same URLs, or those with an outline, in any order; each is read once. */
  readonly outlines: AsyncIterable<CrawledUrl> | Iterable<CrawledUrl>;
  /** Whether it is from a crawl, and not from reports. */
  readonly isCrawl: boolean;
  /** Whether the URLs are all pages of the site: a crawl that followed links and was `complete`. */
  readonly isComplete: boolean;
  readonly sitemaps: Site['sitemaps'];
  /** The checks of the ruleset, for their titles. */
  readonly checks: readonly Pick<Check, 'id' | 'title'>[];
}

/** The most links, and the most links between language versions, that are kept. */
export const maxSiteLinks = 4_000_000;

type SiteRow = { -readonly [Key in keyof SitePage]: SitePage[Key] };

/** What is known of a site while it is built. */
interface Draft {
  readonly origin: string;
  readonly pages: readonly SiteRow[];
  readonly indexOf: (url: string) => number | undefined;
  readonly imageIndexOf: (url: string) => number | undefined;
  readonly links: LinkTable;
  readonly alternates: LinkTable;
  readonly failures: Map<string, number[]>;
  isComplete: boolean;
  hasUnlistedLinks: boolean;
  hasVariantLinks: boolean;
}

/**
 * Connects the URLs of a website by their links, in slices. Keeps no outline: a link takes ten bytes, and at most
 * four million links are kept. If some are left out, the site is not complete.
 *
 * @throws the reason of the slices' signal if it is aborted.
 */
export async function buildSite(source: SiteSource, slices: TimeSlices): Promise<Site> {
  const rows = await runInSlices(sortInSlices(source.urls, byKindAndUrl), slices);
  const draft = await runInSlices(draftOf(source, rows), slices);
  for await (const row of source.outlines) {
    if (row.outline === null) continue;
    const index = draft.indexOf(row.url);
    if (index !== undefined) await runInSlices(addOutline(draft, index, row.outline), slices);
  }
  await runInSlices(complete(draft), slices);
  const { origin, pages, indexOf, links, alternates, failures } = draft;
  return {
    origin,
    pages,
    indexOf: (url) => indexOf(url) ?? draft.imageIndexOf(url),
    linksOf: (index) => siteLinks(links.linksOf(index)),
    linksTo: (index) => siteLinks(links.linksTo(index)),
    inlinks: (index) => links.count(index),
    alternatesOf: (index) => siteAlternates(alternates, index),
    failures,
    checkTitles: new Map(source.checks.map(({ id, title }) => [id, title])),
    isCrawl: source.isCrawl,
    isComplete: draft.isComplete,
    hasUnlistedLinks: draft.hasUnlistedLinks,
    hasVariantLinks: draft.hasVariantLinks,
    sitemaps: source.sitemaps,
  };
}

function byKindAndUrl(a: CrawledUrl, b: CrawledUrl): number {
  if (a.kind !== b.kind) return a.kind === 'page' ? -1 : 1;
  return a.url < b.url ? -1 : a.url > b.url ? 1 : 0;
}

function* draftOf(
  { origin, variants, isComplete }: SiteSource,
  rows: readonly CrawledUrl[],
): Generator<void, Draft> {
  const pages: SiteRow[] = [];
  const indexes = { page: new Map<string, number>(), image: new Map<string, number>() };
  for (const row of rows) {
    if (indexes[row.kind].has(row.url)) continue;
    indexes[row.kind].set(row.url, pages.length);
    pages.push({ ...row, depth: null, outline: null });
    yield;
  }
  const lookUp = (kind: CrawledUrl['kind']) => {
    const known = indexes[kind];
    const findVariant = (url: string) => {
      const from = originOf(url);
      return variants.has(from) ? known.get(origin + url.slice(from.length)) : undefined;
    };
    const find = (url: string) => known.get(url) ?? findVariant(url);
    return (url: string) => {
      const index = find(url);
      if (index !== undefined) return index;
      const plain = plainUrl(url);
      return plain === url ? undefined : find(plain);
    };
  };
  return {
    origin,
    pages,
    indexOf: lookUp('page'),
    imageIndexOf: lookUp('image'),
    links: openLinkTable(pages.length, maxSiteLinks),
    alternates: openLinkTable(pages.length, maxSiteLinks),
    failures: new Map(),
    isComplete,
    hasUnlistedLinks: false,
    hasVariantLinks: false,
  };
}

/** The form in which crawls know a URL, such as that of a canonical link or a redirect. */
function plainUrl(url: string): string {
  const parsed = url.includes('%') ? webUrl(url) : null;
  return withoutSession(parsed === null ? url : comparableUrl(parsed));
}

/** The origin of a normalised http(s) URL. Parsing a million URLs would take seconds. */
function originOf(url: string): string {
  const end = url.indexOf('/', 'https://'.length);
  return end < 0 ? url : url.slice(0, end);
}

function* addOutline(draft: Draft, index: number, outline: PageOutline): Generator<void, void> {
  const page = draft.pages[index];
  // Something else was sent in its place, such as a challenge: it says nothing about the page.
  if (page === undefined || outline.findings['page-served'] === 'fail') return;
  page.outline = siteOutlineOf(outline);
  addLinks(draft, index, outline);
  yield;
  addAlternates(draft, index, outline.alternates);
  for (const [check, status] of Object.entries(outline.findings)) {
    if (status !== 'fail') continue;
    const indexes = draft.failures.get(check) ?? [];
    draft.failures.set(check, indexes);
    indexes.push(index);
  }
}

function siteOutlineOf(outline: PageOutline): SiteOutline {
  const { links: _1, images: _2, samples: _3, alternates, findings, ...kept } = outline;
  // In this order: with Node 20, properties after the spread ones take four times the memory.
  return {
    alternatesCount: alternates.length,
    needsScripts: findings['js-dependent'] !== undefined,
    ...kept,
  };
}

function addLinks(draft: Draft, index: number, outline: PageOutline): void {
  const { origin, links, indexOf, imageIndexOf } = draft;
  const isOwn = (url: string) => originOf(url) === origin;
  links.begin(index);
  for (const { url, nofollow } of outline.links) {
    const to = indexOf(url);
    if (to === undefined) {
      if (!nofollow && !outline.nofollow && isOwn(url)) draft.hasUnlistedLinks = true;
      continue;
    }
    const isVariant = draft.pages[to]?.url !== url && !isOwn(url);
    if (to === index && !isVariant) continue;
    draft.hasVariantLinks ||= isVariant;
    const followed = nofollow || outline.nofollow ? 0 : linkFlags.followed;
    links.add(to, followed | (isVariant ? linkFlags.variant : 0));
  }
  for (const url of outline.images) {
    const to = imageIndexOf(url) ?? indexOf(url);
    if (to !== undefined) links.add(to, linkFlags.image);
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
  const { pages, links, alternates, failures } = draft;
  yield* links.connect();
  yield* alternates.connect();
  for (const indexes of failures.values()) {
    indexes.sort((a, b) => a - b);
    yield;
  }
  for (const page of pages) {
    if (gapOf(page) !== null) draft.isComplete = false;
    yield;
  }
  if (links.isCut()) {
    draft.isComplete = false;
    draft.hasUnlistedLinks = true;
  }
  yield* setDepths(draft);
}

/** Counts clicks level by level. A redirect leads to its target without one. */
function* setDepths({ pages, links, indexOf }: Draft): Generator<void, void> {
  const start = pages.findIndex(({ kind, level }) => kind === 'page' && level === 0);
  if (start < 0) return;
  let level = [start];
  const reach = (index: number, depth: number, reached: number[]) => {
    for (let next: number | undefined = index; next !== undefined; ) {
      const page: SiteRow | undefined = pages[next];
      if (page?.kind !== 'page' || page.depth !== null) return;
      page.depth = depth;
      reached.push(next);
      next = page.location === null ? undefined : indexOf(page.location);
    }
  };
  const first: number[] = [];
  reach(start, 0, first);
  level = first;
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
