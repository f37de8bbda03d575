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
  /** The places of the checks in the ruleset; an id that it does not have stays one. */
  readonly fixFirst: readonly (number | string)[];
  readonly status: readonly CheckResult['status'][];
  readonly points: Exceptions<CheckResult['points']>;
  readonly deduction: Exceptions<CheckResult['deduction']>;
  readonly advice: Exceptions<CheckResult['advice']>;
  readonly summary: readonly CheckResult['summary'][];
  readonly value: readonly CheckResult['value'][];
  readonly evidence: readonly (readonly EvidenceRow[])[];
}

/** Evidence without its keys. */
type EvidenceRow = readonly [kind: Evidence['kind'], text: string, line?: number, column?: number];

/** The values that are not the usual ones, with their places. */
type Exceptions<Value> = readonly (readonly [place: number, value: Value])[];

const usualPoints: Readonly<Record<CheckResult['status'], number | null>> = {
  pass: 1,
  warn: 0.5,
  fail: 0,
  na: null,
  error: null,
};

const usualDeduction = 0;

function usualAdvice(status: CheckResult['status'], texts: CheckTexts | undefined): string | null {
  return (status === 'warn' || status === 'fail') && texts ? texts.advice : null;
}

/**
 * The columns of details. What differs from the texts is lost, so the caller must compare the result of
 * {@link fromColumns} with the details.
 */
export function toColumns(
  { checks, fixFirst, ...rest }: ReportDetails,
  texts: readonly CheckTexts[],
): DetailsColumns {
  const results = Object.values(checks);
  const places = new Map(texts.map(({ id }, place) => [id, place]));
  return {
    ...rest,
    fixFirst: fixFirst.map((id) => places.get(id) ?? id),
    status: results.map(({ status }) => status),
    points: exceptions(results, ({ points, status }) => [points, usualPoints[status]]),
    deduction: exceptions(results, ({ deduction }) => [deduction, usualDeduction]),
    advice: exceptions(results, ({ advice, status }, place) => [
      advice,
      usualAdvice(status, texts[place]),
    ]),
    summary: results.map(({ summary }) => summary),
    value: results.map(({ value }) => value),
    evidence: results.map(({ evidence }) => evidence.map(toRow)),
  };
}

/** Whether no check lacks a field: in a column, JSON has `null` in its place. */
export function isWhole({ status, summary, value, evidence }: DetailsColumns): boolean {
  const columns: readonly (readonly unknown[])[] = [status, summary, value, evidence];
  return columns.every((column) => !column.includes(undefined));
}

/**
 * The details with these columns.
 *
 * @throws RangeError if a column is too short for the texts.
 */
export function fromColumns(
  { status, points, deduction, advice, summary, value, evidence, ...rest }: DetailsColumns,
  texts: readonly CheckTexts[],
): ReportDetails {
  const exceptional = {
    points: new Map(points),
    deduction: new Map(deduction),
    advice: new Map(advice),
  };
  const checks = texts.map((own, place): [string, CheckResult] => {
    const { id, category, importance, title, source, weight } = own;
    const found = at(status, place);
    const result = {
      category,
      importance,
      status: found,
      title,
      summary: at(summary, place),
      value: at(value, place),
      evidence: at(evidence, place).map(fromRow),
      advice: valueAt(exceptional.advice, place, usualAdvice(found, own)),
      source,
      weight,
      points: valueAt(exceptional.points, place, usualPoints[found]),
      deduction: valueAt(exceptional.deduction, place, usualDeduction),
    };
    return [id, result];
  });
  const fixFirst = rest.fixFirst.map((place) =>
    typeof place === 'number' ? at(texts, place).id : place,
  );
  return detailsOf({ ...rest, fixFirst, checks: Object.fromEntries(checks) });
}

function toRow({ kind, text, line, column }: Evidence): EvidenceRow {
  if (line === undefined) return [kind, text];
  return column === undefined ? [kind, text, line] : [kind, text, line, column];
}

function fromRow([kind, text, line, column]: EvidenceRow): Evidence {
  return {
    kind,
    text,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}

function exceptions<Value>(
  results: readonly CheckResult[],
  valuesOf: (result: CheckResult, place: number) => readonly [value: Value, usual: Value],
): Exceptions<Value> {
  return results.flatMap((result, place) => {
    const [value, usual] = valuesOf(result, place);
    return value === usual ? [] : [[place, value] as const];
  });
}

function valueAt<Value>(
  exceptional: ReadonlyMap<number, Value>,
  place: number,
  usual: Value,
): Value {
  const value = exceptional.get(place);
  return value === undefined ? usual : value;
}

function at<Value>(column: readonly Value[], place: number): Value {
  const value = column[place];
  if (value === undefined) throw new RangeError(`A column of details ends before ${place}.`);
  return value;
}
