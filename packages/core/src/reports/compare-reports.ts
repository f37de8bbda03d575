import type { CheckResult } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { requireOwnerId } from '../validate.ts';
import { getReport } from './get-report.ts';
import type { Report } from './report.ts';

/** What changed from one report to another. */
export interface ReportChanges {
  /** The score of the later report less that of the earlier one, from -100 to 100. */
  readonly score: number;
  /** Whether both have the same ruleset version. Otherwise their scores cannot be compared. */
  readonly sameRuleset: boolean;
  /** Ids of the checks that warned or failed, and pass or do not apply any more. */
  readonly fixed: readonly string[];
  /** Ids of the checks that warn or fail now, and passed or did not apply before. */
  readonly broken: readonly string[];
}

/** Two reports side by side. */
export interface ReportComparison {
  readonly from: Report;
  readonly to: Report;
  readonly changes: ReportChanges;
  /** The checks whose status, summary or value differ, by id; `null` where a report lacks the check. */
  readonly checks: Readonly<
    Record<string, { readonly from: CheckResult | null; readonly to: CheckResult | null }>
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

/** Both reports side by side. */
export function comparisonOf(from: Report, to: Report): ReportComparison {
  const all = new Set([...Object.keys(to.checks), ...Object.keys(from.checks)]);
  const pairs = [...all].map((id) => {
    return [id, { from: from.checks[id] ?? null, to: to.checks[id] ?? null }] as const;
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
export function changesBetween(from: Report, to: Report): ReportChanges {
  const shared = Object.keys(to.checks).filter((id) => from.checks[id] !== undefined);
  return {
    score: to.score - from.score,
    sameRuleset: from.rulesetVersion === to.rulesetVersion,
    fixed: shared.filter((id) => hasFault(from, id) && isFine(to, id)),
    broken: shared.filter((id) => isFine(from, id) && hasFault(to, id)),
  };
}

function hasFault({ checks }: Report, id: string): boolean {
  const status = checks[id]?.status;
  return status === 'warn' || status === 'fail';
}

/** In a partial report a check may not apply only because the page was not shown. */
function isFine({ checks, partial }: Report, id: string): boolean {
  const status = checks[id]?.status;
  return status === 'pass' || (status === 'na' && !partial);
}

function differ(from: CheckResult | null, to: CheckResult | null): boolean {
  const shown = (result: CheckResult | null) =>
    result && [result.status, result.summary, result.value];
  return JSON.stringify(shown(from)) !== JSON.stringify(shown(to));
}
