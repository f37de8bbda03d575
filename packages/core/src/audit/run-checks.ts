import type { CheckResult } from './audit.ts';
import type { AuditFacts, Check, Evidence, Json, Outcome, Status } from './checks/check.ts';
import { maxEvidence } from './checks/evidence.ts';
import { type CpuAccount, openCpuAccount } from './cpu-account.ts';
import { takeSlices } from './page/time-slices.ts';
import { weights } from './score.ts';

/** Characters of a check's value as JSON: reports are read by people. */
const maxValue = 20_000;
/** Characters of a summary, and of one quote. */
const maxText = { summary: 1_000, evidence: 300 } as const;
/** Lists and objects within one another in a value: what a page says must not nest them. */
const deepestValue = 100;

/** Milliseconds of work before the event loop gets its turn. */
const sliceMs = 2;

/** A check that threw, or returned what a report cannot keep. */
export interface CheckFailure {
  /** The check's id. */
  readonly check: string;
  /** What was analysed, as requested, normalised. */
  readonly url: string;
  /** What was thrown. */
  readonly error: unknown;
}

/** What checks are run with. */
export interface RunChecksOptions {
  /** The analysis that the checks belong to: what they are charged to, and end with. */
  readonly cpu?: CpuAccount;
  /** Called with every check that fails, at once. It must not throw. */
  readonly onCheckFailed?: (failure: CheckFailure) => void;
}

/**
 * Runs every check over the facts, in time slices. The same facts give the same results. A check that
 * throws, or whose value is not JSON, is an `error`: one fault must not cost the page its report, and
 * `onCheckFailed` receives its cause. What is too long for a report is shortened and keeps its status:
 * its length depends on the page.
 */
export async function runChecks(
  checks: readonly Check[],
  facts: AuditFacts,
  { cpu = openCpuAccount(), onCheckFailed = () => {} }: RunChecksOptions = {},
): Promise<Readonly<Record<string, CheckResult>>> {
  const slices = takeSlices(sliceMs, cpu);
  const results: Record<string, CheckResult> = {};
  for (const check of checks) {
    if (slices.isOver()) await slices.next();
    results[check.id] = judge(check, facts, onCheckFailed);
  }
  return results;
}

function judge(
  check: Check,
  facts: AuditFacts,
  onCheckFailed: (failure: CheckFailure) => void,
): CheckResult {
  try {
    return toResult(check, requireOutcome(check.run(facts)));
  } catch (error) {
    onCheckFailed({ check: check.id, url: facts.response.url, error });
    return toResult(check, { status: 'error', summary: 'This check could not be evaluated.' });
  }
}

/** Checks of an embedder's own may be written without types. */
function requireOutcome(outcome: Outcome): Outcome {
  if (outcome instanceof Promise) {
    // Its rejection would end the process.
    outcome.catch(() => {});
    throw new TypeError('A check must return its outcome, not a promise of it.');
  }
  if (typeof outcome !== 'object' || outcome === null) {
    throw new TypeError('A check must return an object with status and summary.');
  }
  if (!Object.hasOwn(statusPoints, outcome.status)) {
    throw new TypeError(`status must be one of ${Object.keys(statusPoints).join(', ')}.`);
  }
  if (typeof outcome.summary !== 'string') throw new TypeError('summary must be a string.');
  return outcome;
}

function toResult(check: Check, outcome: Outcome): CheckResult {
  const { category, importance, title, source } = check;
  const mend = outcome.status === 'warn' || outcome.status === 'fail';
  const value = storable(outcome.value);
  const evidence = outcome.evidence ?? [];
  return {
    category,
    importance,
    status: outcome.status,
    title,
    summary: summaryOf(outcome, value.isCut),
    value: value.plain,
    evidence: evidence.slice(0, maxEvidence).map(evidenceOf),
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
  if (own === null || points === undefined) return own;
  if (!(points >= 0 && points <= 1)) throw new RangeError('points must be a number from 0 to 1.');
  return points;
}

const cutNote = ` The value is shortened: it has more than ${maxValue.toLocaleString('en')} characters.`;

function summaryOf({ summary }: Outcome, isCut: boolean): string {
  if (!isCut) return clean(summary, maxText.summary);
  return clean(summary, maxText.summary - cutNote.length) + cutNote;
}

/** What is left for a value, and whether anything was left out for want of it. */
interface Room {
  /** Characters, about as JSON counts them. */
  left: number;
  isCut: boolean;
}

/** Plain JSON, as a store gives it back. */
function storable(value: Json | undefined): { readonly plain: Json; readonly isCut: boolean } {
  const room: Room = { left: maxValue, isCut: false };
  const plain = value === undefined ? null : plainOf(value, room, 0);
  if (plain === undefined) throw new TypeError('value must be JSON.');
  return { plain, isCut: room.isCut };
}

/** What JSON would make of a value, as far as there is room, without writing it: reports are made often. */
function plainOf(value: unknown, room: Room, depth: number): Json | undefined {
  if (typeof value === 'string') return plainText(value, room);
  room.left -= 2;
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') throw new TypeError('value must be JSON.');
  if (typeof value !== 'object') return undefined;
  if (depth > deepestValue)
    throw new RangeError(`value must be at most ${deepestValue} levels deep.`);
  if (Array.isArray(value)) return plainList(value, room, depth);
  const plain: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    if (isFull(room, key.length + 3)) break;
    const own = plainOf((value as Readonly<Record<string, unknown>>)[key], room, depth + 1);
    // Assigning `__proto__` would set something else.
    if (own !== undefined && key !== '__proto__') plain[clean(key, maxValue)] = own;
  }
  return plain;
}

function plainList(list: readonly unknown[], room: Room, depth: number): Json {
  const plain: Json[] = [];
  for (const part of list) {
    if (isFull(room, 0)) break;
    plain.push(plainOf(part, room, depth + 1) ?? null);
  }
  return plain;
}

function plainText(text: string, room: Room): string {
  const most = Math.max(room.left - 2, 1);
  room.isCut ||= text.length > most;
  room.left -= text.length + 2;
  return clean(text, most);
}

/** Takes room for what comes next; where there is none left, what comes next is left out. */
function isFull(room: Room, characters: number): boolean {
  room.left -= characters;
  room.isCut ||= room.left <= 0;
  return room.left <= 0;
}

function evidenceOf({ kind, text, line, column }: Evidence): Evidence {
  return {
    kind,
    text: clean(text, maxText.evidence),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}

/** Text that every store can keep, at most so long: no NUL, no half of a surrogate pair. */
function clean(text: string, length: number): string {
  const part = text.length > length ? `${text.slice(0, length - 1)}…` : text;
  return part.includes('\0')
    ? part.replaceAll('\0', '\u{fffd}').toWellFormed()
    : part.toWellFormed();
}
