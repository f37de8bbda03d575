import {
  type CheckInfo,
  type CheckResult,
  detailsOf,
  type Evidence,
  type ReportDetails,
} from '@sitegrade/core';

/** What a ruleset determines of the results of a check. */
export type CheckTexts = Omit<CheckInfo, 'family'>;

/**
 * Details without what their ruleset determines, in columns: a field of all checks, in the order of the
 * ruleset, then the next field. Reports resemble each other most in this form.
 */
export interface DetailsColumns extends Omit<ReportDetails, 'checks' | 'fixFirst'> {
  /** The indexes of the checks in the ruleset; an id that the ruleset does not have stays an id. */
  readonly fixFirst: readonly (number | string)[];
  readonly status: readonly CheckResult['status'][];
  readonly points: Exceptions<CheckResult['points']>;
  readonly deduction: Exceptions<CheckResult['deduction']>;
  readonly gain: Exceptions<CheckResult['gain']>;
  readonly advice: Exceptions<CheckResult['advice']>;
  readonly summary: readonly CheckResult['summary'][];
  readonly value: readonly CheckResult['value'][];
  readonly evidence: readonly (readonly EvidenceRow[])[];
  readonly sampled: Exceptions<CheckResult['sampled']>;
  /** Left out, as the next ones, where there are none: reports from before they were rendered have none of them. */
  readonly weight?: Exceptions<CheckResult['weight']>;
  /** A character for each check: `1` if it is about the page as scripts built it, `2` about measured speed. */
  readonly readFrom?: string;
  readonly sourceStatus?: Exceptions<NonNullable<CheckResult['sourceStatus']>>;
}

/** Evidence without its keys. */
type EvidenceRow = readonly [
  kind: Evidence['kind'],
  text: string,
  line?: number | null,
  column?: number | null,
  selector?: string,
];

/** The values that are not the usual ones, with their indexes. */
type Exceptions<Value> = readonly (readonly [place: number, value: Value])[];

const usualPoints: Readonly<Record<CheckResult['status'], number | null>> = {
  pass: 1,
  warn: 0.5,
  fail: 0,
  na: null,
  error: null,
};

/** What results are about, by the characters of {@link DetailsColumns.readFrom}. */
const readFromOf: Readonly<Record<string, NonNullable<CheckResult['readFrom']>>> = {
  1: 'rendered',
  2: 'measured',
};

function formOf(readFrom: string): string | undefined {
  return Object.keys(readFromOf).find((form) => readFromOf[form] === readFrom);
}

const usualDeduction = 0;

const usualSampled = false;

function usualAdvice(status: CheckResult['status'], texts: CheckTexts | undefined): string | null {
  return (status === 'warn' || status === 'fail') && texts ? texts.advice : null;
}

/** The fields of a result, in their order. */
const resultFields: readonly (keyof CheckResult)[] = [
  'category',
  'importance',
  'status',
  'title',
  'summary',
  'value',
  'evidence',
  'sampled',
  'advice',
  'source',
  'weight',
  'points',
  'deduction',
  'gain',
  'readFrom',
  'sourceStatus',
];

/** How many fields all results have. The others are those of pages that were rendered. */
const requiredFields = 14;

/** The fields of evidence, in their order: all but the first two may be missing. */
const evidenceFields: readonly (keyof Evidence)[] = ['kind', 'text', 'line', 'column', 'selector'];

/**
 * The columns of details; `undefined` unless {@link fromColumns} makes details of them that have exactly the same
 * JSON, in the same order.
 */
export function toColumns(
  { checks, fixFirst, ...rest }: ReportDetails,
  texts: readonly CheckTexts[],
): DetailsColumns | undefined {
  const ids = Object.keys(checks);
  if (ids.length !== texts.length || 'toJSON' in checks) return undefined;
  if (!fixFirst.every(isText) || !Object.values(rest).every(isJson)) return undefined;
  const columns = {
    ...rest,
    fixFirst: fixFirst.map((id) => {
      const index = ids.indexOf(id);
      return index < 0 ? id : index;
    }),
    status: [] as CheckResult['status'][],
    points: [] as [number, CheckResult['points']][],
    deduction: [] as [number, CheckResult['deduction']][],
    gain: [] as [number, CheckResult['gain']][],
    advice: [] as [number, CheckResult['advice']][],
    summary: [] as CheckResult['summary'][],
    value: [] as CheckResult['value'][],
    evidence: [] as (readonly EvidenceRow[])[],
    sampled: [] as [number, CheckResult['sampled']][],
  };
  const weights: [number, CheckResult['weight']][] = [];
  const sourceStatuses: [number, CheckResult['status']][] = [];
  let forms = '';
  for (const [index, check] of texts.entries()) {
    const result = checks[check.id];
    if (ids[index] !== check.id || !isOfCheck(result, check)) return undefined;
    const { status, points, deduction, gain, advice, summary, value, sampled } = result;
    const { weight, readFrom, sourceStatus } = result;
    const evidence = toRows(result.evidence);
    if (evidence === undefined) return undefined;
    const form = readFrom === undefined ? '0' : formOf(readFrom);
    if (form === undefined || (form === '0' && sourceStatus !== undefined)) return undefined;
    if (!isJson(status) || !isJson(points) || !isJson(deduction) || !isJson(gain)) return undefined;
    if (!isJson(advice) || !isJson(summary) || !isJson(value)) return undefined;
    if (!isJson(sampled) || !isJson(weight)) return undefined;
    columns.status.push(status);
    if (points !== usualPoints[status]) columns.points.push([index, points]);
    if (deduction !== usualDeduction) columns.deduction.push([index, deduction]);
    // Most fixes gain what the finding costs.
    if (gain !== deduction) columns.gain.push([index, gain]);
    if (advice !== usualAdvice(status, check)) columns.advice.push([index, advice]);
    if (sampled !== usualSampled) columns.sampled.push([index, sampled]);
    if (weight !== check.weight) weights.push([index, weight]);
    if (sourceStatus !== undefined) sourceStatuses.push([index, sourceStatus]);
    forms += form;
    columns.summary.push(summary);
    columns.value.push(value);
    columns.evidence.push(evidence);
  }
  return {
    ...columns,
    ...(weights.length > 0 && { weight: weights }),
    ...(/[12]/.test(forms) && { readFrom: forms }),
    ...(sourceStatuses.length > 0 && { sourceStatus: sourceStatuses }),
  };
}

