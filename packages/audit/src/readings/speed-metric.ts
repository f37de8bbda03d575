import type { AuditFacts } from '../audit-facts.ts';
import type { Json, Outcome } from '../outcome.ts';
import { type MeasuredSpeed, type Metric, thresholds } from '../render/speed.ts';

/** The metrics that checks report. */
type CheckedMetric = Exclude<keyof typeof thresholds, 'firstContentfulPaint'>;

/**
 * How far a metric of one load may be from that of another load of the same page, as a share and at least: what ten
 * loads each of three pages kept to (docs/speed.md).
 */
const noise: Readonly<Record<CheckedMetric, { readonly share: number; readonly least: number }>> = {
  largestContentfulPaint: { share: 0.15, least: 200 },
  cumulativeLayoutShift: { share: 0.1, least: 0.02 },
  totalBlockingTime: { share: 0.3, least: 100 },
};

/** The speed of a page, if it was measured; otherwise `null`. */
export function measuredSpeedOf({ speed }: Pick<AuditFacts, 'speed'>): MeasuredSpeed | null {
  return speed?.status === 'measured' ? speed : null;
}

/** The outcome for a page that was not measured. */
export const speedNotMeasured: Outcome = {
  status: 'na',
  summary: 'The speed of the page was not measured.',
};

/**
 * Status and points by how a metric compares with its limits. Points fall evenly from the limit of good to that of
 * poor, so that a small difference stays small.
 */
export function rateMetric(
  name: CheckedMetric,
  { value, rating }: Metric,
): Pick<Outcome, 'status' | 'points'> {
  if (rating === 'good') return { status: 'pass' };
  if (rating === 'poor') return { status: 'fail' };
  const { good, poor } = thresholds[name];
  const points = (poor - value) / (poor - good);
  return { status: 'warn', points: Math.round(100 * points) / 100 };
}

/**
 * The value of a check: the metric, its spread, and between which values another load can be without any change of the
 * page. Comparisons take no difference within that for a change.
 */
export function metricValue(
  name: CheckedMetric,
  { value, min, max }: Metric,
): Readonly<Record<string, Json>> {
  const { share, least } = noise[name];
  const margin = Math.max(share * value, least);
  const digits = name === 'cumulativeLayoutShift' ? 3 : 0;
  const range = [Math.max(0, min - margin), max + margin].map((end) => Number(end.toFixed(digits)));
  return { value, min, max, range };
}

/** A duration: "850 ms", "4.2 s". */
export function durationText(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** The spread over several loads, to be added to a sentence: " (3.9 s to 4.5 s in 5 loads)"; empty for one. */
export function spreadText(
  { min, max }: Metric,
  { runs }: MeasuredSpeed,
  textOf: (value: number) => string = durationText,
): string {
  return runs === 1 ? '' : ` (${textOf(min)} to ${textOf(max)} in ${runs} loads)`;
}
