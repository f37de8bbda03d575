import type {
  FieldDataResult,
  FieldDataSummary,
  FieldFormFactor,
  FieldRating,
  NoFieldDataReason,
  RatedValue,
} from '../store/report.ts';
import { declareRecord, from } from './declare-record.ts';
import {
  enumSchema,
  nullable,
  numberSchema,
  refOrNull,
  refTo,
  type Schema,
  stringSchema,
} from './schema.ts';

const day = (which: string) =>
  nullable(
    stringSchema(`The ${which} day of the period, such as \`2026-10-30\`; \`null\` without data.`),
  );

const metric = (name: string, unit: string) =>
  refOrNull(`${name}, ${unit}; \`null\` without data, or with too few visits.`, 'FieldValue');

const fieldValue = declareRecord<RatedValue>()('One metric of real visits.', {
  p75: numberSchema('The 75th percentile: three of four visits were at least as good.', 0),
  rating: enumSchema<FieldRating>('How good that is, by the thresholds of web.dev.', {
    good: 'good',
    needs_improvement: 'needs improvement',
    poor: 'poor',
  }),
  good_share: nullable(
    numberSchema('The share of visits that were good, 0 to 1; `null` if unknown.', 0),
  ),
});

/** A result without data has the same members as one with data. */
const noData = {
  reason: null,
  message: null,
  formFactor: null,
  firstDay: null,
  lastDay: null,
  metrics: null,
};

function withAllMembers(result: FieldDataResult) {
  return { ...noData, ...result };
}

type AnyResult = ReturnType<typeof withAllMembers>;

/** Reads a metric; `null` without data, or with too few visits. */
function readMetric(metric: 'lcp' | 'inp' | 'cls' | 'ttfb' | 'fcp') {
  return ({ metrics }: AnyResult) => {
    const value = metrics?.[metric];
    return value ? fieldValue.record(value) : null;
  };
}

const fieldResult = declareRecord<AnyResult>()(
  'What visitors of a page had, which may be reached with different queries, or those of all pages of its origin.',
  {
    status: enumSchema<'found' | 'none'>('Whether there is data.', {
      found: 'there is data',
      none: 'there is none',
    }),
    reason: nullable(
      enumSchema<NoFieldDataReason>('Why there is none; `null` if there is.', {
        no_data: 'it was not measured, for example because of too few visitors',
        quota_exceeded: 'the quota of the source is used up',
        key_refused: 'the API refuses the key',
        timed_out: 'there was no response in time',
        unavailable: 'the API was not available',
        invalid_response: 'the response of the API was not valid',
        not_public: 'nothing was requested, as the page is not on the public internet',
        secret_url: 'nothing was requested, as the path of the URL seems to contain a secret',
        has_headers: 'nothing was requested, as the report was created with headers',
      }),
    ),
    message: nullable(stringSchema('The reason, in a sentence; `null` if there is data.')),
    form_factor: nullable(
      enumSchema<FieldFormFactor>('With which devices; `null` without data.', {
        phone: 'phones',
        all: 'all devices, as there is no data for phones',
      }),
    ),
    first_day: day('first'),
    last_day: day('last'),
    lcp: from(metric('Largest Contentful Paint', 'in milliseconds'), readMetric('lcp')),
    inp: from(metric('Interaction to Next Paint', 'in milliseconds'), readMetric('inp')),
    cls: from(metric('Cumulative Layout Shift', 'without a unit'), readMetric('cls')),
    ttfb: from(metric('Time to First Byte', 'in milliseconds'), readMetric('ttfb')),
    fcp: from(metric('First Contentful Paint', 'in milliseconds'), readMetric('fcp')),
  },
);

const fieldData = declareRecord<FieldDataSummary>()(
  'What real visitors had, by the source of field data of the server. Left out if the server has none, and in crawls.',
  {
    url: from(refTo('FieldResult'), ({ url }) => fieldResult.record(withAllMembers(url))),
    origin: from(refTo('FieldResult'), ({ origin }) => fieldResult.record(withAllMembers(origin))),
  },
);

/** What real visitors had, as JSON. */
export function fieldDataRecord(summary: FieldDataSummary) {
  return fieldData.record(summary);
}

/** The schemas of what real visitors had, by name. */
export const fieldDataSchemas = {
  FieldData: fieldData.schema,
  FieldResult: fieldResult.schema,
  FieldValue: fieldValue.schema,
} as const satisfies Readonly<Record<string, Schema>>;
