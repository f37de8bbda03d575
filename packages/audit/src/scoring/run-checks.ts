import { types } from 'node:util';
import type { EvaluatedCheck } from '../audit.ts';
import type { AuditFacts } from '../audit-facts.ts';
import { type Check, optionsOf } from '../checks/check.ts';
import { type CpuAccount, openCpuAccount } from '../limits/cpu-account.ts';
import { takeSlices } from '../limits/time-slices.ts';
import type { Evidence, Json, Outcome, Status } from '../outcome.ts';
import { withPlainIds } from '../page/shadow/flatten-page.ts';
import { isIncomplete, type Sample, unrequestedSamples } from '../probes/unrequested-samples.ts';
import { countText } from '../readings/count-text.ts';
import { maxEvidence } from '../readings/evidence.ts';
import { builtFactsOf, renderedOf, sourceFactsOf } from '../readings/rendered-page.ts';
import { isOnOtherSite, servedPageOf } from '../readings/served-page.ts';
import { speedNotMeasured } from '../readings/speed-metric.ts';
import { renderFailureText } from '../render/rendering.ts';
import { withSourcePosition } from './rendered-evidence.ts';
import { weights } from './score.ts';

/** Limit for the value of a check, in characters of JSON. */
const maxValueLength = 20_000;
/** Limits for a summary, an advice and a quote, in characters. */
const maxTextLengths = { summary: 1_000, advice: 1_000, evidence: 300 } as const;
/** Limit for the nesting of a value. */
const maxDepth = 100;

/** Milliseconds of work in one slice. */
const sliceMs = 2;

/** A check that threw, or returned an outcome that a report cannot store. */
export interface CheckFailure {
  /** The id of the check. */
  readonly check: string;
  /** The requested URL, normalised. */
  readonly url: string;
  /** The error. */
  readonly error: unknown;
}

/** Options of {@link runChecks}. */
export interface RunChecksOptions {
  /** The CPU account of the analysis: the checks are charged to it, and stop when it ends. */
  readonly cpu?: CpuAccount;
  /** Called immediately for every check that fails. It must not throw. */
  readonly onCheckFailed?: (failure: CheckFailure) => void;
  /** Called with each check before it runs, and with `null` after the last one. */
  readonly onCheck?: ((check: Check | null) => void) | undefined;
}

/**
 * Runs every check on the facts, in slices, so that other work of this process is not blocked. The same
 * facts give the same results. A check that throws, or whose value is not JSON, gets the status `error`,
 * and `onCheckFailed` gets the cause: one faulty check does not fail the report. Values that are too
 * long are shortened and keep their status. If the server did not show the page, only checks about the
 * site apply.
 *
 * @returns The results by check id, in ruleset order.
 */
export async function runChecks(
  checks: readonly Check[],
  facts: AuditFacts,
  { cpu = openCpuAccount(), onCheckFailed = () => {}, onCheck }: RunChecksOptions = {},
): Promise<ReadonlyMap<string, EvaluatedCheck>> {
  const slices = takeSlices(sliceMs, cpu);
  const results = new Map<string, EvaluatedCheck>();
  const evaluate = evaluator(facts, onCheckFailed);
  const isShown = servedPageOf(facts).kind === 'page';
  const isSite = !isOnOtherSite(facts);
  const unrequested = unrequestedSamples(facts.probes);
  for (const check of checks) {
    if (slices.isOver()) await slices.next();
    const applies = isShown || check.about === 'response' || (check.about === 'site' && isSite);
    const isSampled = !check.samples?.some((sample) => unrequested.has(sample));
    onCheck?.(check);
    results.set(
      check.id,
      applies ? (isSampled ? evaluate(check) : notSampledResult(check)) : toResult(check, notShown),
    );
  }
  onCheck?.(null);
  return results;
}

const notShown: Outcome = {
  status: 'na',
  summary: 'The server did not show the page, so this check does not apply.',
};

/** What a check needs that a crawl does not request, by its first sample. */
const unrequestedTexts: Readonly<Record<Sample, string>> = {
  links: 'all of the linked pages that a report requests',
  externalLinks: 'pages of other sites',
  images: 'the images',
  resources: 'scripts and style sheets',
  canonical: 'the canonical page',
  alternates: 'the versions in other languages',
  favicons: 'the icon',
  sharedImage: 'the image for link previews',
  crossOrigin: 'the page as another site does',
};

/** The result of a check about what a crawl did not request: why, and what it can cost in a report. */
export function notSampledResult(check: Check): EvaluatedCheck {
  const [sample = 'links'] = check.samples ?? [];
  const cost = weights[check.importance];
  const costText = cost === 0 ? 'costs no points' : `costs up to ${cost} points`;
  const capText = check.gate === undefined ? '' : ` and can limit the score to ${check.gate.cap}`;
  const summary = `Not checked: a crawl does not request ${unrequestedTexts[sample]} for each page. In a report, this check ${costText}${capText}.`;
  return toResult(check, { status: 'na', summary, sampled: true });
}

