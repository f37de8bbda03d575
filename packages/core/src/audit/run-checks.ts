import type { CheckResult } from './audit.ts';
import type { AuditFacts, Check, Evidence, Json, Outcome, Status } from './checks/check.ts';
import { takeTurns } from './page/turns.ts';
import { weights } from './score.ts';

/** A report quotes at most so many places for one check: a page can have ten thousand. */
const maxEvidence = 25;
/** Characters of a check's value as JSON: reports are read by people. */
const maxValue = 20_000;
/** Characters of a summary, and of one quote. */
const maxText = { summary: 1_000, evidence: 300 } as const;

/** Milliseconds of work before the event loop gets its turn. */
const turnMs = 2;

/**
 * Runs every check over the facts, in turns with everything else in this process. The same facts give
 * the same results. A check that throws, or that says what a report cannot keep, is an `error`: a fault
 * of one must not cost the page its report.
 */
export async function runChecks(
  checks: readonly Check[],
  facts: AuditFacts,
): Promise<Readonly<Record<string, CheckResult>>> {
  const turns = takeTurns(turnMs);
  const results: [string, CheckResult][] = [];
  for (const check of checks) {
    if (turns.isOver()) await turns.next();
    results.push([check.id, judge(check, facts)]);
  }
  return Object.fromEntries(results);
}

function judge(check: Check, facts: AuditFacts): CheckResult {
  try {
    return toResult(check, check.run(facts));
  } catch {
    return toResult(check, { status: 'error', summary: 'This check could not be evaluated.' });
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
    summary: clean(outcome.summary, maxText.summary),
    value: storable(outcome.value),
    evidence: (outcome.evidence ?? []).slice(0, maxEvidence).map(evidenceOf),
    advice: mend ? check.advice : null,
    source,
    weight: weights[importance],
    points: pointsOf(outcome),
  };
}

const statusPoints: Readonly<Record<Status, number | null>> = {
  pass: 1,
  warn: 0.5,
  fail: 0,
  na: null,
  error: null,
};

function pointsOf({ status, points }: Outcome): number | null {
  const own = statusPoints[status];
  if (own === undefined) throw new TypeError('unknown status');
  if (own === null || points === undefined) return own;
  if (!(points >= 0 && points <= 1)) throw new RangeError('points must be from 0 to 1');
  return points;
}

/** Plain JSON, as a store gives it back. */
function storable(value: Json | undefined): Json {
  if (value === undefined) return null;
  const json = JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'string') return clean(part, maxValue + 1);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, own]) => [clean(key, maxValue), own]),
    );
  });
  if (json === undefined || json.length > maxValue) throw new RangeError('no value for a report');
  return JSON.parse(json) as Json;
}

function evidenceOf({ kind, text, line, column }: Evidence): Evidence {
  return {
    kind,
    text: clean(text, maxText.evidence),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}

/** Text that every store can keep: no NUL, no half of a surrogate pair. */
function clean(text: string, length: number): string {
  return text.slice(0, length).replaceAll('\0', '\u{fffd}').toWellFormed();
}