/** Whether a result has the fields that results have, and the texts of its check. */
function isOfCheck(result: CheckResult | undefined, check: CheckTexts): result is CheckResult {
  return (
    isPlainObject(result) &&
    hasFields(result, resultFields, requiredFields) &&
    result.category === check.category &&
    result.importance === check.importance &&
    result.title === check.title &&
    result.source === check.source
  );
}

/** `undefined` if one of them is not as evidence is. */
function toRows(evidence: readonly Evidence[]): readonly EvidenceRow[] | undefined {
  if (!Array.isArray(evidence) || 'toJSON' in evidence) return undefined;
  const rows: EvidenceRow[] = [];
  // Not `every`, which skips holes.
  for (const quote of evidence as readonly Evidence[]) {
    if (!isPlainObject(quote) || !isQuote(quote)) return undefined;
    const { kind, text, line, column, selector } = quote;
    if (selector !== undefined) rows.push([kind, text, line ?? null, column ?? null, selector]);
    else if (line === undefined) rows.push([kind, text]);
    else if (column === undefined) rows.push([kind, text, line]);
    else rows.push([kind, text, line, column]);
  }
  return rows;
}

/** Whether an object has the fields of evidence in their order, as JSON writes them; it has no column without a line. */
function isQuote(quote: Evidence): boolean {
  let next = 0;
  for (const key of Object.keys(quote) as (keyof Evidence)[]) {
    next = evidenceFields.indexOf(key, next) + 1;
    // A position that is `null` stands for one that is missing.
    if (next === 0 || quote[key] === (null as never) || !isJson(quote[key])) return false;
  }
  const { kind, text, line, column } = quote;
  const hasPosition = line !== undefined || column === undefined;
  return kind !== undefined && text !== undefined && hasPosition;
}

/** Whether an object has these fields in this order, of which those from `required` on may be missing at the end. */
function hasFields(value: object, fields: readonly string[], required: number): boolean {
  const keys = Object.keys(value);
  return keys.length >= required && keys.every((key, index) => key === fields[index]);
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('toJSON' in value);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** Whether JSON writes a value alike wherever it is: not `undefined`, for one. */
function isJson(value: unknown): boolean {
  const type = typeof value;
  if (type === 'object') return value === null || isPlainObject(value);
  return type === 'string' || type === 'boolean' || Number.isFinite(value);
}

/**
 * The details with these columns.
 *
 * @throws RangeError if a column is too short for the texts.
 */
export function fromColumns(
  {
    status,
    points,
    deduction,
    gain,
    advice,
    summary,
    value,
    evidence,
    sampled,
    weight: weights = [],
    readFrom: forms = '',
    sourceStatus = [],
    ...rest
  }: DetailsColumns,
  texts: readonly CheckTexts[],
): ReportDetails {
  const exceptional = {
    points: new Map(points),
    deduction: new Map(deduction),
    gain: new Map(gain),
    advice: new Map(advice),
    sampled: new Map(sampled),
    weight: new Map(weights),
    sourceStatus: new Map(sourceStatus),
  };
  const checks = texts.map((check, index): [string, CheckResult] => {
    const { id, category, importance, title, source, weight } = check;
    const found = at(status, index);
    const cost = valueAt(exceptional.deduction, index, usualDeduction);
    const result = {
      category,
      importance,
      status: found,
      title,
      summary: at(summary, index),
      value: at(value, index),
      evidence: at(evidence, index).map(fromRow),
      sampled: valueAt(exceptional.sampled, index, usualSampled),
      advice: valueAt(exceptional.advice, index, usualAdvice(found, check)),
      source,
      weight: valueAt(exceptional.weight, index, weight),
      points: valueAt(exceptional.points, index, usualPoints[found]),
      deduction: cost,
      gain: valueAt(exceptional.gain, index, cost),
    };
    const readFrom = readFromOf[forms[index] ?? '0'];
    if (readFrom === undefined) return [id, result];
    const before = exceptional.sourceStatus.get(index);
    return [id, { ...result, readFrom, ...(before !== undefined && { sourceStatus: before }) }];
  });
  const fixFirst = rest.fixFirst.map((index) =>
    typeof index === 'number' ? at(texts, index).id : index,
  );
  return detailsOf({ ...rest, fixFirst, checks: Object.fromEntries(checks) });
}

function fromRow([kind, text, line, column, selector]: EvidenceRow): Evidence {
  return {
    kind,
    text,
    // A selector has the positions before it, which may be `null`.
    ...(line !== undefined && line !== null && { line }),
    ...(column !== undefined && column !== null && { column }),
    ...(selector !== undefined && { selector }),
  };
}

function valueAt<Value>(
  exceptional: ReadonlyMap<number, Value>,
  index: number,
  usual: Value,
): Value {
  const value = exceptional.get(index);
  return value === undefined ? usual : value;
}

function at<Value>(column: readonly Value[], index: number): Value {
  const value = column[index];
  if (value === undefined) throw new RangeError(`A column of details ends before ${index}.`);
  return value;
}
