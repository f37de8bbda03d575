import {
  openCpuAccount,
  type Result,
  resultOf,
  runInSlices,
  type TimeSlices,
  takeSlices,
} from '@sitegrade/audit';
import { compareCodePoints } from '../listing/compare-code-points.ts';
import {
  type CappedList,
  type ChangeCollector,
  collectChanges,
  type FindingChanges,
} from '../reports/finding-changes.ts';
import { sortInSlices } from '../site-issues/sort-in-slices.ts';
import type { Crawl, CrawledUrl } from '../store/crawl.ts';
import type { ChangedDetails, PagePair } from '../store/crawl-store.ts';
import { isSameRuleset } from '../store/mixed-rulesets.ts';
import type { SiteFinding, SiteIssue } from '../store/site-issue.ts';
import { type MergedRow, mergeByUrl } from './merge-by-url.ts';

/** The most rows of a list. */
const maxRows = 1_000;

/** Milliseconds of a time slice, as for checks. */
const sliceMs = 5;

/** Pages whose details are read at once. */
const detailsAtOnce = 10;

/** A page that only one of two crawls has. */
export interface ComparedPage {
  readonly url: string;
  readonly score: number | null;
  readonly result: Result | null;
}

/** A page with different scores in two crawls. */
export interface ChangedPage {
  readonly url: string;
  readonly from: number;
  readonly to: number;
}

/** What a comparison needs of a crawl, which may be stored or not. */
export interface ComparableCrawl
  extends Pick<Crawl, 'origin' | 'score' | 'rulesetVersion' | 'maxPages' | 'include' | 'exclude'> {
  readonly end: string | null;
  readonly source: string;
}

/** A crawl with what it has found, stored or not. */
export interface CrawlFindings<Compared extends ComparableCrawl = Crawl> {
  readonly crawl: Compared;
  /** What a sentence calls it: `crawl 7`. */
  readonly name: string;
  /** With all of their findings, not only the first ones. */
  readonly issues: readonly Omit<
    SiteIssue,
    'category' | 'advice' | 'source' | 'reason' | 'pagesCount'
  >[];
  /** All URLs that it found, also images and those that it did not request. */
  readonly urls: readonly ComparableUrl[];
}

/** What a comparison needs of a URL of a crawl. */
interface ComparableUrl extends Pick<CrawledUrl, 'url' | 'score' | 'httpStatus'> {
  readonly state: string;
  readonly skipReason: string | null;
}

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

/** A crawl whose URLs are read in order. */
export interface ReadCrawl<Compared extends ComparableCrawl = ComparableCrawl>
  extends Omit<CrawlFindings<Compared>, 'urls'> {
  /** Chunks of its URLs by code point, each URL once. Images, too. */
  readonly rows: AsyncIterable<readonly ReadRow[]>;
}

/** A URL of a crawl. */
export interface ReadRow {
  /** The number of the URL in its crawl; 0 if it has none. */
  readonly id: number;
  readonly url: string;
  readonly known: Known;
}

/** What a crawl knows of a URL: the score of a page, that it is not a page, or that it was not examined. */
type Known = number | 'no page' | 'not examined';

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
  'The findings of single pages are not compared: only crawls in a store have them.';

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

/** A row for a URL of a crawl, from what is stored of it. */
export function toReadRow({ id, url, ...row }: ComparableUrl & { readonly id: number }): ReadRow {
  return { id, url, known: knownOf(row) };
}

/** What a crawl knows of one of its URLs. */
function knownOf({ state, score, skipReason, httpStatus }: Omit<ComparableUrl, 'url'>): Known {
  if (state === 'done') return score ?? 'no page';
  if (state === 'redirected') return 'no page';
  // Other errors may be temporary.
  if (state === 'failed')
    return httpStatus === 404 || httpStatus === 410 ? 'no page' : 'not examined';
  const isKnown = skipReason === 'robots_txt' || skipReason === 'not_html';
  return isKnown ? 'no page' : 'not examined';
}

