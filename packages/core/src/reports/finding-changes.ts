import { type CheckResult, urlEvidence } from '@sitegrade/audit';
import type { Evidence, Importance, Json } from '@sitegrade/audit/checks';
import { importances, type SiteFinding, type SiteIssue } from '../store/site-issue.ts';
import { changedLocations, type FindingLocation, issueFingerprint } from './finding-locations.ts';

/** The most rows of a list. */
const maxRows = 1_000;

/** The beginning of a list, and how long it is. */
export interface CappedList<Row> {
  /** How many rows there are. */
  readonly total: number;
  /** At most 1,000 of them. */
  readonly rows: readonly Row[];
}

/** A finding that is new or fixed: of a check at one place of a page, or of an issue across pages. */
export interface ChangedFinding {
  /** The page, after redirects; of an issue its first page, or the URL that it is about; `null` without one. */
  readonly url: string | null;
  /** The id of the check that found it; `null` for an issue across pages. */
  readonly check: string | null;
  /** The id of the issue across pages; `null` for a check. */
  readonly issue: string | null;
  readonly importance: Importance;
  /** What is right without the finding. */
  readonly title: string;
  /** What was found, in a sentence: by a check on the page, at all of its places. */
  readonly summary: string;
  /** The place, or the URL that an issue is about, such as a broken one; `null` if there is none. */
  readonly evidence: Evidence | null;
  /** Identifies the finding in other reports and crawls, as that of `findingLocations`. */
  readonly fingerprint: string;
  /** How many pages it affects: 1 for a check. */
  readonly pagesCount: number;
  /** How many places of the check are on the page before and after; `null` if unknown, and for an issue. */
  readonly remaining: number | null;
}

/** A finding with places that are not known, before or after: only what is said of it is compared. */
export interface ChangedSummary {
  /** The page, after redirects. */
  readonly url: string;
  /** The id of the check. */
  readonly check: string;
  readonly importance: Importance;
  /** What is right without the finding. */
  readonly title: string;
  /** What was found before, in a sentence. It has the count, if there is one. */
  readonly from: string;
  /** What was found after that, in a sentence. */
  readonly to: string;
}

/** Which findings are new, fixed and still there, from one report or crawl to another. The most important come first. */
export interface FindingChanges {
  /** Findings of the later one only. */
  readonly found: CappedList<ChangedFinding>;
  /** Findings of the earlier one only. */
  readonly fixed: CappedList<ChangedFinding>;
  /**
   * Findings of which one of both may lack places, as a report keeps 25 quotes of a check, and some checks examine a
   * sample. No place of them is in the other lists, and what is said of them differs.
   */
  readonly changed: CappedList<ChangedSummary>;
  /**
   * How many findings both have, place by place. `null` if the findings of some pages were not read to count them: of
   * those that a crawl kept from the one before, as they have not changed, and of all pages of crawls in files.
   */
  readonly remaining: number | null;
}

/** What two results of a check can differ in, and what names it. */
export type ComparableCheck = Pick<
  CheckResult,
  'status' | 'importance' | 'title' | 'summary' | 'value' | 'evidence' | 'sampled' | 'readFrom'
>;

/** The results of a page in a report or a crawl. */
export interface ExaminedPage<Check extends ComparableCheck = ComparableCheck> {
  /** The URL of the page, after redirects. */
  readonly finalUrl: string;
  /** Whether the page was not shown, so that checks of its content do not apply. */
  readonly partial: boolean;
  /** By check id. */
  readonly checks: Readonly<Record<string, Check>>;
}

/** Collects what changed. The function for all of it: reports have one page, crawls many, and issues across them. */
export interface ChangeCollector {
  /** Compares two results of a page with the same ruleset. Pauses at each `yield`. */
  readonly comparePages: (from: ExaminedPage, to: ExaminedPage) => Generator<void, void>;
  /** Adds a finding of an issue that only one of two crawls has. */
  readonly addIssue: (
    side: 'found' | 'fixed',
    issue: Pick<SiteIssue, 'id' | 'importance' | 'title'>,
    finding: SiteFinding,
    origin: string | null,
  ) => void;
  /** Counts findings of issues that both crawls have. */
  readonly addRemainingIssues: (count: number) => void;
  /** Notes that the findings of some pages are not read, so that no one knows how many there are. */
  readonly leaveOutPages: () => void;
  /** What was collected. */
  readonly changes: () => FindingChanges;
}

