import type {
  FieldDataRecord,
  FieldDataResponse,
  FieldDataResult,
  FieldMetric,
  FieldRating,
  NoFieldDataReason,
  RatedValue,
} from './field-data.ts';
import { fieldMetrics } from './field-data.ts';

/** Up to `good`, a value is good; above `poor`, it is poor. */
interface Threshold {
  readonly good: number;
  readonly poor: number;
  readonly source: string;
}

/** The thresholds of web.dev for the 75th percentile. */
export const fieldThresholds: Readonly<Record<FieldMetric, Threshold>> = {
  lcp: { good: 2_500, poor: 4_000, source: 'https://web.dev/articles/lcp' },
  inp: { good: 200, poor: 500, source: 'https://web.dev/articles/inp' },
  cls: { good: 0.1, poor: 0.25, source: 'https://web.dev/articles/cls' },
  ttfb: { good: 800, poor: 1_800, source: 'https://web.dev/articles/ttfb' },
  fcp: { good: 1_800, poor: 3_000, source: 'https://web.dev/articles/fcp' },
};

/** How good the 75th percentile of a metric is. */
function fieldRating(metric: FieldMetric, p75: number): FieldRating {
  const { good, poor } = fieldThresholds[metric];
  if (p75 <= good) return 'good';
  return p75 > poor ? 'poor' : 'needs_improvement';
}

/** A value with its unit: `2.501 s`, `240 ms`, `0.31`. */
export function fieldValueText(metric: FieldMetric, value: number): string {
  if (metric === 'cls') return String(Math.round(value * 1_000) / 1_000);
  const ms = Math.round(value);
  return ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`;
}

/** Why there is no data, in a sentence for a site owner. */
const noFieldDataTexts: Readonly<Record<NoFieldDataReason, string>> = {
  no_data:
    'There is no data: too few visitors used Chrome, or search engines may not index the page.',
  quota_exceeded: 'No data could be requested: the quota of the API key is used up for now.',
  key_refused: 'No data could be requested: the API refuses the key.',
  timed_out: 'No data was received: the API did not respond in time.',
  unavailable: 'No data was received: the API was not available.',
  invalid_response: 'No data was received: the response of the API was not valid.',
  not_public: 'No data was requested: the page is not on the public internet.',
  secret_url: 'No data was requested: the URL seems to contain a secret.',
  has_headers:
    'No data was requested: the report was created with its own headers, as for a login.',
};

/** A result without data. */
export function noFieldData(reason: NoFieldDataReason): FieldDataResult {
  return { status: 'none', reason, message: noFieldDataTexts[reason] };
}

/** What a report says about a response. */
export function fieldDataResult(response: FieldDataResponse): FieldDataResult {
  if (!isValid(response)) return noFieldData('invalid_response');
  if (response.status === 'none') return noFieldData(response.reason);
  const { formFactor, firstDay, lastDay, metrics } = response;
  const rated = Object.fromEntries(
    fieldMetrics.map((metric) => [metric, ratedValue(metric, metrics)]),
  ) as Record<FieldMetric, RatedValue | null>;
  if (fieldMetrics.every((metric) => rated[metric] === null)) return noFieldData('no_data');
  return { status: 'found', formFactor, firstDay, lastDay, metrics: rated };
}

/** Sources of others may be written without types. */
function isValid(response: FieldDataResponse): boolean {
  if (typeof response !== 'object' || response === null) return false;
  if (response.status === 'none') return Object.hasOwn(noFieldDataTexts, response.reason);
  const { status, formFactor, firstDay, lastDay, metrics } = response;
  const isDay = (day: unknown) =>
    typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
  const isObject = typeof metrics === 'object' && metrics !== null;
  const isMeasured = /^(?:phone|all)$/.test(formFactor) && isDay(firstDay) && isDay(lastDay);
  return status === 'found' && isMeasured && isObject;
}

function ratedValue(metric: FieldMetric, metrics: FieldDataRecord['metrics']): RatedValue | null {
  const { p75, goodShare = null } = metrics[metric] ?? {};
  if (p75 === undefined || !(p75 >= 0 && p75 < Number.POSITIVE_INFINITY)) return null;
  const share = goodShare !== null && goodShare >= 0 && goodShare <= 1 ? goodShare : null;
  return { p75, rating: fieldRating(metric, p75), goodShare: share };
}