/** What a crawl knows of a URL that may not be one of its own. */
function knownBy({ crawl }: ReadCrawl, row: ReadRow | undefined): Known {
  return row?.known ?? (crawl.end === 'complete' ? 'no page' : 'not examined');
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

/** Collects which pages are new, gone and changed, of rows in the order of URLs. */
function comparePages(earlier: ReadCrawl, later: ReadCrawl) {
  const isComparable = isSameRuleset(earlier.crawl, later.crawl);
  const newPages = openFirstRows<ComparedPage>();
  const gonePages = openFirstRows<ComparedPage>();
  const unexamined = { from: 0, to: 0 };
  let changed: ChangedPage[] = [];
  let changedTotal = 0;
  return {
    add({ url, from, to }: Merged): void {
      const [before, after] = [knownBy(earlier, from), knownBy(later, to)];
      if (typeof before === 'number') {
        if (after === 'no page') gonePages.add({ url, score: before, result: resultOf(before) });
        if (to?.known === 'not examined') unexamined.to += 1;
      }
      if (typeof after === 'number') {
        if (before === 'no page') newPages.add({ url, score: after, result: resultOf(after) });
        if (from?.known === 'not examined') unexamined.from += 1;
      }
      if (typeof before !== 'number' || typeof after !== 'number' || before === after) return;
      changedTotal += 1;
      changed.push({ url, from: before, to: after });
      if (changed.length >= 2 * maxRows) changed = mostChanged(changed);
    },
    lists: () => ({
      newPages: newPages.list(),
      gonePages: gonePages.list(),
      changedPages: isComparable ? { total: changedTotal, rows: mostChanged(changed) } : null,
    }),
    notes: () => [
      ...unexaminedNotes(earlier, later, unexamined.to),
      ...unexaminedNotes(later, earlier, unexamined.from),
    ],
  };
}

/** The pages whose scores fell most, then by URL: rows are in that order. */
function mostChanged(pages: readonly ChangedPage[]): ChangedPage[] {
  return pages.toSorted((a, b) => a.to - a.from - (b.to - b.from)).slice(0, maxRows);
}

/** A list that keeps its first rows only. */
function openFirstRows<Row>() {
  const rows: Row[] = [];
  let total = 0;
  return {
    add(row: Row): void {
      total += 1;
      if (rows.length < maxRows) rows.push(row);
    },
    list: (): CappedList<Row> => ({ total, rows }),
  };
}

/** How many pages of the first crawl the second one knows, but did not examine. */
function unexaminedNotes(first: ReadCrawl, second: ReadCrawl, count: number): readonly string[] {
  // There is a note about all that it did not reach.
  if (second.crawl.end !== 'complete' || count === 0) return [];
  const pages =
    count === 1 ? `1 page of ${first.name} was` : `${count} pages of ${first.name} were`;
  return [`${pages} not examined by ${second.name}.`];
}

/** A finding with its issue. */
interface IssueFinding {
  readonly issue: CrawlFindings['issues'][number];
  readonly finding: SiteFinding;
}

/** The findings of one crawl beside those of another one. */
interface ComparedIssues {
  /** Those that the other crawl does not have, of issues that it could decide. */
  readonly missing: readonly IssueFinding[];
  /** How many it has. */
  readonly shared: number;
  /** What cannot be compared. */
  readonly notes: readonly string[];
}

/**
 * Looks for the findings of the first crawl among those of the second one.
 *
 * @param wanted - Gets the URLs of those that are missing.
 */
function* compareIssues(
  first: ReadCrawl,
  second: ReadCrawl,
  wanted: Set<string>,
): Generator<void, ComparedIssues> {
  const missing: IssueFinding[] = [];
  const notes: string[] = [];
  let shared = 0;
  const others = new Map(second.issues.map((issue) => [issue.id, issue]));
  for (const issue of first.issues) {
    yield;
    const other = others.get(issue.id);
    if (issue.findings.length === 0 || other === undefined) continue;
    const obstacle = obstacleOf(other);
    if (obstacle !== null) {
      notes.push(`${issue.id} is not compared: ${obstacle} in ${second.name}.`);
      continue;
    }
    const keys = new Set(other.findings.map(({ key }) => key));
    const pages = new Set(other.findings.flatMap(pagesOfGroup));
    for (const finding of issue.findings) {
      const isThere = keys.has(finding.key) || pagesOfGroup(finding).some((url) => pages.has(url));
      if (isThere) {
        shared += 1;
        continue;
      }
      missing.push({ issue, finding });
      for (const url of finding.pages) wanted.add(url);
      if (finding.target !== null) wanted.add(finding.target);
    }
  }
  return { missing, shared, notes };
}

function* addIssues(
  changes: ChangeCollector,
  side: 'found' | 'fixed',
  missing: readonly IssueFinding[],
  isExamined: (finding: IssueFinding) => boolean,
  origin: string | null,
): Generator<void, void> {
  for (const one of missing) {
    if (isExamined(one)) changes.addIssue(side, one.issue, one.finding, origin);
    yield;
  }
}

/** Why an issue without a finding does not prove that it is fixed; `null` if it does. */
function obstacleOf({
  status,
  findings,
  findingsCount,
}: CrawlFindings['issues'][number]): string | null {
  if (status === 'unknown') return 'it could not be decided';
  return findings.length < findingsCount ? 'it has too many findings' : null;
}

/** The pages of a finding whose key is the first one of them: without that page, it is still the same. */
function pagesOfGroup({ key, target, pages }: SiteFinding): readonly string[] {
  return target === null && key === pages[0] ? pages : [];
}

/** Whether the crawl examined what a finding is about. Only some of the images are requested. */
function wasExamined(crawl: ReadCrawl, rowOf: (url: string) => ReadRow | undefined) {
  const isUnknown = (url: string) => knownBy(crawl, rowOf(url)) === 'not examined';
  return ({ issue, finding: { pages, target } }: IssueFinding): boolean => {
    if (pages.some(isUnknown)) return false;
    if (target === null) return true;
    if (issue.id === 'broken-images' && rowOf(target) === undefined) return false;
    return !isUnknown(target);
  };
}