/** Opens an empty {@link ChangeCollector}. */
export function collectChanges(): ChangeCollector {
  const lists = { found: openList<ChangedFinding>(), fixed: openList<ChangedFinding>() };
  const changed = openList<ChangedSummary>();
  let remaining = 0;
  let isCounted = true;

  const compareCheck = (id: string, from: ExaminedPage, to: ExaminedPage) => {
    const compared = comparedCheck(id, from, to);
    if (compared === null) return;
    const { before, after, earlier, later } = compared;
    if (before === 'fine' && after === 'fine') return;
    const places = changedLocations(
      id,
      { finalUrl: from.finalUrl, check: earlier, isFault: before === 'fault' },
      { finalUrl: to.finalUrl, check: later, isFault: after === 'fault' },
    );
    remaining += places.remaining;
    const isKnown = places.found !== null && places.fixed !== null;
    const rest = isKnown ? places.remaining : null;
    for (const place of places.found ?? []) lists.found.add(changeOf(to, id, later, place, rest));
    for (const place of places.fixed ?? [])
      lists.fixed.add(changeOf(from, id, earlier, place, rest));
    const isListed = [places.found, places.fixed].some((list) => list !== null && list.length > 0);
    if (isKnown || isListed || earlier.summary === later.summary) return;
    const { importance, title, summary } = later;
    changed.add({
      url: to.finalUrl,
      check: id,
      importance,
      title,
      from: earlier.summary,
      to: summary,
    });
  };

  return {
    *comparePages(from, to) {
      for (const id of Object.keys(to.checks)) {
        compareCheck(id, from, to);
        yield;
      }
    },
    addIssue(side, { id, importance, title }, { summary, pages, pagesCount, target, key }, origin) {
      lists[side].add({
        url: pages[0] ?? target,
        check: null,
        issue: id,
        importance,
        title,
        summary,
        evidence: target === null ? null : urlEvidence(target),
        fingerprint: issueFingerprint(id, key, origin),
        pagesCount,
        remaining: null,
      });
    },
    addRemainingIssues(count) {
      remaining += count;
    },
    leaveOutPages() {
      isCounted = false;
    },
    changes: () => ({
      found: lists.found.list(),
      fixed: lists.fixed.list(),
      changed: changed.list(),
      remaining: isCounted ? remaining : null,
    }),
  };
}

function changeOf(
  { finalUrl }: ExaminedPage,
  id: string,
  { importance, title, summary }: ComparableCheck,
  { evidence, fingerprint }: FindingLocation,
  remaining: number | null,
): ChangedFinding {
  return {
    url: finalUrl,
    check: id,
    issue: null,
    importance,
    title,
    summary,
    evidence,
    fingerprint,
    pagesCount: 1,
    remaining,
  };
}

/**
 * A check that two pages have, and what it says of each; `null` if that is unknown, or cannot be compared, as field data is of
 * other visits: those that are missing for a night would be news.
 */
export function comparedCheck(id: string, from: ExaminedPage, to: ExaminedPage) {
  const [earlier, later] = [checkOf(from, id), checkOf(to, id)];
  if (earlier === undefined || later === undefined) return null;
  if (id === visitsCheck && visitsOf(from) !== visitsOf(to)) return null;
  const [before, after] = [stateOf(from, earlier), stateOf(to, later)];
  if (before === null || after === null || !isReadAlike(earlier, later)) return null;
  return { earlier, later, before, after };
}

/** What a check says of a page; `null` if it could not be evaluated, or nothing of what it is about was examined. */
function stateOf({ partial }: ExaminedPage, check: ComparableCheck): 'fault' | 'fine' | null {
  const { status, sampled } = check;
  if (status === 'warn' || status === 'fail') return 'fault';
  if (status === 'pass') return 'fine';
  // In a partial report a check may not apply only because the page was not shown.
  return status === 'na' && !partial && !sampled ? 'fine' : null;
}

/**
 * Whether two results of a check can be compared: they are about the page in the same form, as the server sent it, as
 * scripts built it in a browser, or as it was measured there. Otherwise a browser that is missing for a night would be
 * news. A measurement that is within the noise of the other one is not news either.
 */
function isReadAlike(earlier: ComparableCheck, later: ComparableCheck): boolean {
  if (earlier.readFrom !== later.readFrom) return false;
  return later.readFrom !== 'measured' || !mayBeNoise(earlier.value, later.value);
}

/** Whether two measurements have values in common that both may be: see `range` in the value of such a check. */
function mayBeNoise(from: Json, to: Json): boolean {
  const [earlier, later] = [rangeOf(from), rangeOf(to)];
  // What has no range may be another one each time.
  if (earlier === null || later === null) return true;
  return earlier.low <= later.high && later.low <= earlier.high;
}

function rangeOf(value: Json): { readonly low: number; readonly high: number } | null {
  if (typeof value !== 'object' || value === null || !('range' in value)) return null;
  const { range } = value;
  if (!Array.isArray(range)) return null;
  const [low, high] = range;
  return typeof low === 'number' && typeof high === 'number' ? { low, high } : null;
}

/** The check that depends on what real visitors had. */
const visitsCheck = 'core-web-vitals';

/** Which visits the results of a page are about: of the page or of its origin, with which devices; `null` for none. */
export function visitsOf(page: Pick<ExaminedPage, 'checks'>): string | null {
  const value = checkOf(page, visitsCheck)?.value;
  if (typeof value !== 'object' || value === null || !('of' in value)) return null;
  return `${value.of} ${value.formFactor}`;
}

/** An id of the other report may be `constructor`, which every object inherits. */
export function checkOf<Check extends ComparableCheck>(
  { checks }: Pick<ExaminedPage<Check>, 'checks'>,
  id: string,
): Check | undefined {
  return Object.hasOwn(checks, id) ? checks[id] : undefined;
}

/** A row of a list that is in order of importance. */
type ListedRow = Pick<ChangedFinding, 'importance' | 'check'>;

/**
 * A list in order of importance: of one importance issues across pages come first, as each is about many pages. It
 * keeps no more rows than it may need.
 */
function openList<Row extends ListedRow>() {
  const groups: Row[][] = Array.from({ length: 2 * importances.length }, () => []);
  let total = 0;
  return {
    add(row: Row): void {
      total += 1;
      const group = groups[2 * importances.indexOf(row.importance) + Number(row.check !== null)];
      if (group && group.length < maxRows) group.push(row);
    },
    list: (): CappedList<Row> => ({ total, rows: groups.flat().slice(0, maxRows) }),
  };
}
