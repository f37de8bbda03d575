import { type CrawlComparison, crawlComparisonOf } from '@sitegrade/core';
import * as v from 'valibot';
import {
  listOf,
  number,
  numberOrNull,
  objectOf,
  oneOf,
  parseShape,
  text,
  textOrNull,
} from './json-shape.ts';
import { plainText } from './plain-text.ts';

const url = { url: text, state: text, skip_reason: textOrNull, http_status: numberOrNull };
const finding = {
  key: text,
  summary: text,
  target: textOrNull,
  pages: listOf(text),
  pages_count: number,
};
const crawlFile = objectOf({
  crawl: objectOf({
    status: oneOf(['done']),
    url: text,
    origin: text,
    score: numberOrNull,
    ruleset_version: text,
    end: text,
    max_pages: number,
    source: text,
    include: listOf(text),
    exclude: listOf(text),
  }),
  issues: listOf(
    objectOf({
      // Files of older versions have issues across pages only.
      scope: v.optional(oneOf(['site', 'page']), 'site'),
      id: text,
      importance: oneOf(['high', 'medium', 'low', 'info']),
      title: text,
      status: oneOf(['found', 'none', 'unknown']),
      findings_count: number,
      findings: listOf(objectOf(finding)),
    }),
  ),
  pages: listOf(objectOf({ ...url, score: numberOrNull })),
  other_urls: listOf(objectOf(url)),
});

const stoppedFile = objectOf({ crawl: objectOf({ status: oneOf(['canceled']) }) });
const failedFile = objectOf({
  crawl: v.null(),
  errors: v.looseTuple([objectOf({ message: text })]),
});

/** Why `sitegrade crawl --format json` wrote nothing to compare, in a sentence; `null` if it did. */
export function missingCrawlReason(value: unknown): string | null {
  if (v.is(stoppedFile, value)) return 'The crawl was stopped, so it has no issues to compare.';
  const { success, output } = v.safeParse(failedFile, value);
  if (!success) return null;
  return `The site could not be crawled: ${plainText(output.errors[0].message)}`;
}

/** Which origin is taken for which other one. */
export interface OriginMap {
  readonly from: string;
  readonly to: string;
}

/** A copy of plain JSON in which one origin stands for another one, wherever texts name it. */
export function withOrigin(value: unknown, { from, to }: OriginMap): unknown {
  // Not in https://example.com.evil.test or https://example.com:8080.
  const named = new RegExp(`${from.replace(/[.[\]]/g, '\\$&')}(?![\\w:-]|\\.\\w)`, 'g');
  return JSON.parse(JSON.stringify(value).replace(named, () => to));
}

/**
 * Reads what `sitegrade crawl --format json` has written.
 *
 * @throws Error with the field that is wrong or missing.
 */
export function crawlOfJson(value: unknown) {
  const { crawl, issues, pages, other_urls: others } = parseShape(crawlFile, value);
  return {
    crawl: { ...crawl, rulesetVersion: crawl.ruleset_version, maxPages: crawl.max_pages },
    issues: issues.map(({ findings, findings_count: findingsCount, ...issue }) => ({
      ...issue,
      findingsCount,
      findings: findings.map((finding) => ({ ...finding, pagesCount: finding.pages_count })),
    })),
    urls: [...pages, ...others.map((other) => ({ ...other, score: null }))].map((row) => {
      return { ...row, skipReason: row.skip_reason, httpStatus: row.http_status };
    }),
  };
}

/** What a file has of a crawl. */
export type CrawlOfFile = ReturnType<typeof crawlOfJson>;

/** Two crawls of files side by side. */
export type CrawlFileComparison = CrawlComparison<CrawlOfFile['crawl']>;

/**
 * Compares the crawls of two files.
 *
 * @throws Error if one of them has no crawl, or if they are of different origins: none of their URLs would be the same.
 */
export async function compareCrawlFiles(
  from: CrawlOfFile | undefined,
  to: CrawlOfFile | undefined,
): Promise<CrawlFileComparison> {
  if (from === undefined || to === undefined) {
    throw new Error('A crawl is compared with another crawl only, and a report with a report.');
  }
  const [before, after] = [plainText(from.crawl.origin), plainText(to.crawl.origin)];
  if (before !== after) {
    const sides = `The crawls are of ${before} and of ${after}`;
    throw new Error(
      `${sides}: only crawls of the same website are compared. Two hosts of it are compared with --map ${after}=${before}.`,
    );
  }
  return crawlComparisonOf(
    { ...from, name: 'the first crawl' },
    { ...to, name: 'the second crawl' },
  );
}

/** Whether the site has become worse: its score is lower or missing, or a finding is new that costs points. */
export function isWorse({ from, to, score, findings }: CrawlFileComparison): boolean {
  const isLost = from.score !== null && to.score === null;
  // The most important ones come first.
  const isFound = findings?.found.rows.some(({ importance }) => importance !== 'info') ?? false;
  return isLost || (score ?? 0) < 0 || isFound;
}
