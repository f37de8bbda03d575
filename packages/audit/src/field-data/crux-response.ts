import * as v from 'valibot';
import {
  type FieldDataRecord,
  type FieldMetric,
  type FieldValue,
  fieldMetrics,
} from './field-data.ts';
import { fieldThresholds } from './field-ratings.ts';
import type { CruxHttpResponse } from './post-crux.ts';

/** A number, or a number as a string: so the API writes layout shifts, as they have decimals. */
const measured = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,10}(?:\.\d{1,10})?$/))]),
  v.transform(Number),
  v.finite(),
  v.minValue(0),
  v.maxValue(1e9),
);

const metricSchema = v.object({
  percentiles: v.optional(v.object({ p75: v.optional(v.nullable(measured)) })),
  histogram: v.optional(v.unknown()),
});

const integer = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

const dateSchema = v.pipe(
  v.object({ year: integer(2017, 9999), month: integer(1, 12), day: integer(1, 31) }),
  v.transform(({ year, month, day }) =>
    [year, ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-'),
  ),
);

/** The names of metrics in the API. Those that the documentation calls experimental lose that word one day. */
const names: Readonly<Record<FieldMetric, readonly string[]>> = {
  lcp: ['largest_contentful_paint'],
  inp: ['interaction_to_next_paint', 'experimental_interaction_to_next_paint'],
  cls: ['cumulative_layout_shift'],
  ttfb: ['time_to_first_byte', 'experimental_time_to_first_byte'],
  fcp: ['first_contentful_paint'],
};

const known = Object.values(names).flat();

const recordSchema = v.object({
  record: v.object({
    metrics: v.object(Object.fromEntries(known.map((name) => [name, v.optional(metricSchema)]))),
    collectionPeriod: v.object({ firstDate: dateSchema, lastDate: dateSchema }),
  }),
});

const errorSchema = v.object({
  error: v.object({
    status: v.optional(v.string(), ''),
    message: v.optional(v.string(), ''),
    details: v.optional(
      v.array(v.object({ reason: v.optional(v.fallback(v.string(), ''), '') })),
      [],
    ),
  }),
});

/** What the API has responded. */
export type CruxOutcome =
  | { readonly kind: 'found'; readonly record: Omit<FieldDataRecord, 'formFactor'> }
  | { readonly kind: 'no_data' }
  /** This URL is refused, and others are not. */
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'failed';
      readonly reason: 'quota_exceeded' | 'key_refused' | 'unavailable' | 'invalid_response';
      /** What the API says of it. */
      readonly cause: string;
    };

/** Reads a response of the API. Everything that is not documented is a failure. */
export function readCruxResponse({ status, body }: CruxHttpResponse): CruxOutcome {
  if (status === 200) {
    const record = recordOf(body);
    if (record !== undefined) {
      const isEmpty = Object.keys(record.metrics).length === 0;
      return isEmpty ? { kind: 'no_data' } : { kind: 'found', record };
    }
  }
  const parsed = v.safeParse(errorSchema, body);
  const error = parsed.success ? parsed.output.error : undefined;
  if (status === 404 && error?.status === 'NOT_FOUND') return { kind: 'no_data' };
  const cause = [
    `The Chrome UX Report API responded with the status ${status}`,
    ...(error && error.status !== '' ? [` (${error.status})`] : []),
    ...(error && error.message !== '' ? [`: ${error.message}`] : ['.']),
  ].join('');
  const isAbout = (form: RegExp) =>
    error !== undefined &&
    [error.status, error.message, ...error.details.map(({ reason }) => reason)].some((text) =>
      form.test(text),
    );
  if (status === 429 || (status === 403 && isAbout(/RATE_LIMIT|RESOURCE_EXHAUSTED|quota/i))) {
    return { kind: 'failed', reason: 'quota_exceeded', cause };
  }
  if (status === 401 || status === 403 || (status === 400 && isAbout(/api[ _]key/i))) {
    return { kind: 'failed', reason: 'key_refused', cause };
  }
  if (status === 400 && error?.status === 'INVALID_ARGUMENT') return { kind: 'refused' };
  return { kind: 'failed', reason: status >= 500 ? 'unavailable' : 'invalid_response', cause };
}

function recordOf(body: unknown): Omit<FieldDataRecord, 'formFactor'> | undefined {
  const parsed = v.safeParse(recordSchema, body);
  if (!parsed.success) return undefined;
  const { metrics, collectionPeriod } = parsed.output.record;
  const values: Partial<Record<FieldMetric, FieldValue>> = {};
  for (const metric of fieldMetrics) {
    const found = names[metric].map((name) => metrics[name]).find((one) => one !== undefined);
    const p75 = found?.percentiles?.p75;
    if (p75 === undefined || p75 === null) continue;
    values[metric] = {
      p75,
      goodShare: goodShareOf(found?.histogram, fieldThresholds[metric].good),
    };
  }
  const { firstDate: firstDay, lastDate: lastDay } = collectionPeriod;
  return { firstDay, lastDay, metrics: values };
}

/** The density of the first bin, if it ends where values stop being good. */
function goodShareOf(histogram: unknown, good: number): number | null {
  const [first] = Array.isArray(histogram) ? histogram : [];
  if (typeof first !== 'object' || first === null) return null;
  const { end, density } = first as Readonly<Record<string, unknown>>;
  const isGood = Number(end) === good && typeof density === 'number' && density >= 0;
  return isGood && density <= 1 ? Math.round(density * 10_000) / 10_000 : null;
}
