/** What is measured of visits, in the order in which reports show it. */
export const fieldMetrics = ['lcp', 'inp', 'cls', 'ttfb', 'fcp'] as const;

/**
 * One of {@link fieldMetrics}: Largest Contentful Paint, Interaction to Next Paint, Time to First Byte and First
 * Contentful Paint in milliseconds, and Cumulative Layout Shift, which has no unit.
 */
export type FieldMetric = (typeof fieldMetrics)[number];

/** Whose visits were measured: those with phones, or with any device. */
export type FieldFormFactor = 'phone' | 'all';

/** A source of field data: what real visitors had. It belongs to the context; `cruxFieldData` is one. */
export interface FieldData {
  /**
   * Asks for the visits of a page, or of all pages of its origin. It never throws but the reason of the signal. Reports ask
   * each time, so that a source should keep what it knows, and join concurrent requests for the same.
   *
   * @param signal - Aborts the request. Its reason has the name `TimeoutError` if the report waits no longer.
   */
  query(request: FieldDataRequest, signal: AbortSignal): Promise<FieldDataResponse>;
}

/** What a source of field data is asked for. */
export interface FieldDataRequest {
  readonly scope: 'url' | 'origin';
  /** A public URL after redirects, without query and fragment; for an origin without a path: `https://example.com`. */
  readonly url: string;
  /** The time of the context. */
  readonly now: Date;
}

/** What a source of field data knows. */
export type FieldDataResponse =
  | ({ readonly status: 'found' } & FieldDataRecord)
  | {
      readonly status: 'none';
      readonly reason: FieldDataFailure;
      /**
       * What the operator should know of it, for the log. Leave it out for what was reported before: each one is an event.
       */
      readonly cause?: unknown;
    };

/** What was measured in a period. */
export interface FieldDataRecord {
  readonly formFactor: FieldFormFactor;
  /** The first and the last day of the period: `2026-10-30`. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** What has too few visits is left out. */
  readonly metrics: Readonly<Partial<Record<FieldMetric, FieldValue>>>;
}

/** One metric of a {@link FieldDataRecord}. */
export interface FieldValue {
  /** The 75th percentile: three of four visits were at least as good. */
  readonly p75: number;
  /** The share of visits that were good, 0 to 1; `null` if unknown. */
  readonly goodShare: number | null;
}

/**
 * Why there is no field data:
 * - `no_data`: it was not measured, for example because of too few visitors.
 * - `quota_exceeded`: the quota of the key is used up for now.
 * - `key_refused`: the key is wrong, or may not be used for this.
 * - `timed_out`: there was no response in time.
 * - `unavailable`: the source could not be reached, or has failed.
 * - `invalid_response`: the response was not a documented one.
 */
export type FieldDataFailure =
  | 'no_data'
  | 'quota_exceeded'
  | 'key_refused'
  | 'timed_out'
  | 'unavailable'
  | 'invalid_response';

/**
 * Why a report has no field data: a {@link FieldDataFailure}, or why nothing was requested:
 * - `not_public`: the page is on a private host, or was fetched from an address that is not public.
 * - `secret_url`: the path of the URL seems to contain a secret.
 * - `has_headers`: the report was created with headers, as for a login.
 */
export type NoFieldDataReason = FieldDataFailure | 'not_public' | 'secret_url' | 'has_headers';

/** How good a value is, by the thresholds of web.dev. */
export type FieldRating = 'good' | 'needs_improvement' | 'poor';

/** One metric in a report. Plain JSON. */
export interface RatedValue extends FieldValue {
  readonly rating: FieldRating;
}

/** What a report says about the visits of its page, or of all pages of the origin. Plain JSON. */
export type FieldDataResult =
  | (Omit<FieldDataRecord, 'metrics'> & {
      readonly status: 'found';
      /** `null` for what has too few visits. */
      readonly metrics: Readonly<Record<FieldMetric, RatedValue | null>>;
    })
  | {
      readonly status: 'none';
      readonly reason: NoFieldDataReason;
      /** The reason, in a sentence. */
      readonly message: string;
    };

/** What real visitors had, in a report. Plain JSON. */
export interface FieldDataSummary {
  /** Visits of this URL. URLs that differ only in their query count as one. */
  readonly url: FieldDataResult;
  /** Visits of all pages with the same scheme, host and port. */
  readonly origin: FieldDataResult;
}
