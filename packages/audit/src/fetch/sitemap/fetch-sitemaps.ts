import type { CpuAccount } from '../../limits/cpu-account.ts';
import { takeSlices } from '../../limits/time-slices.ts';
import { comparableUrl, withoutTracking } from '../../url/comparable-url.ts';
import { webUrl } from '../../url/web-url.ts';
import type { Fetcher } from '../fetcher.ts';
import type { RobotsTxt } from '../robots/robots-txt.ts';
import { collectLastmods } from './collect-lastmods.ts';
import { addProblem, type NamedSitemap, type OnPage } from './collect-sitemap.ts';
import { collectVersions } from './collect-versions.ts';
import { readSitemap } from './read-sitemap.ts';
import type {
  SitemapFacts,
  SitemapFile,
  SitemapProblem,
  SitemapVersion,
  SiteSitemaps,
} from './sitemap-facts.ts';
import { maxVersions } from './xml-reader.ts';

/** Milliseconds of work in one slice: a robots.txt can list 30,000 sitemaps. */
const sliceMs = 2;

/** Common paths of sitemaps. The second is requested only if the first does not exist. */
const usualPlaces = ['/sitemap.xml', '/sitemap_index.xml'] as const;

/**
 * The sitemaps in robots.txt, without duplicates. They may be on another host, and list URLs of the site
 * of the robots.txt (https://www.sitemaps.org/protocol.html#sitemaps_cross_submits).
 */
export async function namedByRobots(
  robots: RobotsTxt,
  site: URL,
  cpu: CpuAccount,
): Promise<readonly NamedSitemap[]> {
  if (robots.kind !== 'found') return [];
  const slices = takeSlices(sliceMs, cpu);
  const named = new Map<string, NamedSitemap>();
  for (const { url: written, line } of robots.rules.sitemaps) {
    if (slices.isOver()) await slices.next();
    // Google accepts only absolute URLs: https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#sitemap
    const url = /^https?:\/\//i.test(written) ? webUrl(written) : null;
    if (url === null) continue;
    url.hash = '';
    if (named.has(url.href)) continue;
    named.set(url.href, { url, namedBy: 'robots', robotsLine: line, authorizedHosts: [site.host] });
  }
  return [...named.values()];
}

/** The sitemaps to request if robots.txt lists none. */
function usualSitemaps(site: URL): readonly NamedSitemap[] {
  return usualPlaces.map((path) => ({
    url: new URL(path, site),
    namedBy: 'usual_place',
    robotsLine: null,
    authorizedHosts: [site.host],
  }));
}

/** Limits for sitemaps. */
export interface SitemapBudget {
  /** The time limit for all sitemaps, in milliseconds. */
  readonly totalMs: number;
  /** The number of requested files, including indexes. */
  readonly maxFiles: number;
}

/** Enough for all sitemaps of most sites. Reading stops when the page is found. */
const sitemapBudget: SitemapBudget = { totalMs: 5_000, maxFiles: 10 };

/**
 * Fetches the sitemaps of a site, one after the other, until one lists the page: those in robots.txt, or else
 * those at common paths, and those in their indexes.
 *
 * @param pageUrl - The URL of the page.
 * @throws if the analysis is aborted; failed requests are in the result.
 */
export async function fetchSitemaps(
  fetcher: Fetcher,
  pageUrl: URL,
  robots: RobotsTxt,
  cpu: CpuAccount,
  budget: SitemapBudget = sitemapBudget,
): Promise<SitemapFacts> {
  const page = listedUrlOf(pageUrl);
  let isFound = false;
  let pageLastmod: string | null = null;
  let pageVersions: readonly SitemapVersion[] = [];
  const { isComplete, ...facts } = await readSitemaps(fetcher, pageUrl, robots, cpu, budget, {
    onPage: (url, lastmod, versions) => {
      if (url !== page) return;
      isFound = true;
      pageLastmod ??= lastmod?.text ?? null;
      if (pageVersions.length === 0) pageVersions = versions.slice(0, maxVersions);
    },
    isDone: () => isFound,
  });
  const listsPage = isFound || (isComplete ? false : null);
  return { ...facts, listsPage, pageLastmod, pageVersions };
}

/** Limits of {@link SiteSitemaps.listed}: more than a crawl has pages, in some 10 MB. */
const maxListed = { urls: 50_000, characters: 4_000_000 } as const;

/**
 * Fetches the same sitemaps for all pages of a site: none is left out because a page was found, and the
 * listed pages are kept, up to a limit.
 *
 * @param site - Any URL of the site.
 * @throws if the analysis is aborted; failed requests are in the result.
 */
export async function fetchSiteSitemaps(
  fetcher: Fetcher,
  site: URL,
  robots: RobotsTxt,
  cpu: CpuAccount,
  budget: SitemapBudget = sitemapBudget,
): Promise<SiteSitemaps> {
  const listed = new Set<string>();
  const pageLastmods = new Map<string, string>();
  const versions = collectVersions();
  let characters = 0;
  let isCut = false;
  const { isComplete, ...facts } = await readSitemaps(fetcher, site, robots, cpu, budget, {
    onPage: (url, lastmod, named) => {
      if (listed.has(url)) return;
      const length = url.length + (lastmod?.text.length ?? 0);
      isCut ||= listed.size >= maxListed.urls || characters + length > maxListed.characters;
      if (isCut) return;
      characters += length;
      listed.add(url);
      if (lastmod !== null) pageLastmods.set(url, lastmod.text);
      versions.add(url, named);
    },
    isDone: () => false,
  });
  return {
    ...facts,
    ...versions.facts(),
    listed,
    pageLastmods,
    isComplete: isComplete && !isCut,
  };
}

