import {
  openCpuAccount,
  type Result,
  resultOf,
  runInSlices,
  type TimeSlices,
  takeSlices,
} from '@sitegrade/audit';
import type { Importance } from '@sitegrade/audit/checks';
import { sortInSlices } from '../site-issues/sort-in-slices.ts';
import type { Crawl, CrawledUrl } from '../store/crawl.ts';
import { isSameRuleset } from '../store/mixed-rulesets.ts';
import type { SiteFinding, SiteIssue } from '../store/site-issue.ts';

/** The most rows of a list. */
const maxRows = 1_000;

/** Milliseconds of a time slice, as for checks. */
const sliceMs = 5;

/** The order of findings in a list, by importance. */
const ranks: Readonly<Record<Importance, number>> = { high: 0, medium: 1, low: 2, info: 3 };

/** The beginning of a list, and how long it is. */
export interface CappedList<Row> {
  /** How many rows there are. */
  readonly total: number;
  /** At most 1,000 of them. */
  readonly rows: readonly Row[];
}

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

/** A finding that only one of two crawls has. */
export interface ComparedFinding extends SiteFinding {
  /** The id of its issue. */
  readonly issue: string;
  readonly importance: Importance;
  /** The title of its issue. */
  readonly title: string;
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
  /** Findings of the earlier crawl that are fixed, in order of importance. */
  readonly fixed: CappedList<ComparedFinding>;
  /** Findings of the later crawl that the earlier one did not have, in order of importance. */
  readonly found: CappedList<ComparedFinding>;
  /** What could not be compared, in sentences: what one of the crawls did not examine, or other options or origins. */
  readonly notes: readonly string[];
}

/** A crawl whose URLs were read. */
export interface ReadCrawl<Compared extends ComparableCrawl = ComparableCrawl>
  extends Omit<CrawlFindings<Compared>, 'urls'> {
  /** By URL. Images, too. */
  readonly rows: ReadonlyMap<string, ReadRow>;
}

/** What a crawl knows of a URL: the score of a page, that it is not a page, or that it was not examined. */
export type ReadRow = number | 'no page' | 'not examined';

/**
 * Compares two crawls of a website, stored or not. What one of them did not examine is neither new nor gone or fixed.
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
  const read = ({ urls, ...crawl }: CrawlFindings<Compared>) => ({
    ...crawl,
    rows: new Map(urls.map((row) => [row.url, readRow(row)])),
  });
  return compareReadCrawls(read(from), read(to), takeSlices(sliceMs, openCpuAccount()));
}

/** Like {@link crawlComparisonOf}, for crawls whose URLs were read already, in time slices. */
export async function compareReadCrawls<Compared extends ComparableCrawl>(
  earlier: ReadCrawl<Compared>,
  later: ReadCrawl<Compared>,
  slices: TimeSlices,
): Promise<CrawlComparison<Compared>> {
  const { crawl: from } = earlier;
  const { crawl: to } = later;
  const notes = new Set([
    ...notesOf(earlier, later),
    ...(await unexaminedNotes(earlier, later, slices)),
    ...(await unexaminedNotes(later, earlier, slices)),
  ]);
  const fixed = await runInSlices(missingFindings(earlier, later, notes), slices);
  const found = await runInSlices(missingFindings(later, earlier, notes), slices);
  const scoreReason = scoreReasonOf(earlier, later);
  return {
    from,
    to,
    score: scoreReason === null ? (to.score ?? 0) - (from.score ?? 0) : null,
    scoreReason,
    newPages: await addedPages(earlier, later, slices),
    gonePages: await addedPages(later, earlier, slices),
    changedPages: isSameRuleset(from, to) ? await changedPages(earlier, later, slices) : null,
    fixed: capped(await runInSlices(sortInSlices(fixed, byImportance), slices)),
    found: capped(await runInSlices(sortInSlices(found, byImportance), slices)),
    notes: [...notes],
  };
}

/** What a crawl knows of one of its URLs. */
export function readRow({ state, score, skipReason, httpStatus }: ComparableUrl): ReadRow {
  if (state === 'done') return score ?? 'no page';
  if (state === 'redirected') return 'no page';
  // Other errors may be temporary.
  if (state === 'failed')
    return httpStatus === 404 || httpStatus === 410 ? 'no page' : 'not examined';
  const isKnown = skipReason === 'robots_txt' || skipReason === 'not_html';
  return isKnown ? 'no page' : 'not examined';
}

