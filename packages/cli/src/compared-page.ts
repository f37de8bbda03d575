import {
  type ComparableReport,
  comparisonOf,
  type Evidence,
  type PageAnalysis,
  type ReportComparison,
  type Status,
} from '@sitegrade/core';
import * as v from 'valibot';
import {
  absoluteUrl,
  anyJson,
  isObject,
  listOf,
  number,
  objectOf,
  oneOf,
  parseShape,
  recordOf,
  text,
} from './json-shape.ts';

/** A report to compare, from a page or from a file. */
export interface ComparedPage extends ComparableReport {
  readonly url: string;
}

/** What is compared with what. */
export interface Comparisons {
  readonly pairs: readonly ReportComparison<ComparedPage>[];
  /** URLs of reports without a counterpart. */
  readonly unmatched: readonly string[];
}

/** A report of a page, to compare it. */
export function comparedPageOf(analysis: PageAnalysis): ComparedPage {
  const { url, finalUrl, score, rulesetVersion, partial, checks } = analysis;
  return { url, finalUrl, score, rulesetVersion, partial, checks };
}

/**
 * Pairs reports of the same path and query: hosts differ between staging and production. Two single reports
 * are a pair in any case.
 */
export function comparePages(
  from: readonly ComparedPage[],
  to: readonly ComparedPage[],
): Comparisons {
  const [first, ...others] = from;
  const [second, ...more] = to;
  if (first && second && others.length === 0 && more.length === 0) {
    return { pairs: [comparisonOf(first, second)], unmatched: [] };
  }
  const earlier = new Map(from.map((page) => [pathOf(page), page]));
  const later = new Set(to.map(pathOf));
  return {
    pairs: to.flatMap((page) => {
      const before = earlier.get(pathOf(page));
      return before === undefined ? [] : [comparisonOf(before, page)];
    }),
    unmatched: [
      ...from.filter((page) => !later.has(pathOf(page))),
      ...to.filter((page) => !earlier.has(pathOf(page))),
    ].map(({ url }) => url),
  };
}

function pathOf({ url }: ComparedPage): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

const quote = objectOf({
  kind: oneOf([
    'html',
    'header',
    'url',
    'robots',
    'cookie',
  ] as const satisfies readonly Evidence['kind'][]),
  text,
  line: v.exactOptional(number),
  column: v.exactOptional(number),
  selector: v.exactOptional(text),
});
const check = objectOf({
  status: oneOf(['pass', 'warn', 'fail', 'na', 'error'] as const satisfies readonly Status[]),
  importance: oneOf(['high', 'medium', 'low', 'info']),
  title: text,
  summary: text,
  value: anyJson,
  evidence: listOf(quote),
  sampled: v.boolean('a boolean'),
  read_from: v.exactOptional(oneOf(['rendered', 'measured'])),
});
const report = objectOf({
  url: absoluteUrl,
  final_url: absoluteUrl,
  score: number,
  ruleset_version: text,
  partial: v.boolean('a boolean'),
  checks: recordOf(check),
});
const atLeastOne = 'an array with at least one report';
const reports = objectOf({
  reports: v.pipe(v.array(report, atLeastOne), v.minLength(1, atLeastOne)),
});

/**
 * Reads the reports that `--format json` has written, or one report of the HTTP API.
 *
 * @throws Error with the field that is wrong.
 */
export function reportsOfJson(value: unknown): readonly ComparedPage[] {
  const found =
    isObject(value) && 'reports' in value
      ? parseShape(reports, value).reports
      : [parseShape(report, value)];
  return found.map((page) => ({
    ...page,
    checks: Object.fromEntries(
      Object.entries(page.checks).map(([id, { read_from: readFrom, ...result }]) => [
        id,
        { ...result, ...(readFrom !== undefined && { readFrom }) },
      ]),
    ),
    finalUrl: page.final_url,
    rulesetVersion: page.ruleset_version,
  }));
}
