import type { SiteFinding, SiteIssue } from '@sitegrade/core';
import { fingerprintOf, issueFingerprint } from '@sitegrade/core/internal';
import {
  type CrawlOutcome,
  type CrawlResult,
  checkText,
  foundIssues,
  incompleteReason,
  isCrawlFailure,
  isSevere,
} from '../crawl-result.ts';
import { noFile, oncePerFile } from '../local/file-of-url.ts';
import type { LocalFindings } from '../local/local-findings.ts';
import { pathOf } from './crawl-code-quality.ts';
import { failureNotification, locationOf, placeResults, ruleOf, sarifLog } from './sarif.ts';

/**
 * A crawl as SARIF 2.1.0: a result for each finding across pages, and one for each check that warns or fails on
 * pages, with the affected pages as locations. Of a local folder, it has a result for each place in its files instead. A
 * site that could not be crawled is a notification.
 */
export function sarifCrawl(outcome: CrawlOutcome): string {
  if (isCrawlFailure(outcome)) {
    return sarifLog({
      rules: [],
      results: [],
      isSuccessful: false,
      notifications: [failureNotification(outcome, noFile)],
    });
  }
  const { crawl, issues, local } = outcome;
  const reason = incompleteReason(crawl);
  return sarifLog({
    rules: issues.map(ruleOf),
    results: resultsOf(outcome),
    isSuccessful: crawl.status === 'done' && crawl.end !== 'refused',
    notifications: [
      ...(reason === null ? [] : [warning(crawl.end ?? crawl.status, reason)]),
      ...(local?.isCut() ? [warning('cut', 'There are more places than this file has.')] : []),
    ].map((notification) => ({
      ...notification,
      locations: [locationOf(crawl.origin ?? crawl.url, noFile)],
    })),
  });
}

const warning = (id: string, text: string) =>
  ({ level: 'warning', descriptor: { id }, message: { text } }) as const;

type IssueResult = ReturnType<typeof issueResult>;
type CheckResult = ReturnType<typeof checkResult>;

/** Of a check, which has one result for all its pages. */
const maxLocations = 20;

function resultsOf({ issues, crawl, local }: CrawlResult) {
  const results = [
    ...foundIssues({ issues }).flatMap((issue): readonly (IssueResult | CheckResult)[] => {
      if (issue.scope === 'page') return local ? [] : [checkResult(issue)];
      return issue.findings.flatMap((finding) => {
        const result = issueResult(issue, finding, crawl.origin);
        return local ? localIssueResults(result, finding, local) : [result];
      });
    }),
    ...(local?.all() ?? []).flatMap(({ url, id, check }) =>
      placeResults(url, id, check, local?.fileOf ?? noFile),
    ),
  ];
  const indexes = new Map(issues.map(({ id }, index) => [id, index]));
  return results.map((result) => ({ ...result, ruleIndex: indexes.get(result.ruleId) }));
}

function issueResult(issue: SiteIssue, finding: SiteFinding, origin: string | null) {
  const { summary, pages, pagesCount, key, target } = finding;
  return {
    ruleId: issue.id,
    level: isSevere(issue) ? 'error' : 'warning',
    message: { text: `${summary} ${issue.advice}` },
    locations: pages.map((page) => locationOf(page, noFile)),
    partialFingerprints: {
      // Without the origin, as those of pages: staging and production have the same.
      'sitegradeFinding/v1': issueFingerprint(issue.id, key, origin),
    },
    properties: { pages: pagesCount, ...(target !== null && { target }) },
  };
}

/** A result for each page: GitHub shows the first location of a result only. */
function localIssueResults(
  result: IssueResult,
  { pages, target }: SiteFinding,
  { fileOf, lineOf }: LocalFindings,
) {
  return oncePerFile(pages, fileOf).map((page) => {
    const line = target === null ? undefined : lineOf(page, target);
    const known = result.partialFingerprints['sitegradeFinding/v1'];
    return {
      ...result,
      locations: [locationOf(page, fileOf, line === undefined ? undefined : { startLine: line })],
      partialFingerprints: { 'sitegradeFinding/v1': fingerprintOf([known, pathOf(page)]) },
    };
  });
}

/** One result for all pages, which stays the same when what it says of a page changes. */
function checkResult(issue: SiteIssue) {
  const { id, advice, findings, pagesCount, failedCount } = issue;
  return {
    ruleId: id,
    level: isSevere(issue) ? 'error' : 'warning',
    message: { text: `${checkText(issue)} ${advice}` },
    locations: findings
      .flatMap(({ pages }) => pages)
      .slice(0, maxLocations)
      .map((page) => locationOf(page, noFile)),
    partialFingerprints: { 'sitegradeFinding/v1': fingerprintOf([id]) },
    properties: { pages: pagesCount, failed: failedCount },
  };
}