type OnCheckFailed = (failure: CheckFailure) => void;

/** Evaluates checks on what they read: see `Check.reads`. */
function evaluator(
  facts: AuditFacts,
  onCheckFailed: OnCheckFailed,
): (check: Check) => EvaluatedCheck {
  const evaluateForms = evaluatorOfForms(facts, onCheckFailed);
  return (check) => {
    if (check.reads === 'visits') return evaluateVisits(check, facts, onCheckFailed);
    if (check.reads === 'speed') return evaluateSpeed(check, facts, onCheckFailed);
    return evaluateForms(check);
  };
}

/** Evaluates checks on the form of the page that they read. */
function evaluatorOfForms(
  facts: AuditFacts,
  onCheckFailed: OnCheckFailed,
): (check: Check) => EvaluatedCheck {
  const rendered = renderedOf(facts);
  if (rendered === null) {
    return (check) =>
      check.reads === 'browser'
        ? withoutBrowser(check, facts)
        : evaluateOn(check, facts, onCheckFailed);
  }
  const [source, built] = [sourceFactsOf(facts), builtFactsOf(facts)];
  const toSource = (evidence: Evidence) => withSourcePosition(evidence, source.page);
  return (check) => {
    // What is about the site or the response is about no form of the page.
    if (check.reads === 'source' || check.about !== undefined) {
      return evaluateOn(check, source, onCheckFailed);
    }
    const result = evaluateOn(check, built, onCheckFailed);
    const readFrom = 'rendered' as const;
    const fromBuilt = { ...result, evidence: result.evidence.map(toSource), readFrom };
    if (check.reads === 'browser') return fromBuilt;
    const before = evaluateOn(check, source, () => {});
    const { status, points, summary } = before;
    if (status !== result.status) return { ...fromBuilt, sourceStatus: status };
    // The same finding, with the positions that a reader of the source needs. Samples of links have none there.
    const isSame = points === result.points && summary === result.summary;
    return isSame ? { ...before, evidence: before.evidence.map(toSource), readFrom } : fromBuilt;
  };
}

/** The result of a check that needs a browser, without one: it neither costs points nor lowers the coverage. */
function withoutBrowser(check: Check, { rendering }: AuditFacts): EvaluatedCheck {
  const outcome: Outcome =
    rendering?.kind === 'failed'
      ? { status: 'error', summary: renderFailureText(rendering.reason) }
      : { status: 'na', summary: 'The page was not rendered in a browser.' };
  return weightless(check, outcome);
}

/** The result of a check of measured speed, which counts in its category only. */
function evaluateSpeed(
  check: Check,
  facts: AuditFacts,
  onCheckFailed: OnCheckFailed,
): EvaluatedCheck {
  const { speed } = facts;
  if (speed?.status === 'measured') {
    const result = evaluateOn(check, facts, onCheckFailed);
    return { ...result, weight: 0, readFrom: 'measured' };
  }
  const isFailed = speed?.status === 'failed';
  return weightless(
    check,
    isFailed ? { status: 'error', summary: speed.message } : speedNotMeasured,
  );
}

/** A result that neither costs points nor lowers the coverage. */
function weightless(check: Check, outcome: Outcome): EvaluatedCheck {
  return { ...toResult(check, outcome), weight: 0 };
}

/** The result of a check of what real visitors had: where that is not known, it has no weight. */
function evaluateVisits(
  check: Check,
  facts: AuditFacts,
  onCheckFailed: OnCheckFailed,
): EvaluatedCheck {
  const result = evaluateOn(check, facts, onCheckFailed);
  return result.status === 'na' ? { ...result, weight: 0 } : result;
}

function evaluateOn(check: Check, facts: AuditFacts, onCheckFailed: OnCheckFailed): EvaluatedCheck {
  try {
    const outcome = requireOutcome(check.run(facts, optionsOf(check)));
    return toResult(check, outcome, isSampled(check, facts));
  } catch (error) {
    onCheckFailed({ check: check.id, url: facts.response.url, error });
    return toResult(check, { status: 'error', summary: 'This check could not be evaluated.' });
  }
}

/** Whether URLs that a check is about were not requested. */
export function isSampled({ samples }: Check, { probes }: Pick<AuditFacts, 'probes'>): boolean {
  return samples?.some((sample) => isIncomplete(sample, probes)) ?? false;
}

/** Custom checks may be written without types. */
function requireOutcome(outcome: Outcome): Outcome {
  if (types.isPromise(outcome)) {
    // An unhandled rejection would end the process.
    outcome.catch(() => {});
    throw new TypeError('A check must return its outcome, not a promise.');
  }
  if (typeof outcome !== 'object' || outcome === null) {
    throw new TypeError('A check must return an object with status and summary.');
  }
  if (!Object.hasOwn(statusPoints, outcome.status)) {
    throw new TypeError(`status must be one of ${Object.keys(statusPoints).join(', ')}.`);
  }
  if (typeof outcome.summary !== 'string') throw new TypeError('summary must be a string.');
  if (outcome.advice !== undefined && typeof outcome.advice !== 'string') {
    throw new TypeError('advice must be a string.');
  }
  return outcome;
}