/** About how much memory the sitemaps of a site take, in bytes. */
export function sitemapBytes({ listed, pageLastmods, versions }: SiteSitemaps): number {
  let bytes = 20_000;
  for (const url of listed) bytes += 200 + url.length;
  for (const lastmod of pageLastmods.values()) bytes += 100 + lastmod.length;
  for (const named of new Set(versions.values())) {
    for (const { code, href } of named) bytes += 100 + code.length + href.length;
  }
  return bytes;
}

/** The sitemaps of a site for one of its pages. Unknown pages may be in what was not read or kept. */
export function sitemapFactsFor(pageUrl: URL, sitemaps: SiteSitemaps): SitemapFacts {
  const { listed, pageLastmods, isComplete, versions, hasAllVersions: _, ...facts } = sitemaps;
  const url = listedUrlOf(pageUrl);
  const listsPage = listed.has(url) || (isComplete ? false : null);
  const pageLastmod = pageLastmods.get(url) ?? null;
  return { ...facts, listsPage, pageLastmod, pageVersions: versions.get(url) ?? [] };
}

/** The URL by which sitemaps list a page: without tracking parameters. */
function listedUrlOf(pageUrl: URL): string {
  return withoutTracking(comparableUrl(pageUrl));
}

/** What is done with the listed pages. */
interface ListedPages {
  readonly onPage: OnPage;
  /** Whether the other sitemaps need not be read. */
  readonly isDone: () => boolean;
}

/** `isComplete`: whether all sitemaps were read to their end. */
type SitemapsRead = Omit<SiteSitemaps, 'listed' | 'pageLastmods' | 'versions' | 'hasAllVersions'>;

async function readSitemaps(
  fetcher: Fetcher,
  site: URL,
  robots: RobotsTxt,
  cpu: CpuAccount,
  { totalMs, maxFiles }: SitemapBudget,
  { onPage, isDone }: ListedPages,
): Promise<SitemapsRead> {
  const deadline = performance.now() + totalMs;
  const named = await namedByRobots(robots, site, cpu);
  const waiting: NamedSitemap[] = [...(named.length > 0 ? named : usualSitemaps(site))];
  const requested = new Set<string>();
  const files: SitemapFile[] = [];
  const problems: SitemapProblem[] = [];
  const lastmods = collectLastmods();
  let [problemCount, urls, unlisted] = [0, 0, 0];

  const onListed: OnPage = (url, lastmod, versions) => {
    if (lastmod !== null) lastmods.add(lastmod);
    onPage(url, lastmod, versions);
  };
  const report = (found: readonly SitemapProblem[], count: number) => {
    problemCount += count;
    for (const problem of found) addProblem(problems, problem);
  };
  while (waiting.length > 0 && files.length < maxFiles && !isDone()) {
    const left = Math.floor(deadline - performance.now());
    if (left <= 0) break;
    const next = waiting.shift();
    if (next === undefined || requested.has(next.url.href)) continue;
    requested.add(next.url.href);
    const read = await readSitemap(fetcher, next, onListed, left, cpu);
    files.push(read.file);
    report(read.problems, read.problemCount);
    if (read.file.state === 'missing' && next.namedBy === 'index') report([missing(read.file)], 1);
    if (read.kind !== 'index') urls += read.entries;
    if (next.namedBy === 'usual_place' && wasFound(read.file)) dropUsualPlaces(waiting);
    if (read.kind !== 'index' || next.namedBy === 'index') continue;
    // An index may list URLs of its own host, and of the hosts that it is authorized for.
    const authorizedHosts = [...next.authorizedHosts, next.url.host];
    waiting.push(
      ...read.children.map(
        (url) => ({ url, namedBy: 'index', robotsLine: null, authorizedHosts }) as const,
      ),
    );
    unlisted += read.childCount - read.children.length;
  }
  const unread = unlisted + waiting.filter(({ url }) => !requested.has(url.href)).length;
  const isComplete =
    unread === 0 && files.every(({ state, complete }) => complete || state === 'missing');
  const kind = kindOf(files, unread, robots);
  return {
    kind,
    files,
    unread,
    urls,
    lastmods: lastmods.facts(),
    problems,
    problemCount,
    isComplete,
  };
}

function wasFound({ state, kind }: SitemapFile): boolean {
  return state === 'read' || kind !== null;
}

function kindOf(
  files: readonly SitemapFile[],
  unread: number,
  robots: RobotsTxt,
): SitemapFacts['kind'] {
  if (files.some(wasFound)) return 'found';
  const allMissing = unread === 0 && files.every(({ state }) => state === 'missing');
  // If robots.txt could not be fetched, it may list a sitemap.
  const robotsKnown = robots.kind === 'found' || robots.kind === 'none';
  return allMissing && robotsKnown ? 'none' : 'unknown';
}

function missing({ url }: SitemapFile): SitemapProblem {
  return { fault: 'missing', file: url, line: null, text: '' };
}

function dropUsualPlaces(waiting: NamedSitemap[]): void {
  const kept = waiting.filter(({ namedBy }) => namedBy !== 'usual_place');
  waiting.splice(0, waiting.length, ...kept);
}
