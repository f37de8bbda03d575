import type { CheckResult } from './audit.ts';
import type { AuditFacts, Check, Outcome } from './checks/check.ts';
import { weights } from './score.ts';

/** A report quotes at most so many places for one check: a page can have ten thousand. */
const maxEvidence = 25;

/** Runs every check over the facts. Pure: the same facts give the same results. */
export function runChecks(
  checks: readonly Check[],
  facts: AuditFacts,
): Readonly<Record<string, CheckResult>> {
  return Object.fromEntries(
    checks.map((check) => [check.id, toResult(check, judge(check, facts))]),
  );
}

function judge(check: Check, facts: AuditFacts): Outcome {
  try {
    return check.run(facts);
  } catch {
    // A fault of one check must not cost the page its report.
    return { status: 'error', summary: 'This check could not be evaluated.' };
  }
}

function toResult(check: Check, outcome: Outcome): CheckResult {
  const { category, importance, title, source } = check;
  const mend = outcome.status === 'warn' || outcome.status === 'fail';
  return {
    category,
    importance,
    status: outcome.status,
    title,
    summary: outcome.summary,
    value: outcome.value ?? null,
    evidence: (outcome.evidence ?? []).slice(0, maxEvidence),
    advice: mend ? check.advice : null,
    source,
    weight: weights[importance],
    points: pointsOf(outcome),
  };
}

const statusPoints = { pass: 1, warn: 0.5, fail: 0, na: null, error: null } as const;

function pointsOf({ status, points }: Outcome): number | null {
  const own = statusPoints[status];
  return own === null ? null : (points ?? own);
}