/** The result of a check as reports store it. */
export function toResult(check: Check, outcome: Outcome, sampled = false): EvaluatedCheck {
  const needsFix = outcome.status === 'warn' || outcome.status === 'fail';
  const value = storable(outcome.value);
  return {
    category: check.category,
    importance: check.importance,
    status: outcome.status,
    title: check.title,
    summary: summaryOf(outcome, value.isCut),
    value: value.plain,
    evidence: outcome.evidence?.slice(0, maxEvidence).map(evidenceOf) ?? [],
    sampled: outcome.sampled ?? sampled,
    advice: needsFix ? adviceOf(check, outcome) : null,
    source: check.source,
    weight: weights[check.importance],
    points: pointsOf(outcome),
  };
}

function adviceOf(check: Check, { advice }: Outcome): string {
  return advice === undefined ? check.advice : cleanText(advice, maxTextLengths.advice);
}

const statusPoints: Readonly<Record<Status, number | null>> = {
  pass: 1,
  warn: 0.5,
  fail: 0,
  na: null,
  error: null,
};

function pointsOf({ status, points }: Outcome): number | null {
  const usual = statusPoints[status];
  if (usual === null || points === undefined) return usual;
  if (!(points >= 0 && points <= 1)) throw new RangeError('points must be a number from 0 to 1.');
  return points;
}

function summaryOf({ summary }: Outcome, isCut: boolean): string {
  if (!isCut) return cleanText(summary, maxTextLengths.summary);
  const cutNote = ` The value is shortened: it has more than ${countText(maxValueLength)} characters.`;
  return cleanText(summary, maxTextLengths.summary - cutNote.length) + cutNote;
}

/** The remaining budget for a value. */
interface Budget {
  /** Remaining characters, roughly as in JSON. */
  left: number;
  /** Whether something was left out. */
  isCut: boolean;
}

/** A value as stores return it. */
interface Storable {
  readonly plain: Json;
  readonly isCut: boolean;
}

const noValue: Storable = { plain: null, isCut: false };

/** A value as plain JSON. */
function storable(value: Json | undefined): Storable {
  if (value === undefined) return noValue;
  const budget: Budget = { left: maxValueLength, isCut: false };
  const plain = plainOf(value, budget, 0);
  if (plain === undefined) throw new TypeError('value must be JSON.');
  return { plain, isCut: budget.isCut };
}

/** The value as JSON would store it, within the budget. Faster than writing and parsing JSON. */
function plainOf(value: unknown, budget: Budget, depth: number): Json | undefined {
  if (typeof value === 'string') return plainText(value, budget);
  budget.left -= 2;
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') throw new TypeError('value must be JSON.');
  if (typeof value !== 'object') return undefined;
  if (depth > maxDepth) throw new RangeError(`value must be at most ${maxDepth} levels deep.`);
  if (Array.isArray(value)) return plainList(value, budget, depth);
  const plain: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    if (isFull(budget, key.length + 3)) break;
    const member = plainOf((value as Readonly<Record<string, unknown>>)[key], budget, depth + 1);
    // Assigning `__proto__` would set the prototype.
    if (member !== undefined && key !== '__proto__') plain[cleanText(key, maxValueLength)] = member;
  }
  return plain;
}

function plainList(list: readonly unknown[], budget: Budget, depth: number): Json {
  const plain: Json[] = [];
  for (const part of list) {
    if (isFull(budget, 0)) break;
    plain.push(plainOf(part, budget, depth + 1) ?? null);
  }
  return plain;
}

function plainText(text: string, budget: Budget): string {
  const maxLength = Math.max(budget.left - 2, 1);
  budget.isCut ||= text.length > maxLength;
  budget.left -= text.length + 2;
  return cleanText(text, maxLength);
}

/** Charges the budget for the next part; if it is spent, the part is left out. */
function isFull(budget: Budget, characters: number): boolean {
  budget.left -= characters;
  budget.isCut ||= budget.left <= 0;
  return budget.left <= 0;
}

function evidenceOf({ kind, text, line, column, selector }: Evidence): Evidence {
  const evidence: { -readonly [Key in keyof Evidence]: Evidence[Key] } = {
    kind,
    text: cleanText(text, maxTextLengths.evidence),
  };
  // Optional fields are left out, not undefined, as stores return them.
  if (line !== undefined) evidence.line = line;
  if (column !== undefined) evidence.column = column;
  if (selector !== undefined) evidence.selector = cleanText(selector, maxTextLengths.evidence);
  return evidence;
}

/** A string that every store accepts, up to a length: no NUL, no lone surrogates. */
export function cleanText(text: string, length: number): string {
  const plain = withPlainIds(text);
  const part = plain.length > length ? `${plain.slice(0, length - 1)}…` : plain;
  return part.includes('\0')
    ? part.replaceAll('\0', '\u{fffd}').toWellFormed()
    : part.toWellFormed();
}
