import type { Result } from '../audit/audit.ts';
import type { Importance } from '../audit/checks/check.ts';
import { openCpuAccount } from '../audit/cpu-account.ts';
import { resultOf } from '../audit/score.ts';
import { runInSlices, type TimeSlices, takeSlices } from '../audit/time-slices.ts';
import type { Context } from '../context.ts';
import { SitegradeError } from '../errors.ts';
import type { SiteFinding, SiteIssue } from '../site-issues/site-issue.ts';
import { sortInSlices } from '../site-issues/sort-in-slices.ts';
import { invalidInput, requireOwnerId } from '../validate.ts';
import type { Crawl, CrawledUrl } from './crawl.ts';
import { getCrawl } from './get-crawl.ts';
import { listCrawlIssues } from './list-crawl-issues.ts';
import { isSameRuleset } from './mixed-rulesets.ts';

/** The most rows of a list. */
const maxRows = 1_000;

/** How many URLs are read at once. */
const chunk = 1_000;

/** As that of checks. */
const sliceMs = 5;

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

/** Two crawls of a website side by side. */
export interface CrawlComparison {
  readonly from: Crawl;
  readonly to: Crawl;
  /** The score of the later crawl less that of the earlier one; `null` if they cannot be compared. */
  readonly score: number | null;
  /** Why scores cannot be compared, in a sentence; `null` if they can. */
  readonly scoreReason: string | null;
  /** Pages that the later crawl has a score for, and that were no pages in the earlier one, by URL. */
  readonly newPages: CappedList<ComparedPage>;
  /** Pages that the earlier crawl has a score for, and that are no pages in the later one, by URL. */
  readonly gonePages: CappedList<ComparedPage>;
  /** Those whose score fell most come first; `null` if scores cannot be compared. */
  readonly changedPages: CappedList<ChangedPage> | null;
  /** Findings of the earlier crawl that are fixed, in order of importance. */
  readonly fixed: CappedList<ComparedFinding>;
  /** Findings of the later crawl that the earlier one did not have, in order of importance. */
  readonly found: CappedList<ComparedFinding>;
  /** Why pages or findings may be missing from these lists, in sentences: what one of the crawls did not examine. */
  readonly notes: readonly string[];
}

/** What is wrong with crawls of different websites. */
export const otherWebsite = 'must be a crawl of the same website as the other one.';

/**
 * Compares two crawls of a website. What one of them did not examine is neither new nor gone or fixed: a page that
 * it did not reach, or an issue that it could not decide. It counts as one of the owner's concurrent analyses.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of both crawls.
 * @param ids - The id of the crawl to compare, `to`, and of the one to compare it with, `from`.
 * @throws SitegradeError `not_found` if the owner has no crawl with one of the ids; `conflict` if one of them is
 * not done; `invalid_input` if they are of different websites; `rate_limited` or `overloaded` if there are too many
 * concurrent analyses.
 * @example
 * ```ts
 * const { score, fixed, found } = await compareCrawls(context, 'user-1', { from: 3, to: 7 });
 * console.log(score, fixed.total, found.total);
 * ```
 */
export async function compareCrawls(
  context: Context,
  ownerId: string,
  ids: { readonly from: number; readonly to: number },
): Promise<CrawlComparison> {
  const [from, to] = await Promise.all([
    getCrawl(context, ownerId, ids.from),
    getCrawl(context, ownerId, ids.to),
  ]);
  for (const { id, status } of [from, to]) {
    if (status !== 'done') {
      const message = `Crawl ${id} is ${status}. Only crawls that are done can be compared.`;
      throw new SitegradeError('conflict', message);
    }
  }
  if (from.websiteId !== to.websiteId) {
    throw invalidInput({ from: [otherWebsite] });
  }
  return context.analyses.run(ownerId, undefined, async (signal) => {
    const slices = takeSlices(sliceMs, openCpuAccount({ ownerId, signal }));
    const earlier = await readCrawl(context, ownerId, from, slices);
    const later = await readCrawl(context, ownerId, to, slices);
    const notes = new Set(notesOf(from, to));
    const fixed = await runInSlices(missingFindings(earlier, later, notes), slices);
    const found = await runInSlices(missingFindings(later, earlier, notes), slices);
    const scoreReason = scoreReasonOf(from, to);
    return {
      from,
      to,
      score: scoreReason === null ? (to.score ?? 0) - (from.score ?? 0) : null,
      scoreReason,
      newPages: await addedPages(earlier, later, slices),
      gonePages: await addedPages(later, earlier, slices),
      changedPages: isSameRuleset(from, to) ? await changedPages(earlier, later, slices) : null,
      fixed: capped(fixed),
      found: capped(found),
      notes: [...notes],
    };
  });
}

