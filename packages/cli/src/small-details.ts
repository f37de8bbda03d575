import type { CheckInfo, CheckResult, ReportDetails } from '@sitegrade/core';

/** The id of the only result of small details, which no check has. */
const allId = '';

/** A result by its status alone: one that passed in full, or does not apply. */
const plain = { pass: 'p', na: 'n' } as const;

/** The fields of other results: all but the texts of the check, and the places. */
type Row = readonly [
  status: CheckResult['status'],
  points: number | null,
  weight: number,
  summary: string,
  sampled: boolean,
  readFrom?: CheckResult['readFrom'] | null,
  sourceStatus?: CheckResult['sourceStatus'] | null,
];

/**
 * Details without the texts of checks and the places of findings, with which 10,000 pages would take gigabytes: the
 * results are a text of about three kilobytes. It has all that decides the score.
 */
export function smallDetails(details: ReportDetails, checks: readonly CheckInfo[]): ReportDetails {
  let statuses = '';
  const rows: Row[] = [];
  for (const { id, weight } of checks) {
    const result = details.checks[id];
    if (result === undefined) return details;
    const { status, points, readFrom, sourceStatus } = result;
    const isUsual = result.weight === weight && readFrom === undefined;
    if (isUsual && status === 'pass' && points === 1) statuses += plain.pass;
    else if (isUsual && status === 'na' && points === null) statuses += plain.na;
    else {
      statuses += '-';
      const { summary, sampled } = result;
      rows.push([status, points, result.weight, summary, sampled, readFrom, sourceStatus]);
    }
  }
  const packed = JSON.stringify([statuses, rows]);
  const fixFirst = details.fixFirst.slice(0, 1);
  return { ...details, fixFirst, gates: [], checks: { [allId]: { ...noResult, value: packed } } };
}

const noResult: CheckResult = {
  category: 'miscellaneous',
  importance: 'info',
  status: 'na',
  title: '',
  summary: '',
  value: null,
  evidence: [],
  sampled: false,
  advice: null,
  source: '',
  weight: 0,
  points: null,
  deduction: 0,
  gain: 0,
};

/**
 * The results that {@link smallDetails} has kept, with the texts of their checks. Summaries of checks that found nothing, places
 * and what findings cost are missing.
 */
export function wholeDetails(details: ReportDetails, checks: readonly CheckInfo[]): ReportDetails {
  const packed = details.checks[allId]?.value;
  if (typeof packed !== 'string') return details;
  const [statuses, rows] = JSON.parse(packed) as [string, Row[]];
  let next = 0;
  const results = checks.map((check, index): [string, CheckResult] => {
    const { id, category, importance, title, source, weight } = check;
    const texts = { ...noResult, category, importance, title, source, weight };
    if (statuses[index] === plain.pass) return [id, { ...texts, status: 'pass', points: 1 }];
    const row = statuses[index] === plain.na ? undefined : rows[next++];
    if (row === undefined) return [id, texts];
    const [status, points, ownWeight, summary, sampled, readFrom, sourceStatus] = row;
    return [
      id,
      {
        ...texts,
        status,
        points,
        weight: ownWeight,
        summary,
        sampled,
        advice: status === 'warn' || status === 'fail' ? check.advice : null,
        ...(readFrom && { readFrom }),
        ...(sourceStatus && { sourceStatus }),
      },
    ];
  });
  return { ...details, checks: Object.fromEntries(results) };
}
