import type { Result } from '@sitegrade/audit';

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
export interface Website {
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
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The newest report of a website. */
interface LatestReport {
  readonly id: number;
  readonly score: number;
  readonly result: Result;
  readonly createdAt: Date;
}

/** The reports of a website on one day, as a store returns them. */
export interface HistoryDay {
  /** Days since 1 January 1970, UTC. */
  readonly day: number;
  readonly count: number;
  readonly scoreSum: number;
  readonly min: number;
  readonly max: number;
  /** The score of the report with the highest id. */
  readonly last: number;
}
