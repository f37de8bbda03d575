import { type Result, resultOf } from '@sitegrade/audit';
import type { Crawl } from './crawl.ts';

/**
 * What the score of a website is from. `crawl`: its last complete crawl that counts (`countedCrawls`). `reports`: it
 * has none, so it is the mean of the latest report of each URL.
 */
export type ScoreSourceKind = 'crawl' | 'reports';

/** What the score of a website is from, and since when. */
export interface ScoreSource {
  readonly kind: ScoreSourceKind;
  /** The crawl; `null` for reports. */
  readonly crawlId: number | null;
  /** How many pages have a score: of the crawl, or URLs with a report. */
  readonly pages: number;
  /** When the crawl ended, or the newest report was created. */
  readonly measuredAt: Date;
}

/** The one score of a website. All are `null` without a complete crawl and without reports. */
export interface WebsiteScore {
  /** 0 to 100. */
  readonly score: number | null;
  readonly result: Result | null;
  readonly scoreSource: ScoreSource | null;
}

/**
 * Whether a crawl that is done is complete, so that its score may be that of its website: it has crawled every page
 * that it found, or as many as it may, and was not restricted to a part of the website by `include`. The reasons are
 * in docs/adr/0017-crawls.md.
 */
export function isCompleteCrawl({
  include,
  end,
  score,
}: Pick<Crawl, 'include' | 'end' | 'score'>): boolean {
  return score !== null && include.length === 0 && (end === 'complete' || end === 'max_pages');
}

/**
 * The complete crawls whose score was that of their website when they ended, as if only these existed; that of the
 * last one still is. A crawl that ended at its limit counts only if it has at least as many pages as the one that it
 * would replace: of all that follow the last crawl with end `complete`, and that one, those with most pages until then.
 *
 * @param crawls - The complete crawls of a website, oldest first, each with the number of pages that have a score.
 */
export function countedCrawls<Complete extends Pick<Crawl, 'end'> & { readonly pages: number }>(
  crawls: readonly Complete[],
): readonly Complete[] {
  const counted: Complete[] = [];
  for (const crawl of crawls) {
    const replaced = counted.at(-1);
    const counts = crawl.end === 'complete' || crawl.pages >= (replaced?.pages ?? 0);
    if (counts) counted.push(crawl);
  }
  return counted;
}

/** The mean of the scores of pages, rounded half up; `null` without any. In integers: a fraction would drift. */
export function meanScore(sum: number, count: number): number | null {
  return count === 0 ? null : Math.floor((sum * 2 + count) / (count * 2));
}

/** The score of a website from the parts that a store keeps. */
export function toWebsiteScore(score: number | null, source: ScoreSource): WebsiteScore {
  if (score === null) return { score: null, result: null, scoreSource: null };
  return { score, result: resultOf(score), scoreSource: source };
}
