import type { Result } from '@sitegrade/audit';
import type { CrawlScope } from './crawl.ts';
import type { ScoreSourceKind, WebsiteScore } from './website-score.ts';

/** The maximum length of a website's password, in code points. */
export const maxPasswordLength = 1_024;

/** Who may read a website's shared report pages. */
export type Privacy = 'public' | 'private' | 'password';

/** The privacy settings, indexed by their number in the HTTP API. */
export const privacyByNumber = [
  'public',
  'private',
  'password',
] as const satisfies readonly Privacy[];

/** A website: all reports of one owner and one domain. */
export interface Website extends WebsiteScore {
  readonly id: number;
  /** The host of the final URL: lower-case, punycode, without a leading `www.`, with a non-default port. */
  readonly domain: string;
  readonly privacy: Privacy;
  /** Whether a password is set. Its hash is only in `store.websites.findPasswordHash`. */
  readonly hasPassword: boolean;
  /** An unguessable token in the URL of the website's shared page. */
  readonly shareToken: string;
  readonly reportsCount: number;
  /** The average score with one decimal; `null` without reports. */
  readonly reportsAvgScore: number | null;
  readonly latestReport: LatestReport | null;
  /** When its schedule runs next; `null` without one. */
  readonly nextRunAt: Date | null;
  /**
   * Since when its site does not respond: a report or a crawl in the background has failed, and so has a second attempt
   * ten minutes later. `null` if it responds, and if its owner has neither a webhook nor a schedule.
   */
  readonly unreachableSince: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The newest report of a website. */
export interface LatestReport {
  readonly id: number;
  readonly score: number;
  readonly result: Result;
  readonly createdAt: Date;
}

/**
 * The score that a website had at a time, as a store returns it: after each of its complete crawls, or at the end of
 * each day (UTC) with reports.
 */
export interface MeasuredScore {
  /** Days since 1 January 1970, UTC. */
  readonly day: number;
  readonly score: number;
  /** How many pages have a score. */
  readonly pages: number;
  /** How many reports the day has; 1 for a crawl. */
  readonly count: number;
  /** The ruleset of the crawl, or of all reports that count. If there are several, each of them, as of a crawl. */
  readonly rulesetVersion: string | null;
  /** What was crawled, and whether that was all; `null` for reports. */
  readonly crawled: (CrawlScope & { readonly isWhole: boolean }) | null;
}

/** The scores that a website had, oldest first, all from the source of its current score. */
export interface MeasuredScores {
  readonly source: ScoreSourceKind;
  readonly rows: readonly MeasuredScore[];
}