/** What a comparison needs of a crawl. */
interface ReadCrawl {
  readonly crawl: Crawl;
  readonly issues: readonly SiteIssue[];
  /** By URL. Images, too. */
  readonly rows: ReadonlyMap<string, ReadRow>;
}

/** What a crawl knows of a URL: its score, if it is a page, or whether that could not be found out. */
type ReadRow = number | 'no page' | 'not examined';

async function readCrawl(
  context: Context,
  ownerId: string,
  crawl: Crawl,
  slices: TimeSlices,
): Promise<ReadCrawl> {
  const issues = await listCrawlIssues(context, ownerId, crawl.id);
  const rows = new Map<string, ReadRow>();
  for (let after = 0; ; ) {
    const query = { after, limit: chunk, outlines: false };
    const read = await context.store.crawls.readUrls(crawl.id, query);
    for (const row of read) {
      if (slices.isOver()) await slices.next();
      rows.set(row.url, readRow(row));
    }
    const last = read.at(-1);
    if (last === undefined || read.length < chunk) return { crawl, issues, rows };
    after = last.id;
  }
}

function readRow({ state, score, skipReason, httpStatus }: CrawledUrl): ReadRow {
  if (state === 'done') return score ?? 'no page';
  if (state === 'redirected') return 'no page';
  // Other errors may be over soon.
  if (state === 'failed')
    return httpStatus === 404 || httpStatus === 410 ? 'no page' : 'not examined';
  const isKnown = skipReason === 'robots_txt' || skipReason === 'not_html';
  return isKnown ? 'no page' : 'not examined';
}

/** What a crawl knows of a URL that may not be one of its own. */
function rowOf({ crawl, rows }: ReadCrawl, url: string): ReadRow {
  return rows.get(url) ?? (crawl.end === 'complete' ? 'no page' : 'not examined');
}

function scoreReasonOf(from: Crawl, to: Crawl): string | null {
  if (!isSameRuleset(from, to)) {
    return `The crawls used different rulesets: ${from.rulesetVersion} and ${to.rulesetVersion}.`;
  }
  const without = [from, to].find(({ score }) => score === null);
  return without ? `Crawl ${without.id} has no score, because none of its pages has one.` : null;
}

function* notesOf(from: Crawl, to: Crawl): Generator<string, void> {
  for (const { id, end } of [from, to]) {
    if (end === 'complete') continue;
    yield `Crawl ${id} ended before it had all pages (${end}): what it did not reach is not compared.`;
  }
  const scopeOf = ({ source, include, exclude }: Crawl) =>
    JSON.stringify([source, include, exclude]);
  if (scopeOf(from) !== scopeOf(to)) {
    yield 'The crawls have different options: source, include or exclude.';
  }
}

/** Pages of the second crawl that were no pages in the first one. */
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
      notes.add(`${id} is not compared: ${obstacle} in crawl ${second.crawl.id}.`);
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

/** Why an issue does not show what it did not find; `null` if it does. */
function obstacleOf({ status, findings, findingsCount }: SiteIssue): string | null {
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

/**
 * Finds the crawl of the same website before this one that is done.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the crawl.
 * @param crawl - A crawl of the owner; only its id and website matter.
 * @returns the crawl, or `undefined` if this is the first one.
 * @example
 * ```ts
 * const crawl = await getCrawl(context, 'user-1', 7);
 * const previous = await findPreviousCrawl(context, 'user-1', crawl);
 * ```
 */
export async function findPreviousCrawl(
  context: Context,
  ownerId: string,
  crawl: Pick<Crawl, 'id' | 'websiteId'>,
): Promise<Crawl | undefined> {
  requireOwnerId(ownerId);
  return context.store.crawls.findPrevious(ownerId, crawl);
}
