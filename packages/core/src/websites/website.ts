import type { Result } from '../audit/audit.ts';

/** The longest password of a website, in characters: code points. */
export const maxPasswordLength = 1_024;

/** Who may read a website's shared report pages. */
export type Privacy = 'public' | 'private' | 'password';

/** The privacy settings by the number that the HTTP API gives them. */
export const privacyByNumber = [
  'public',
  'private',
  'password',
] as const satisfies readonly Privacy[];

/** A website: the reports of one domain, of one owner. */
export interface Website {
  readonly id: number;
  /** Host of the final URL: lower-case, punycode, one leading `www.` removed, odd port kept. */
  readonly domain: string;
  readonly privacy: Privacy;
  /** Whether a password is set. The password itself, even hashed, never leaves the store. */
  readonly hasPassword: boolean;
  /** Unguessable; names the website's shared page. */
  readonly shareToken: string;
  readonly reportsCount: number;
  /** Average score with one decimal; `null` with no reports. */
  readonly reportsAvgScore: number | null;
  readonly latestReport: LatestReport | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The newest report of a website, in short. */
export interface LatestReport {
  readonly id: number;
  readonly score: number;
  readonly result: Result;
  readonly createdAt: Date;
}
