import type { TimeSlices } from '@sitegrade/audit';
import { sortInSlices } from '../site-issues/sort-in-slices.ts';
import type { CrawledUrl } from '../store/crawl.ts';
import type { NewCrawlUrl } from '../store/crawl-store.ts';
import { byWeight, type Frontier, newUrls } from './frontier.ts';

/**
 * How many URLs a crawl requests because canonical links or language versions name them: one for ten pages that are
 * `done`, but at least this number, and no more than it may have pages.
 */
const targetsPerPage = 0.1;
const leastTargets = 100;

/** How many further levels of redirects and canonical links are followed, as many as redirects of a report. */
const maxTargetLevels = 5;

/** How many targets are counted, and how many characters their URLs may have. */
const maxCounted = 100_000;
const maxCharacters = 20_000_000;

/** What a canonical link weighs, so that its target comes before any that is a language version only. */
const canonicalWeight = 1_000_000;

/** The URLs that a crawl does not have, and how much each weighs: by the number of pages that name it. */
interface NamedTargets {
  readonly weights: Map<string, number>;
  characters: number;
}

/** No targets. */
export function noTargets(): NamedTargets {
  return { weights: new Map(), characters: 0 };
}

/**
 * Counts what canonical links and language versions of pages and targets lead to, and the redirects of targets. Rows must be added by number: beyond a limit, no further targets are counted.
 */
export async function addTargetsNamed(
  frontier: Frontier,
  targets: NamedTargets,
  rows: readonly CrawledUrl[],
  slices: TimeSlices,
): Promise<void> {
  const weights = new Map<string, number>();
  const add = (url: string, weight: number) => weights.set(url, (weights.get(url) ?? 0) + weight);
  for (const { kind, url, state, location, outline } of rows) {
    if (kind === 'image') continue;
    if (kind === 'target' && state === 'redirected' && location !== null) {
      add(location, canonicalWeight);
    }
    // The links of a page that must not be indexed have no effect.
    if (outline === null || outline.noindex) continue;
    const { canonical } = outline;
    if (canonical !== null && canonical !== url) add(canonical, canonicalWeight);
    for (const version of outline.alternates) if (version.url !== url) add(version.url, 1);
    if (slices.isOver()) await slices.next();
  }
  const isCounted = (url: string) => targets.weights.has(url);
  const found = await newUrls(frontier, [...weights.keys()], isCounted, slices);
  for (const [written, url] of found) {
    const before = targets.weights.get(url);
    if (before === undefined) {
      if (targets.weights.size >= maxCounted || targets.characters > maxCharacters) continue;
      targets.characters += url.length;
    }
    targets.weights.set(url, (before ?? 0) + (weights.get(written) ?? 0));
  }
}

/** How many targets a crawl may still request. */
interface TargetBudget {
  readonly maxPages: number;
  readonly pagesDone: number;
  /** The targets that it has already. */
  readonly earlier: readonly Pick<CrawledUrl, 'level' | 'skipReason'>[];
}

/**
 * The targets to request: those of canonical links first, then those that most pages name, then by code point. Those
 * that `include`, `exclude` or robots.txt do not permit have the reason; there are as many of them at most.
 */
export function* targetLevel(
  frontier: Frontier,
  { weights }: NamedTargets,
  { maxPages, pagesDone, earlier }: TargetBudget,
): Generator<void, readonly NewCrawlUrl[]> {
  const [first] = earlier;
  if (first !== undefined && frontier.level - first.level >= maxTargetLevels) return [];
  const most = Math.min(maxPages, Math.max(leastTargets, Math.floor(targetsPerPage * pagesDone)));
  const requested = earlier.filter(({ skipReason }) => isRequested(skipReason)).length;
  const left = { requested: most - requested, skipped: most - (earlier.length - requested) };
  const { scope, level, count } = frontier;
  const rows: NewCrawlUrl[] = [];
  for (const [url] of yield* sortInSlices([...weights], byWeight)) {
    if (left.requested === 0) break;
    yield;
    const parsed = new URL(url);
    const skipReason = !scope.isIncluded(parsed)
      ? 'excluded'
      : scope.isAllowed(parsed)
        ? null
        : 'robots_txt';
    const kind = skipReason === null ? 'requested' : 'skipped';
    if (left[kind] === 0) continue;
    left[kind] -= 1;
    const inSitemap = scope.listed.has(url);
    const id = count + rows.length + 1;
    rows.push({ id, url, kind: 'target', level: level + 1, depth: null, inSitemap, skipReason });
  }
  return rows;
}

function isRequested(skipReason: CrawledUrl['skipReason']): boolean {
  return skipReason !== 'excluded' && skipReason !== 'robots_txt';
}
