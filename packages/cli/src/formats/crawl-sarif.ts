import type { CheckInfo, SiteFinding, SiteIssue } from '@sitegrade/core';
import { fingerprintOf, issueFingerprint } from '@sitegrade/core/internal';
import {
  type CheckFinding,
  type CrawlOutcome,
  type CrawlResult,
  checkCounts,
  foundIssues,
  incompleteReason,
  isCrawlFailure,
  isSevere,
} from '../crawl-result.ts';
import { locationOf, sarifLog } from './sarif.ts';

/**
 * A crawl as SARIF 2.1.0: a result for each finding across pages, and one for each check that warns or fails on
 * pages, with the affected pages as locations. A site that could not be crawled is a notification.
 */
export function sarifCrawl(outcome: CrawlOutcome): string {
  if (isCrawlFailure(outcome)) {
    const { url, error } = outcome;
    return sarifLog({
      rules: [],
      results: [],
      isSuccessful: false,
      notifications: [
        {
          level: 'error',
          descriptor: { id: error.reason ?? error.code },
          message: { text: error.message },
          locations: [locationOf(url)],
        },
      ],
    });
  }
  const { crawl, issues, checks } = outcome;
  const reason = incompleteReason(crawl);
  return sarifLog({
    rules: [...issues.map(ruleOf), ...checks.map(ruleOf)],
    results: resultsOf(outcome),
    isSuccessful: crawl.status === 'done' && crawl.end !== 'refused',
    notifications:
      reason === null
        ? []
        : [
            {
              level: 'warning',
              descriptor: { id: crawl.end ?? crawl.status },
              message: { text: reason },
              locations: [locationOf(crawl.origin ?? crawl.url)],
            },
          ],
  });
}

function ruleOf({ id, title, advice, source, category, importance }: SiteIssue | CheckInfo) {
  return {
    id,
    shortDescription: { text: title },
    help: { text: advice },
    helpUri: source,
    properties: { category, importance, tags: [category] },
  };
}

function resultsOf({ issues, checks, crawl }: CrawlResult) {
  const results = [
    ...foundIssues({ issues }).flatMap((issue) =>
      issue.findings.map((finding) => issueResult(issue, finding, crawl.origin)),
    ),
    ...checks.map(checkResult),
  ];
  const indexes = new Map([...issues, ...checks].map(({ id }, index) => [id, index]));
  return results.map((result) => ({ ...result, ruleIndex: indexes.get(result.ruleId) }));
}

function issueResult(issue: SiteIssue, finding: SiteFinding, origin: string | null) {
  const { summary, pages, pagesCount, key, target } = finding;
  return {
    ruleId: issue.id,
    level: isSevere(issue) ? 'error' : 'warning',
    message: { text: `${summary} ${issue.advice}` },
    locations: pages.map((page) => locationOf(page)),
    partialFingerprints: {
      // Without the origin, as those of pages: staging and production have the same.
      'sitegradeFinding/v1': issueFingerprint(issue.id, key, origin),
    },
    properties: { pages: pagesCount, ...(target !== null && { target }) },
  };
}

function checkResult({ id, title, advice, failed, warned, pages }: CheckFinding) {
  return {
    ruleId: id,
    level: failed > 0 ? 'error' : 'warning',
    message: { text: `${title}: ${checkCounts({ failed, warned })}. ${advice}` },
    locations: pages.map((page) => locationOf(page)),
    partialFingerprints: { 'sitegradeFinding/v1': fingerprintOf([id]) },
    properties: { failed, warned },
  };
}
