import {
  type ComparableCheck,
  type ComparableReport,
  comparisonOf,
  type Json,
  type PageAnalysis,
  type ReportComparison,
  type Status,
} from '@sitegrade/core';
import { readJsonFile } from './json-file.ts';

/** A check as a comparison shows it. */
export interface ComparedCheck extends ComparableCheck {
  /** What is right when it passes. */
  readonly title: string;
}

/** A report to compare, from a page or from a file. */
export interface ComparedPage extends ComparableReport<ComparedCheck> {
  readonly url: string;
}

/** What is compared with what. */
export interface Comparisons {
  readonly pairs: readonly ReportComparison<ComparedPage, ComparedCheck>[];
  /** URLs of reports without a counterpart. */
  readonly unmatched: readonly string[];
}

/** A report of a page, to compare it. */
export function comparedPageOf(analysis: PageAnalysis): ComparedPage {
  const { url, score, rulesetVersion, partial, checks } = analysis;
  return { url, score, rulesetVersion, partial, checks };
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

/**
 * Reads the reports of a file that `--format json` has written, or of one report of the HTTP API.
 *
 * @throws Error with the file and the field that is wrong.
 */
export async function readReports(file: string): Promise<readonly ComparedPage[]> {
  const value = await readJsonFile(file);
  const fail: Fail = (field, expected) => {
    throw new Error(`${file}: ${field} must be ${expected}. Write it with --format json.`);
  };
  if (!isObject(value)) return fail('the file', 'an object');
  if ('crawl' in value) throw new Error(`${file} has a crawl. Only reports of pages are compared.`);
  if (!('reports' in value)) return [pageOf(value, '', fail)];
  const { reports } = value;
  if (!Array.isArray(reports) || reports.length === 0) {
    return fail('reports', 'an array with at least one report');
  }
  return reports.map((report: unknown, index) => {
    const name = `reports[${index}]`;
    return isObject(report) ? pageOf(report, `${name}.`, fail) : fail(name, 'an object');
  });
}

type Fields = Readonly<Record<string, unknown>>;
type Fail = (field: string, expected: string) => never;

function pageOf(fields: Fields, prefix: string, fail: Fail): ComparedPage {
  const { url, score, ruleset_version: rulesetVersion, partial, checks } = fields;
  if (typeof url !== 'string' || !URL.canParse(url)) return fail(`${prefix}url`, 'a URL');
  if (typeof score !== 'number') return fail(`${prefix}score`, 'a number');
  if (typeof rulesetVersion !== 'string') return fail(`${prefix}ruleset_version`, 'a string');
  if (typeof partial !== 'boolean') return fail(`${prefix}partial`, 'a boolean');
  if (!isObject(checks)) return fail(`${prefix}checks`, 'an object');
  const entries = Object.entries(checks).map(([id, check]) => {
    return [id, checkOf(check, `${prefix}checks.${id}`, fail)] as const;
  });
  return { url, score, rulesetVersion, partial, checks: Object.fromEntries(entries) };
}

function checkOf(check: unknown, name: string, fail: Fail): ComparedCheck {
  if (!isObject(check)) return fail(name, 'an object');
  const { status, title, summary, value } = check;
  if (!isStatus(status)) return fail(`${name}.status`, `one of ${statuses.join(', ')}`);
  if (typeof title !== 'string') return fail(`${name}.title`, 'a string');
  if (typeof summary !== 'string') return fail(`${name}.summary`, 'a string');
  if (!isJson(value)) return fail(`${name}.value`, 'any JSON');
  return { status, title, summary, value };
}

const statuses = ['pass', 'warn', 'fail', 'na', 'error'] as const satisfies readonly Status[];

function isStatus(value: unknown): value is Status {
  return statuses.some((status) => status === value);
}

/** Whatever was parsed as JSON is JSON; only a missing field is not. */
function isJson(value: unknown): value is Json {
  return value !== undefined;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
