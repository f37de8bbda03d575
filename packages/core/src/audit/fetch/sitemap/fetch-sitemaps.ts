import type { CpuAccount } from '../../cpu-account.ts';
import { takeSlices } from '../../time-slices.ts';
import { comparableUrl, withoutTracking } from '../../url/comparable-url.ts';
import { webUrl } from '../../url/web-url.ts';
import type { Fetcher } from '../fetcher.ts';
import type { RobotsTxt } from '../robots/robots-txt.ts';
import { addProblem, type NamedSitemap } from './collect-sitemap.ts';
import { readSitemap } from './read-sitemap.ts';
import type { SitemapFacts, SitemapFile, SitemapProblem } from './sitemap-facts.ts';

/** Milliseconds of work in a turn: a robots.txt can name thirty thousand. */
const sliceMs = 2;

/** Where sitemaps usually are; the second only matters where the first does not exist. */
const usualPlaces = ['/sitemap.xml', '/sitemap_index.xml'] as const;

/**
 * The sitemaps that robots.txt names, each once. They may be on another host, and then speak for the
 * site that names them (https://www.sitemaps.org/protocol.html#sitemaps_cross_submits).
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
    // Google takes absolute URLs alone: https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#sitemap
    const url = /^https?:\/\//i.test(written) ? webUrl(written) : null;
    if (url === null) continue;
    url.hash = '';
    if (named.has(url.href)) continue;
    named.set(url.href, { url, namedBy: 'robots', robotsLine: line, speaksFor: [site.host] });
  }
  return [...named.values()];
}

/** Where to look when robots.txt names none. */
function usualSitemaps(site: URL): readonly NamedSitemap[] {
  return usualPlaces.map((path) => ({
    url: new URL(path, site),
    namedBy: 'usual_place',
    robotsLine: null,
    speaksFor: [site.host],
  }));
}

/** How much of a report may go into sitemaps. */
export interface SitemapBudget {
  /** Milliseconds for all of them. */
  readonly totalMs: number;
  /** Files asked for, indexes included. */
  readonly mostFiles: number;
}

/** Enough for most sites whole; a large one's many sitemaps are read until the page is found. */
const sitemapBudget: SitemapBudget = { totalMs: 5_000, mostFiles: 10 };

/**
 * Reads a site's sitemaps: those that robots.txt names, or else what is in the usual places, then
 * what their indexes list. One after the other, and no further once the page is found.
 *
 * @param pageUrl - The page to look for, and the site.
 * @throws only what the fetcher throws when aborted; whatever the site does is in the result.
 */
export async function fetchSitemaps(
  fetcher: Fetcher,
  pageUrl: URL,
  robots: RobotsTxt,
  cpu: CpuAccount,
  { totalMs, mostFiles }: SitemapBudget = sitemapBudget,
): Promise<SitemapFacts> {
  // A sitemap lists no addresses of campaigns.
  const page = withoutTracking(comparableUrl(pageUrl));
  const endsAt = performance.now() + totalMs;
  const named = await namedByRobots(robots, pageUrl, cpu);
  const waiting: NamedSitemap[] = [...(named.length > 0 ? named : usualSitemaps(pageUrl))];
  const asked = new Set<string>();
  const files: SitemapFile[] = [];
  const problems: SitemapProblem[] = [];
  let [problemCount, urls, unlisted, listsPage] = [0, 0, 0, false];

  const report = (found: readonly SitemapProblem[], count: number) => {
    problemCount += count;
    for (const problem of found) addProblem(problems, problem);
  };
  while (waiting.length > 0 && files.length < mostFiles && !listsPage) {
    const left = Math.floor(endsAt - performance.now());
    if (left <= 0) break;
    const next = waiting.shift();
    if (next === undefined || asked.has(next.url.href)) continue;
    asked.add(next.url.href);
    const read = await readSitemap(fetcher, next, page, left, cpu);
    files.push(read.file);
    report(read.problems, read.problemCount);
    if (read.file.state === 'missing' && next.namedBy === 'index') report([missing(read.file)], 1);
    if (read.kind === 'urls' || read.kind === 'text') urls += read.entries;
    listsPage ||= read.listsPage;
    if (next.namedBy === 'usual_place' && wasFound(read.file)) dropUsualPlaces(waiting);
    if (read.kind !== 'index' || next.namedBy === 'index') continue;
    // An index speaks for its own site, and for those that it was named by.
    const speaksFor = [...next.speaksFor, next.url.host];
    waiting.push(
      ...read.children.map(
        (url) => ({ url, namedBy: 'index', robotsLine: null, speaksFor }) as const,
      ),
    );
    unlisted += read.childCount - read.children.length;
  }
  const unread = unlisted + waiting.filter(({ url }) => !asked.has(url.href)).length;
  const isWhole =
    unread === 0 && files.every(({ state, complete }) => complete || state === 'missing');
  return {
    kind: kindOf(files, unread, robots),
    files,
    unread,
    urls,
    listsPage: listsPage || (isWhole ? false : null),
    problems,
    problemCount,
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
  const askedAll = unread === 0 && files.every(({ state }) => state === 'missing');
  // A robots.txt that did not come may name one.
  const robotsKnown = robots.kind === 'found' || robots.kind === 'none';
  return askedAll && robotsKnown ? 'none' : 'unknown';
}

function missing({ url }: SitemapFile): SitemapProblem {
  return { fault: 'missing', file: url, line: null, text: '' };
}

function dropUsualPlaces(waiting: NamedSitemap[]): void {
  const kept = waiting.filter(({ namedBy }) => namedBy !== 'usual_place');
  waiting.splice(0, waiting.length, ...kept);
}
