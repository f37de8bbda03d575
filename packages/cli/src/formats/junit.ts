import type { CheckResult, PageAnalysis } from '@sitegrade/core';
import { type Failure, isAnalyzed, locationName, type Page } from '../findings.ts';
import { plainText } from '../plain-text.ts';

/**
 * Pages as JUnit XML: a test suite for each page and a test case for each check. A check that failed is a
 * failure. A warning passes, with its text as output. A check that did not apply or could not be evaluated is
 * skipped, and a page that could not be analysed is an error.
 */
export function junitReports(pages: readonly Page[]): string {
  return testSuites(pages.map(suiteOf));
}

/** A whole file. */
export function testSuites(suites: readonly Suite[]): string {
  const total = (name: keyof Counts) => suites.reduce((sum, { counts }) => sum + counts[name], 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="sitegrade" tests="${total('tests')}" failures="${total('failures')}" errors="${total('errors')}">`,
    ...suites.flatMap(({ lines }) => lines),
    '</testsuites>',
    '',
  ].join('\n');
}

/** The counts of a test suite. */
interface Counts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

/** A test suite with its lines of XML. */
export interface Suite {
  readonly counts: Counts;
  readonly lines: readonly string[];
}

function suiteOf(page: Page): Suite {
  if (!isAnalyzed(page)) return failedSuite(page, 'The page can be analysed');
  const { analysis } = page;
  const checks = Object.entries(analysis.checks);
  const count = (...statuses: readonly CheckResult['status'][]) =>
    checks.filter(([, { status }]) => statuses.includes(status)).length;
  const counts = {
    tests: checks.length,
    failures: count('fail'),
    errors: 0,
    skipped: count('na', 'error'),
  };
  const lines = checks.flatMap(([id, check]) =>
    testCase({ name: check.title, classname: `${check.category}.${id}` }, outcomeLines(check)),
  );
  return suite(page.url, counts, analysis, lines);
}

/** A suite of one test, which has not been possible. */
export function failedSuite(
  { url, error }: { readonly url: string; readonly error: Failure },
  name: string,
): Suite {
  const { code, reason, message } = error;
  const line = `      <error ${attributes({ message, type: reason ?? code })}/>`;
  const lines = testCase({ name, classname: 'page' }, [line]);
  return suite(url, { tests: 1, failures: 0, errors: 1, skipped: 0 }, null, lines);
}

/** A suite with its score. */
export function suite(
  name: string,
  counts: Counts,
  scored: Pick<PageAnalysis, 'score' | 'result' | 'createdAt'> | null,
  lines: readonly string[],
): Suite {
  const { tests, failures, errors, skipped } = counts;
  const time = scored === null ? {} : { timestamp: scored.createdAt.toISOString().slice(0, 19) };
  const summary = { name, tests, failures, errors, skipped, ...time };
  const properties =
    scored === null
      ? []
      : [
          '    <properties>',
          `      <property ${attributes({ name: 'score', value: scored.score })}/>`,
          `      <property ${attributes({ name: 'result', value: scored.result })}/>`,
          '    </properties>',
        ];
  return {
    counts,
    lines: [`  <testsuite ${attributes(summary)}>`, ...properties, ...lines, '  </testsuite>'],
  };
}

/** A test case, with its outcome as lines of XML; it passed without any. */
export function testCase(
  names: { readonly name: string; readonly classname: string },
  lines: readonly string[],
): readonly string[] {
  const opening = `    <testcase ${attributes({ ...names, time: 0 })}`;
  return lines.length === 0 ? [`${opening}/>`] : [`${opening}>`, ...lines, '    </testcase>'];
}

function outcomeLines({ status, summary, advice, evidence }: CheckResult): readonly string[] {
  if (status === 'pass') return [];
  if (status === 'na' || status === 'error') {
    return [`      <skipped ${attributes({ message: summary })}/>`];
  }
  const text = [
    summary,
    ...evidence.map((quote) => `${locationName(quote)} ${quote.text}`),
    ...(advice === null ? [] : [advice]),
  ];
  const content = escapeXml(text.map(plainText).join('\n'));
  if (status === 'warn') return [`      <system-out>${content}</system-out>`];
  return [`      <failure ${attributes({ message: summary, type: status })}>${content}</failure>`];
}

/** Attributes of an element, escaped. */
export function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escapeXml(plainText(String(value)))}"`)
    .join(' ');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text within an element or attribute. */
export function escapeXml(text: string): string {
  // These two are not characters of XML.
  return text.replace(/[&<>"\ufffe\uffff]/g, (character) => entities[character] ?? '\ufffd');
}
