import { scoreWithout } from '@sitegrade/audit';
import type { Context } from '../context/context.ts';
import type { AcceptedFinding } from '../store/accepted-finding.ts';
import type { Report } from '../store/report.ts';
import { requireOwnerId } from '../validate.ts';
import { type MatchedFinding, placesMatcher, placesOfFindings } from './accepted-matcher.ts';

/** What a report needs to be compared with accepted findings. */
type ScoredReport = Pick<
  Report,
  'finalUrl' | 'checks' | 'score' | 'scoreUncapped' | 'coverage' | 'gates'
>;

/** The findings of a report, which of them are accepted, and its score without those. */
export interface AcceptedInReport {
  /** In the order of its checks. */
  readonly findings: readonly MatchedFinding<AcceptedFinding>[];
  /**
   * 100 less the deductions of the findings that are not accepted, rounded down, and capped by their gates: the score of
   * the report if no finding is accepted as a whole. A finding of which only some places are accepted costs all of its
   * points.
   */
  readonly score: number;
}

/**
 * Compares a report with the accepted findings of its website. Nothing about it is stored with the report: it is of now.
 *
 * @param context - From `createContext`. Its clock decides what has expired.
 * @param ownerId - The owner of the report.
 * @param report - A report of the owner.
 * @example
 * ```ts
 * const report = await getReport(context, 'user-1', 42);
 * const { score, findings } = await findAcceptedInReport(context, 'user-1', report);
 * const open = findings.filter(({ places }) => places.some(({ acceptedBy }) => acceptedBy === null));
 * console.log(report.score, score, open.map(({ check }) => check));
 * ```
 */
export async function findAcceptedInReport(
  context: Context,
  ownerId: string,
  report: ScoredReport & Pick<Report, 'websiteId'>,
): Promise<AcceptedInReport> {
  requireOwnerId(ownerId);
  const findings = placesOfFindings(report);
  const accepted = await context.store.accepted.matching(ownerId, report.websiteId, {
    checks: findings.map(({ check }) => check),
    fingerprints: findings.flatMap(({ places }) =>
      places.flatMap(({ fingerprints }) => fingerprints),
    ),
  });
  return matchedReport(report, placesMatcher(accepted, context.now())(report, findings));
}

/** The same for a report of which nothing is accepted. */
export function nothingAccepted(report: ScoredReport): AcceptedInReport {
  return matchedReport(report, placesMatcher([], new Date(0))(report, placesOfFindings(report)));
}

function matchedReport(
  report: ScoredReport,
  findings: AcceptedInReport['findings'],
): AcceptedInReport {
  const accepted = findings.filter(({ isAccepted }) => isAccepted).map(({ check }) => check);
  if (accepted.length === 0) return { findings, score: report.score };
  return { findings, score: scoreWithout(report, new Set(accepted)) };
}