/** What a crawl knows of a URL that may not be one of its own. */
function rowOf({ crawl, rows }: ReadCrawl, url: string): ReadRow {
  return rows.get(url) ?? (crawl.end === 'complete' ? 'no page' : 'not examined');
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

/** How many pages of the first crawl the second one knows, but did not examine. */
async function unexaminedNotes(
  first: ReadCrawl,
  second: ReadCrawl,
  slices: TimeSlices,
): Promise<readonly string[]> {
  // There is a note about all that it did not reach.
  if (second.crawl.end !== 'complete') return [];
  let count = 0;
  for (const [url, score] of first.rows) {
    if (slices.isOver()) await slices.next();
    if (typeof score === 'number' && second.rows.get(url) === 'not examined') count++;
  }
  if (count === 0) return [];
  const pages =
    count === 1 ? `1 page of ${first.name} was` : `${count} pages of ${first.name} were`;
  return [`${pages} not examined by ${second.name}.`];
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Pages of the second crawl that were not pages in the first one. */
async function addedPages(
  first: ReadCrawl,
  second: ReadCrawl,
  slices: TimeSlices,
): Promise<CappedList<ComparedPage>> {
  const pages: ComparedPage[] = [];
  for (const [url, score] of second.rows) {
    if (slices.isOver()) await slices.next();
    if (typeof score !== 'number' || rowOf(first, url) !== 'no page') continue;
    pages.push({ url, score, result: resultOf(score) });
  }
  return capped(await runInSlices(sortInSlices(pages, byUrl), slices));
}

async function changedPages(
  first: ReadCrawl,
  second: ReadCrawl,
  slices: TimeSlices,
): Promise<CappedList<ChangedPage>> {
  const pages: ChangedPage[] = [];
  for (const [url, to] of second.rows) {
    if (slices.isOver()) await slices.next();
    const from = first.rows.get(url);
    if (typeof from !== 'number' || typeof to !== 'number' || from === to) continue;
    pages.push({ url, from, to });
  }
  const byChange = (a: ChangedPage, b: ChangedPage) =>
    a.to - a.from - (b.to - b.from) || byUrl(a, b);
  return capped(await runInSlices(sortInSlices(pages, byChange), slices));
}

function byImportance(a: ComparedFinding, b: ComparedFinding): number {
  return ranks[a.importance] - ranks[b.importance];
}

function byUrl(a: { readonly url: string }, b: { readonly url: string }): number {
  return a.url < b.url ? -1 : a.url > b.url ? 1 : 0;
}

function capped<Row>(rows: readonly Row[]): CappedList<Row> {
  return { total: rows.length, rows: rows.slice(0, maxRows) };
}

/** The findings of the first crawl that the second one would have, if they were still true. */
function* missingFindings(
  first: ReadCrawl,
  second: ReadCrawl,
  notes: Set<string>,
): Generator<void, readonly ComparedFinding[]> {
  const missing: ComparedFinding[] = [];
  const others = new Map(second.issues.map((issue) => [issue.id, issue]));
  for (const { id, importance, title, findings } of first.issues) {
    yield;
    const other = others.get(id);
    if (findings.length === 0 || other === undefined) continue;
    const obstacle = obstacleOf(other);
    if (obstacle !== null) {
      notes.add(`${id} is not compared: ${obstacle} in ${second.name}.`);
      continue;
    }
    const keys = new Set(other.findings.map(({ key }) => key));
    const pages = new Set(other.findings.flatMap(pagesOfGroup));
    for (const finding of findings) {
      const isThere = keys.has(finding.key) || pagesOfGroup(finding).some((url) => pages.has(url));
      if (isThere || !wasExamined(second, id, finding)) continue;
      missing.push({ ...finding, issue: id, importance, title });
    }
  }
  return missing;
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

/** Whether the crawl examined what the finding is about. Only some of the images are requested. */
function wasExamined(crawl: ReadCrawl, issue: string, { pages, target }: SiteFinding): boolean {
  if (pages.some((url) => rowOf(crawl, url) === 'not examined')) return false;
  if (target === null) return true;
  if (issue === 'broken-images' && !crawl.rows.has(target)) return false;
  return rowOf(crawl, target) !== 'not examined';
}
