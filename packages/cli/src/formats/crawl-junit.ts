import type { SiteIssue } from '@sitegrade/core';
import {
  type CrawlOutcome,
  type CrawlResult,
  incompleteReason,
  isCrawlFailure,
  isSevere,
} from '../crawl-result.ts';
import { plainText } from '../plain-text.ts';
import {
  attributes,
  escapeXml,
  failedSuite,
  type Suite,
  suite,
  testCase,
  testSuites,
} from './junit.ts';
import { plural } from './pretty-parts.ts';

/**
 * A crawl as JUnit XML: a suite with a test case for each rule about several pages, and for each check that warns or
 * fails on a page. What is of high or medium importance and fails is a failure, other findings are output
 * of a test that passes. What could not be decided is skipped. A site that could not be crawled is an error.
 */
export function junitCrawl(outcome: CrawlOutcome): string {
  if (isCrawlFailure(outcome)) return testSuites([failedSuite(outcome, 'The site can be crawled')]);
  const { crawl } = outcome;
  // Rules that were not applied must not look as if they passed.
  const stopped = { code: crawl.status, message: incompleteReason(crawl) ?? '' };
  const isDone = crawl.status === 'done';
  const incomplete = { url: crawl.origin ?? crawl.url, error: stopped };
  return testSuites([
    ...(isDone ? [] : [failedSuite(incomplete, 'The crawl is complete')]),
    issuesSuite(outcome),
  ]);
}

function issuesSuite({ crawl, issues }: CrawlResult): Suite {
  const { score, result, createdAt, origin, url } = crawl;
  const counts = {
    tests: issues.length,
    failures: issues.filter((issue) => issue.status === 'found' && isSevere(issue)).length,
    errors: 0,
    skipped: issues.filter(({ status }) => status === 'unknown').length,
  };
  const scored = score === null || result === null ? null : { score, result, createdAt };
  const lines = issues.flatMap((issue) =>
    testCase({ name: issue.title, classname: `${issue.category}.${issue.id}` }, issueLines(issue)),
  );
  return suite(origin ?? url, counts, scored, lines);
}

function issueLines(issue: SiteIssue): readonly string[] {
  const { status, reason, advice, findings, pagesCount } = issue;
  if (status === 'none') return [];
  if (status === 'unknown') return [`      <skipped ${attributes({ message: reason ?? '' })}/>`];
  const text = [
    ...findings.flatMap(({ summary, pages, pagesCount: count }) => [
      summary,
      ...pages.map((page) => `  ${plainText(page)}`),
      ...moreThan(pages.length, count),
    ]),
    advice,
  ];
  return findingLines(text, plural(pagesCount, 'affected page'), isSevere(issue));
}

function findingLines(
  text: readonly string[],
  message: string,
  isFailed: boolean,
): readonly string[] {
  const content = text
    .map((line) => escapeXml(line.startsWith('  ') ? line : plainText(line)))
    .join('\n');
  if (!isFailed) return [`      <system-out>${content}</system-out>`];
  return [`      <failure ${attributes({ message, type: 'fail' })}>${content}</failure>`];
}

function moreThan(shown: number, count: number): readonly string[] {
  return count > shown ? [`  and ${count - shown} more`] : [];
}
