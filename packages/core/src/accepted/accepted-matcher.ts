import type { CheckResult } from '@sitegrade/audit';
import { pathMatcher } from '../crawls/path-patterns.ts';
import {
  type FindingLocation,
  findingLocations,
  fingerprintOf,
  mayLackPlaces,
} from '../reports/finding-locations.ts';
import type { Acceptance } from '../store/accepted-finding.ts';

/** What accepted findings are compared with: a report, stored or not. */
export interface AcceptableReport {
  readonly finalUrl: string;
  /** By check id. */
  readonly checks: Readonly<
    Record<string, Pick<CheckResult, 'status' | 'value' | 'evidence' | 'sampled'>>
  >;
}

/** One place of a finding, or the finding itself if it quotes nothing, and what accepts it. */
interface MatchedPlace<Accepted extends Acceptance = Acceptance> extends FindingLocation {
  /** `null` if it is not accepted. */
  readonly acceptedBy: Accepted | null;
}

/** A check that warns or fails, and which of its places are accepted. */
export interface MatchedFinding<Accepted extends Acceptance = Acceptance> {
  /** The id of the check. */
  readonly check: string;
  readonly places: readonly MatchedPlace<Accepted>[];
  /**
   * Whether the whole finding is accepted: by a pattern, or each of its places, if the report has them all. Then it
   * costs no points in the accepted score.
   */
  readonly isAccepted: boolean;
}

/** A finding and its places, before they are compared with what is accepted. */
interface FindingPlaces {
  readonly check: string;
  readonly result: AcceptableReport['checks'][string];
  readonly places: readonly AcceptablePlace[];
}

interface AcceptablePlace extends FindingLocation {
  /** The fingerprints that accept it: its own, and that of `findingLocations`, which does not count the value. */
  readonly fingerprints: readonly string[];
}

/**
 * Prepares to compare reports with accepted findings. Of what is not accepted, `acceptedBy` is `null`: what is left to
 * fix, and to alert about.
 *
 * The fingerprint of a finding that quotes nothing counts its value, so that it is accepted only until that changes.
 * Those of files that `sitegrade baseline` has written do not, and accept it, too.
 *
 * @param accepted - What is accepted, of the website of the reports.
 * @param now - What has expired by then accepts nothing.
 * @returns a function that returns all findings of a report, in the order of its checks.
 * @example
 * ```ts
 * const accepted = [];
 * for await (const entry of eachAcceptedFinding(context, 'user-1', 7)) accepted.push(entry);
 * const match = acceptedMatcher(accepted, new Date());
 * const report = await getReport(context, 'user-1', 42);
 * const left = match(report).flatMap(({ places }) => places.filter(({ acceptedBy }) => !acceptedBy));
 * ```
 */
export function acceptedMatcher<Accepted extends Acceptance>(
  accepted: readonly Accepted[],
  now: Date,
): (report: AcceptableReport) => readonly MatchedFinding<Accepted>[] {
  const match = placesMatcher(accepted, now);
  return (report) => match(report, placesOfFindings(report));
}

/** The same for places that are known. */
export function placesMatcher<Accepted extends Acceptance>(
  accepted: readonly Accepted[],
  now: Date,
) {
  const valid = accepted.filter(({ expires }) => !isOver(expires, now));
  const byFingerprint = new Map(
    valid.flatMap((entry) => (entry.fingerprint ? [[entry.fingerprint, entry] as const] : [])),
  );
  const patterns = valid
    .filter(({ fingerprint }) => !fingerprint)
    .map((entry) => ({ entry, matches: pathMatcher(entry.path) }));
  return (
    { finalUrl }: Pick<AcceptableReport, 'finalUrl'>,
    findings: readonly FindingPlaces[],
  ): readonly MatchedFinding<Accepted>[] =>
    findings.map(({ check, result, places }) => {
      const pattern = patterns.find(
        ({ entry, matches }) => entry.check === check && matches(finalUrl),
      );
      const matched = places.map(({ evidence, fingerprint, fingerprints }) => {
        const found = fingerprints.flatMap((known) => byFingerprint.get(known) ?? []);
        return { evidence, fingerprint, acceptedBy: found[0] ?? pattern?.entry ?? null };
      });
      const isEachAccepted = matched.every(({ acceptedBy }) => acceptedBy !== null);
      const isAccepted = pattern !== undefined || (isEachAccepted && !mayLackPlaces(result));
      return { check, places: matched, isAccepted };
    });
}

/** The findings of a report with their places. */
export function placesOfFindings(report: AcceptableReport): readonly FindingPlaces[] {
  return Object.entries(report.checks).flatMap(([check, result]) => {
    if (result.status !== 'warn' && result.status !== 'fail') return [];
    const places = findingLocations(report, check, result).map(({ evidence, fingerprint }) => {
      if (evidence !== null) return { evidence, fingerprint, fingerprints: [fingerprint] };
      const ofValue = fingerprintOf([fingerprint, JSON.stringify(result.value)]);
      return { evidence, fingerprint: ofValue, fingerprints: [ofValue, fingerprint] };
    });
    return [{ check, result, places }];
  });
}

/** Whether the last day of an acceptance is over, in UTC. */
export function isOver(expires: string | null | undefined, now: Date): boolean {
  return typeof expires === 'string' && expires < now.toISOString().slice(0, 10);
}
