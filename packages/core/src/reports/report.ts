import type { Audit, Result } from '../audit/audit.ts';
import { maxUrlLength } from '../audit/url/web-url.ts';

export type { CheckResult, PageSummary } from '../audit/audit.ts';
export { type Result, results } from '../audit/audit.ts';

/** A report as a listing shows it. */
export interface ReportSummary {
  readonly id: number;
  /** The URL as requested, normalised. */
  readonly url: string;
  /** Where redirects led. */
  readonly finalUrl: string;
  readonly websiteId: number;
  readonly domain: string;
  /** The page's title, cut to 2,000 characters; `null` where it has none. */
  readonly title: string | null;
  /** 0 to 100. */
  readonly score: number;
  readonly result: Result;
  /** Status of the final response. */
  readonly httpStatus: number;
  readonly createdAt: Date;
}

/** What a report holds beyond its summary. Plain JSON, kept apart from the listed columns. */
export type ReportDetails = Pick<
  Audit,
  'categories' | 'gates' | 'coverage' | 'partial' | 'fixFirst' | 'checks' | 'page'
>;

/** A whole report. */
export interface Report extends ReportSummary, ReportDetails {
  /** The ruleset that made it: scores of different versions do not compare. */
  readonly rulesetVersion: string;
  /** Unguessable; names the report's shared page. */
  readonly shareToken: string;
}

export { maxUrlLength };
