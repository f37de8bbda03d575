import type { Evidence, Json, Outcome } from '../outcome.ts';
import type { SourceTag } from '../page/page-facts.ts';
import { tagsEvidence } from './evidence.ts';
import { pointsOfShare } from './points-of-share.ts';

/** What a check says about the things that have a fault. */
interface FaultRule {
  /** Why the check does not apply where there is nothing to examine: "The page has no buttons." */
  readonly none: string;
  /** What is counted, for a page without faults: "Buttons without a name" becomes "Buttons without a name: 0 of 9.". */
  readonly fault: string;
  /** The summary for faults, from their number and that of all that was examined. */
  readonly summary: (count: number, all: number) => string;
  readonly value: Json;
  /**
   * `warn`, the default, and `fail`: the status for any fault. `fail if all`: a warning, unless all have one. `by share`: the
   * same, with points by the share of faults. `warn by share`: such points, and never a failure.
   */
  readonly severity?: 'warn' | 'fail' | 'fail if all' | 'by share' | 'warn by share';
}

type Tagged = SourceTag | { readonly tag: SourceTag };

interface Quotes {
  /** Quotes the faults. Default: their tags. */
  readonly evidence: () => readonly Evidence[];
}

/**
 * The outcome of a check that examines many things of a page, each of which may have a fault.
 *
 * @param all - How many were examined.
 * @param faults - Those that have a fault.
 */
export function faultsOutcome(
  all: number,
  faults: readonly Tagged[],
  rule: FaultRule & Partial<Quotes>,
): Outcome;
export function faultsOutcome(
  all: number,
  faults: readonly unknown[],
  rule: FaultRule & Quotes,
): Outcome;
export function faultsOutcome(
  all: number,
  faults: readonly unknown[],
  rule: FaultRule & Partial<Quotes>,
): Outcome {
  if (all === 0) return { status: 'na', summary: rule.none };
  const { value, severity = 'warn' } = rule;
  const { length } = faults;
  if (length === 0) return { status: 'pass', summary: `${rule.fault}: 0 of ${all}.`, value };
  const failsIfAll = severity === 'by share' || severity === 'fail if all';
  const outcome: Outcome = {
    status: severity === 'fail' || (failsIfAll && length === all) ? 'fail' : 'warn',
    summary: rule.summary(length, all),
    value,
    evidence: rule.evidence?.() ?? tagsEvidence(faults as readonly Tagged[]),
  };
  if (!severity.endsWith('by share')) return outcome;
  return { ...outcome, points: pointsOfShare(length, all) };
}
