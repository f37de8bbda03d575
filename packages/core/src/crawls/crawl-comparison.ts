import { openCpuAccount, runInSlices, type TimeSlices, takeSlices } from '@sitegrade/audit';
import { compareCodePoints } from '../listing/compare-code-points.ts';
import {
  type CappedList,
  type ChangeCollector,
  collectChanges,
  type FindingChanges,
} from '../reports/finding-changes.ts';
import { sortInSlices } from '../site-issues/sort-in-slices.ts';
import type { Crawl } from '../store/crawl.ts';
import type { ChangedDetails, PagePair } from '../store/crawl-store.ts';
import { isSameRuleset } from '../store/mixed-rulesets.ts';
import { addIssues, compareIssues, wasExamined } from './compare-issues.ts';
import { type ChangedPage, type ComparedPage, comparePages } from './compare-pages.ts';
import { type MergedRow, mergeByUrl } from './merge-by-url.ts';
import {
  type ComparableCrawl,
  type ComparableUrl,
  type CrawlFindings,
  type ReadCrawl,
  type ReadRow,
  toReadRow,
} from './read-crawl.ts';

/** Milliseconds of a time slice, as for checks. */
const sliceMs = 5;

/** Pages whose details are read at once. */
const detailsAtOnce = 10;

/** Two crawls of a website side by side. */
export interface CrawlComparison<Compared extends ComparableCrawl = Crawl> {
  readonly from: Compared;
  readonly to: Compared;
  /** The score of the later crawl less that of the earlier one; `null` if they cannot be compared. */
  readonly score: number | null;
  /** Why scores cannot be compared, in a sentence; `null` if they can. */
  readonly scoreReason: string | null;
  /** Pages that the later crawl has a score for, and that were not pages in the earlier one, by URL. */
  readonly newPages: CappedList<ComparedPage>;
  /** Pages that the earlier crawl has a score for, and that are not pages in the later one, by URL. */
  readonly gonePages: CappedList<ComparedPage>;
  /** Pages that both crawls examined, those whose score fell most first; `null` if the rulesets differ. */
  readonly changedPages: CappedList<ChangedPage> | null;
  /**
   * Findings that are new, fixed and still there: of issues across pages, and of stored crawls those of the checks of
   * pages that both crawls examined, place by place. A page that is new or gone is listed as such, without its findings.
   * `null` if the rulesets differ.
   */
  readonly findings: FindingChanges | null;
  /** What could not be compared, in sentences: what one of the crawls did not examine, or other options or origins. */
  readonly notes: readonly string[];
}

/** Reads the details of pages that two crawls have, without those that were kept and are the same. */
type ReadDetails = (pages: readonly PagePair[]) => Promise<readonly ChangedDetails[]>;

/**
 * Compares two crawls of a website, stored or not. What one of them did not examine is neither new nor gone or fixed.
 * Without the results of single pages, which it is not given, `findings` are those of issues across pages.
 *
 * @param from - The crawl to compare with.
 * @param to - The crawl to compare.
 * @example
 * ```ts
 * const scope = { maxPages: 200, source: 'both', include: [], exclude: [] };
 * const crawl = { ...scope, origin: 'https://example.com', score: 80, rulesetVersion: '1', end: 'complete' };
 * const before = { crawl, name: 'the first crawl', issues: [], urls: [] };
 * const after = { ...before, name: 'the second crawl', crawl: { ...crawl, score: 90 } };
 * console.log((await crawlComparisonOf(before, after)).score); // 10
 * ```
 */
export async function crawlComparisonOf<Compared extends ComparableCrawl>(
  from: CrawlFindings<Compared>,
  to: CrawlFindings<Compared>,
): Promise<CrawlComparison<Compared>> {
  const slices = takeSlices(sliceMs, openCpuAccount());
  const read = ({ urls, ...crawl }: CrawlFindings<Compared>) => ({
    ...crawl,
    rows: sortedRows(urls, slices),
  });
  return compareReadCrawls(read(from), read(to), slices);
}

async function* sortedRows(
  urls: readonly ComparableUrl[],
  slices: TimeSlices,
): AsyncGenerator<readonly ReadRow[], void, undefined> {
  const rows = [...new Map(urls.map((row) => [row.url, toReadRow({ ...row, id: 0 })])).values()];
  yield await runInSlices(
    sortInSlices(rows, (a, b) => compareCodePoints(a.url, b.url)),
    slices,
  );
}

/**
 * Like {@link crawlComparisonOf}, for crawls that are read meanwhile, in time slices. Of their URLs and the results of
 * their pages, only a part is in memory at any time.
 *
 * @param readDetails - Without it, the findings of checks are not compared.
 */
