import type { CheckResult } from './audit.ts';
import type { AuditFacts, Check, Evidence, Json, Outcome, Status } from './checks/check.ts';
import { maxEvidence } from './checks/evidence.ts';
import { takeTurns } from './page/turns.ts';
import { weights } from './score.ts';

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
  const results: Record<string, CheckResult> = {};
  for (const check of checks) {
    if (turns.isOver()) await turns.next();
    results[check.id] = judge(check, facts);
  }
  return results;
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
  const room = { left: maxValue };
  const plain = value === undefined ? null : plainOf(value, room);
  if (plain === undefined) throw new TypeError('no value for a report');
  return plain;
}

/**
 * What JSON would make of a value, without writing it: reports are made often.
 *
 * @param room - Characters that are left, about as JSON counts them.
 */
function plainOf(value: unknown, room: { left: number }): Json | undefined {
  room.left -= typeof value === 'string' ? value.length + 2 : 2;
  if (room.left < 0) throw new RangeError('too long a value for a report');
  if (typeof value === 'string') return clean(value, maxValue);
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') throw new TypeError('no value for a report');
  if (typeof value !== 'object') return undefined;
  if (Array.isArray(value)) return value.map((part) => plainOf(part, room) ?? null);
  const plain: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    const own = plainOf((value as Readonly<Record<string, unknown>>)[key], room);
    room.left -= key.length + 3;
    // Assigning `__proto__` would set something else.
    if (own !== undefined && key !== '__proto__') plain[clean(key, maxValue)] = own;
  }
  return plain;
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
  const part = text.length > length ? text.slice(0, length) : text;
  return part.includes('\0')
    ? part.replaceAll('\0', '\u{fffd}').toWellFormed()
    : part.toWellFormed();
}
