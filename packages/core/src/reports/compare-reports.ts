import { runAtOnce } from '@sitegrade/audit';
import type { Context } from '../context/context.ts';
import type { Report } from '../store/report.ts';
import { requireOwnerId } from '../validate.ts';
import {
  type ChangedFinding,
  type ComparableCheck,
  checkOf,
  collectChanges,
  comparedCheck,
  type ExaminedPage,
  type FindingChanges,
  visitsOf,
} from './finding-changes.ts';
import { getReport } from './get-report.ts';

/** What changed from one report to another. */
export interface ReportChanges {
  /** The score of the later report less that of the earlier one, from -100 to 100. */
  readonly score: number;
  /** Whether both have the same ruleset version. Otherwise their scores cannot be compared. */
  readonly sameRuleset: boolean;
  /**
   * Whether both were rendered in a browser, or neither. Otherwise their scores are about different forms of the page,
   * and a check whose results are is neither fixed nor broken.
   */
  readonly sameRendering: boolean;
  /**
   * Whether both have field data of the same visits (of the page or of its origin, with the same devices), or neither has
   * some. Otherwise their scores are about different things, and the check of them is neither fixed nor broken.
   */
  readonly sameFieldData: boolean;
  /** Ids of the checks that warned or failed, and pass or do not apply any more. */
  readonly fixed: readonly string[];
  /** Ids of the checks that warn or fail now, and passed or did not apply before. */
  readonly broken: readonly string[];
  /**
   * Which findings are new, fixed and still there, place by place: all places of a check that is newly broken are new,
   * and all of one that is fixed are fixed. What one of the reports did not examine is neither. `null` if the rulesets
   * differ, as another one may find other things on the same page.
   */
  readonly findings: FindingChanges | null;
}

/** What a comparison needs of a report, which may be stored or not. */
export interface ComparableReport<Check extends ComparableCheck = ComparableCheck>
  extends ExaminedPage<Check> {
  readonly score: number;
  readonly rulesetVersion: string;
}

/** Two reports side by side. */
export interface ReportComparison<
  Compared extends ComparableReport = Report,
  Check extends ComparableCheck = Compared['checks'][string],
> {
  readonly from: Compared;
  readonly to: Compared;
  readonly changes: ReportChanges;
  /** The checks whose status, summary or value differ, by id; `null` where a report lacks the check. */
  readonly checks: Readonly<
    Record<string, { readonly from: Check | null; readonly to: Check | null }>
  >;
}

/**
 * Compares two reports of an owner, which may be about different pages.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of both reports.
 * @param ids - The id of the report to compare, `to`, and of the one to compare it with, `from`.
 * @throws SitegradeError `not_found` if the owner has no report with one of the ids.
 * @example
 * ```ts
 * const { changes } = await compareReports(context, 'user-1', { from: 41, to: 42 });
 * console.log(changes.score, changes.fixed, changes.broken);
 * ```
 */
export async function compareReports(
  context: Context,
  ownerId: string,
  ids: { readonly from: number; readonly to: number },
): Promise<ReportComparison> {
  const [from, to] = await Promise.all([
    getReport(context, ownerId, ids.from),
    getReport(context, ownerId, ids.to),
  ]);
  return comparisonOf(from, to);
}

/**
 * Compares two reports, stored or not, which may be about different pages.
 *
 * @param from - The report to compare with.
 * @param to - The report to compare.
 * @example
 * ```ts
 * const staging = await analyzePage(context, 'user-1', { url: 'https://staging.example.com/' });
 * const live = await analyzePage(context, 'user-1', { url: 'https://example.com/' });
 * console.log(comparisonOf(live, staging).changes.broken);
 * ```
 */
export function comparisonOf<
  Compared extends ComparableReport<Check>,
  Check extends ComparableCheck,
>(
  from: Compared & ComparableReport<Check>,
  to: Compared & ComparableReport<Check>,
): ReportComparison<Compared, Check> {
  const all = new Set([...Object.keys(to.checks), ...Object.keys(from.checks)]);
  const pairs = [...all].map((id) => {
    return [id, { from: checkOf(from, id) ?? null, to: checkOf(to, id) ?? null }] as const;
  });
  return {
    from,
    to,
    changes: changesBetween(from, to),
    checks: Object.fromEntries(pairs.filter(([, pair]) => differ(pair.from, pair.to))),
  };
}

/**
 * Finds the owner's report of the same URL that was created before this one.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the report.
 * @param report - A report of the owner; only its id and URL matter.
 * @returns the report, or `undefined` if this is the first one of its URL.
 * @example
 * ```ts
 * const report = await getReport(context, 'user-1', 42);
 * const previous = await findPreviousReport(context, 'user-1', report);
 * if (previous) console.log(changesBetween(previous, report).fixed);
 * ```
 */
export async function findPreviousReport(
  context: Context,
  ownerId: string,
  report: Pick<Report, 'id' | 'url'>,
): Promise<Report | undefined> {
  requireOwnerId(ownerId);
  return context.store.reports.findPrevious(ownerId, report);
}

/**
 * What changed from one report to a later one. A check is neither fixed nor broken if it could not be
 * evaluated, if only one of the reports has it, or if it does not apply in a partial report.
 *
 * @param from - The earlier report.
 * @param to - The later report.
 */
export function changesBetween(from: ComparableReport, to: ComparableReport): ReportChanges {
  const sameRuleset = from.rulesetVersion === to.rulesetVersion;
  const fixed: string[] = [];
  const broken: string[] = [];
  for (const id of Object.keys(to.checks)) {
    const { before, after } = comparedCheck(id, from, to) ?? {};
    if (before !== after) (after === 'fine' ? fixed : broken).push(id);
  }
  const changes = collectChanges();
  if (sameRuleset) runAtOnce(changes.comparePages(from, to));
  return {
    score: to.score - from.score,
    sameRuleset,
    sameRendering: isRendered(from) === isRendered(to),
    sameFieldData: visitsOf(from) === visitsOf(to),
    fixed,
    broken,
    findings: sameRuleset ? changes.changes() : null,
  };
}

function isRendered({ checks }: ComparableReport): boolean {
  return Object.values(checks).some(({ readFrom }) => readFrom === 'rendered');
}

/** The new or fixed places of checks that warn or fail in both reports, by check id. */
export function changedPlaces(
  { fixed, broken, findings }: ReportChanges,
  side: 'found' | 'fixed',
): ReadonlyMap<string, readonly ChangedFinding[]> {
  const named = new Set([...fixed, ...broken]);
  const places = new Map<string, ChangedFinding[]>();
  for (const finding of findings?.[side].rows ?? []) {
    const { check } = finding;
    if (check === null || named.has(check)) continue;
    places.set(check, [...(places.get(check) ?? []), finding]);
  }
  return places;
}

function differ(from: ComparableCheck | null, to: ComparableCheck | null): boolean {
  const shown = (result: ComparableCheck | null) =>
    result && [result.status, result.summary, result.value];
  return JSON.stringify(shown(from)) !== JSON.stringify(shown(to));
}