export async function compareReadCrawls<Compared extends ComparableCrawl>(
  earlier: ReadCrawl<Compared>,
  later: ReadCrawl<Compared>,
  slices: TimeSlices,
  readDetails?: ReadDetails,
): Promise<CrawlComparison<Compared>> {
  const { crawl: from } = earlier;
  const { crawl: to } = later;
  const changes = isSameRuleset(from, to) ? collectChanges() : null;
  const wanted = new Set<string>();
  const fixed = await runInSlices(compareIssues(earlier, later, wanted), slices);
  const found = await runInSlices(compareIssues(later, earlier, wanted), slices);
  const rowsOfFindings = new Map<string, Merged>();
  const pages = comparePages(earlier, later);
  for await (const rows of mergeByUrl(earlier.rows, later.rows)) {
    for (const row of rows) {
      if (slices.isOver()) await slices.next();
      pages.add(row);
      if (wanted.has(row.url)) rowsOfFindings.set(row.url, row);
    }
    if (changes && readDetails) await compareDetails(rows, readDetails, changes, slices);
  }
  if (changes) {
    if (!readDetails) changes.leaveOutPages();
    const rowIn = (side: 'from' | 'to') => (url: string) => rowsOfFindings.get(url)?.[side];
    const isFixed = wasExamined(later, rowIn('to'));
    const isNew = wasExamined(earlier, rowIn('from'));
    await runInSlices(addIssues(changes, 'fixed', fixed.missing, isFixed, from.origin), slices);
    await runInSlices(addIssues(changes, 'found', found.missing, isNew, to.origin), slices);
    changes.addRemainingIssues(found.shared);
  }
  const scoreReason = scoreReasonOf(earlier, later);
  const pageNotes = readDetails ? [] : [noDetails];
  const findingNotes = changes ? [...fixed.notes, ...found.notes, ...pageNotes] : [otherRulesets];
  return {
    from,
    to,
    score: scoreReason === null ? (to.score ?? 0) - (from.score ?? 0) : null,
    scoreReason,
    ...pages.lists(),
    findings: changes?.changes() ?? null,
    notes: [...new Set([...notesOf(earlier, later), ...pages.notes(), ...findingNotes])],
  };
}

const otherRulesets = 'Findings are not compared, as the crawls used different rulesets.';
const noDetails =
  'The findings of single pages are not compared: only crawls in a store have their places.';

type Merged = MergedRow<ReadRow>;

/** Compares the results of the checks of pages that both crawls examined. */
async function compareDetails(
  rows: readonly Merged[],
  readDetails: ReadDetails,
  changes: ChangeCollector,
  slices: TimeSlices,
): Promise<void> {
  const pairs = rows.flatMap(({ url, from, to }) =>
    typeof from?.known === 'number' && typeof to?.known === 'number'
      ? [{ url, from: from.id, to: to.id }]
      : [],
  );
  const urls = new Map(pairs.map(({ url, to }) => [to, url]));
  for (let start = 0; start < pairs.length; start += detailsAtOnce) {
    const part = pairs.slice(start, start + detailsAtOnce);
    const read = await readDetails(part.map(({ from, to }) => ({ from, to })));
    if (read.length < part.length) changes.leaveOutPages();
    for (const { to, before, after } of read) {
      const finalUrl = urls.get(to) ?? '';
      const [first, second] = [before, after].map((page) => ({ ...page, finalUrl }));
      if (first && second) await runInSlices(changes.comparePages(first, second), slices);
    }
  }
}

function scoreReasonOf(earlier: ReadCrawl, later: ReadCrawl): string | null {
  const { crawl: from } = earlier;
  const { crawl: to } = later;
  if (!isSameRuleset(from, to)) {
    return `The crawls used different rulesets: ${from.rulesetVersion} and ${to.rulesetVersion}.`;
  }
  const unscored = [earlier, later].find(({ crawl }) => crawl.score === null);
  if (unscored) {
    return `${capitalized(unscored.name)} has no score, because none of its pages has one.`;
  }
  if (isSameCoverage(from, to)) return null;
  const incomplete = [earlier, later].find(({ crawl }) => crawl.end !== 'complete');
  return incomplete
    ? `${endedEarly(incomplete)}, so its score is not that of the whole site.`
    : 'The crawls have different options (source, include or exclude), so their scores are not of the same pages.';
}

/** What decides which pages of a site a crawl covers. */
type Coverage = Pick<ComparableCrawl, 'end' | 'maxPages' | 'source' | 'include' | 'exclude'>;

/**
 * Whether two crawls covered the same part of their site, so that the scores of the site can be compared: all of it,
 * or as many pages nearest to the start page.
 */
export function isSameCoverage(first: Coverage, second: Coverage): boolean {
  if (first.end !== second.end || scopeOf(first) !== scopeOf(second)) return false;
  return (
    first.end === 'complete' || (first.end === 'max_pages' && first.maxPages === second.maxPages)
  );
}

function scopeOf({ source, include, exclude }: Coverage): string {
  return JSON.stringify([source, include.toSorted(), exclude.toSorted()]);
}

function endedEarly({ name, crawl }: ReadCrawl): string {
  return `${capitalized(name)} ended before it had all pages (${crawl.end})`;
}

function* notesOf(from: ReadCrawl, to: ReadCrawl): Generator<string, void> {
  for (const read of [from, to]) {
    if (read.crawl.end === 'complete') continue;
    yield `${endedEarly(read)}: what it did not reach is not compared.`;
  }
  if (scopeOf(from.crawl) !== scopeOf(to.crawl)) {
    yield 'The crawls have different options: source, include or exclude.';
  }
  const [before, after] = [from.crawl.origin, to.crawl.origin];
  if (before !== null && after !== null && before !== after) {
    yield `The crawls are of different origins, ${before} and ${after}: they have no URLs in common.`;
  }
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
