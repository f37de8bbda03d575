import type { SiteIssue } from '@sitegrade/core';
import { fingerprintOf, issueFingerprint } from '@sitegrade/core/internal';
import {
  type CrawlOutcome,
  type CrawlResult,
  checkText,
  foundIssues,
  isCrawlFailure,
} from '../crawl-result.ts';
import { noFile, oncePerFile } from '../local/file-of-url.ts';
import {
  codeQualityFile,
  descriptionOf,
  failureEntry,
  placeEntries,
  type QualityEntry,
  severityOf,
} from './code-quality.ts';

/**
 * A crawl as a report of code quality of GitLab. Of a local folder, it has an entry for each place in its files; of a
 * website, one for each finding across pages and for each check, at the first of its pages.
 */
export function codeQualityCrawl(outcome: CrawlOutcome): string {
  if (isCrawlFailure(outcome)) {
    return codeQualityFile([failureEntry(outcome.url, outcome.error)], noFile);
  }
  const { crawl, local } = outcome;
  const entries = [
    ...foundIssues(outcome).flatMap((issue) => {
      if (issue.scope === 'site') return issueEntries(issue, outcome);
      return local ? [] : [checkEntry(issue, crawl.url)];
    }),
    ...(local?.all() ?? []).flatMap(({ url, id, check }) => placeEntries(url, id, check)),
  ];
  return codeQualityFile(entries, local?.fileOf ?? noFile);
}

function issueEntries(issue: SiteIssue, { crawl, local }: CrawlResult): readonly QualityEntry[] {
  const { id, importance, advice, findings } = issue;
  return findings.flatMap(({ summary, key, pages, target }) => {
    const fingerprint = issueFingerprint(id, key, crawl.origin);
    const entry = {
      id,
      description: descriptionOf({ summary, advice }),
      severity: severityOf({ status: 'fail', importance }),
    };
    const shown = local ? oncePerFile(pages, local.fileOf) : pages.slice(0, 1);
    if (shown.length === 0) return [{ ...entry, fingerprint, url: target ?? crawl.url }];
    return shown.map((url) => ({
      ...entry,
      fingerprint: local ? fingerprintOf([fingerprint, pathOf(url)]) : fingerprint,
      url,
      line: target === null ? undefined : local?.lineOf(url, target),
    }));
  });
}

/** A URL without its origin. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function checkEntry(issue: SiteIssue, start: string): QualityEntry {
  const { id, advice, importance, failedCount } = issue;
  return {
    id,
    description: descriptionOf({ summary: checkText(issue), advice }),
    severity: severityOf({ status: failedCount > 0 ? 'fail' : 'warn', importance }),
    // What it says of a page may change with the page.
    fingerprint: fingerprintOf([id]),
    url: issue.findings[0]?.pages[0] ?? start,
  };
}
