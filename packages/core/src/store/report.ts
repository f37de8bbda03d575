import { type Audit, maxUrlLength, type Result, trimUrl } from '@sitegrade/audit';
import type { Category } from '@sitegrade/audit/checks';

export {
  type CategoryScore,
  type CheckResult,
  type FieldDataResult,
  type FieldDataSummary,
  type FieldFormFactor,
  type FieldRating,
  fieldMetrics,
  fieldValueText,
  type NoFieldDataReason,
  type PageLoad,
  type PageSummary,
  percentDecoded,
  type RatedValue,
  type RenderDifference,
  type RenderFailure,
  type RenderingSummary,
  type Result,
  resultOf,
  results,
  type SpeedSummary,
  speedThresholds,
} from '@sitegrade/audit';
export type { Category, Evidence, Status } from '@sitegrade/audit/checks';

/** A report in a list. */
export interface ReportSummary {
  readonly id: number;
  /** The URL as requested, normalised. */
  readonly url: string;
  /** The URL after redirects, normalised. */
  readonly finalUrl: string;
  readonly websiteId: number;
  readonly domain: string;
  /** The page's title, cut to 2,000 characters; `null` if it has none. */
  readonly title: string | null;
  /** 0 to 100. */
  readonly score: number;
  readonly result: Result;
  /** The scores of the categories; `null` where none of its checks counted. */
  readonly categoryScores: Readonly<Record<Category, number | null>>;
  /** The HTTP status of the final response. */
  readonly httpStatus: number;
  /** An unguessable token in the URL of the report's shared page. */
  readonly shareToken: string;
  readonly createdAt: Date;
}

/** The part of a report that is not in its summary. Plain JSON, stored separately. */
export type ReportDetails = Pick<
  Audit,
  | 'scoreUncapped'
  | 'categories'
  | 'gates'
  | 'coverage'
  | 'partial'
  | 'partialReasons'
  | 'fixFirst'
  | 'checks'
  | 'page'
>;

/** The scores of a report's categories, as lists show them. */
export function categoryScoresOf({
  categories: { seo, accessibility, performance, security, miscellaneous },
}: Pick<ReportDetails, 'categories'>): ReportSummary['categoryScores'] {
  return {
    seo: seo.score,
    accessibility: accessibility.score,
    performance: performance.score,
    security: security.score,
    miscellaneous: miscellaneous.score,
  };
}

/** Only the details of a report, for a store. */
export function detailsOf(report: ReportDetails): ReportDetails {
  const { scoreUncapped, categories, gates, coverage, partial, partialReasons } = report;
  const { fixFirst, checks, page } = report;
  return {
    scoreUncapped,
    categories,
    gates,
    coverage,
    partial,
    partialReasons,
    fixFirst,
    checks,
    page,
  };
}

/** A complete report. */
export interface Report extends ReportSummary, ReportDetails {
  /** The version of the ruleset. Scores of different versions cannot be compared. */
  readonly rulesetVersion: string;
}

export { maxUrlLength, trimUrl };
