import { maxUrlLength } from '../store/report.ts';
import { checkId, resultSchema, rulesetVersionSchema, scoreSchema } from './check-record.ts';
import type {
  changesRecord,
  comparisonRecord,
  reportRecord,
  reportSummaryRecord,
  screenshotRecord,
} from './report-record.ts';
import {
  arraySchema,
  booleanSchema,
  countSchema,
  dateTimeSchema,
  idSchema,
  integerSchema,
  kindSchema,
  numberSchema,
  objectSchema,
  orNull,
  type RequiredProperties,
  refOrNull,
  refTo,
  type Schema,
  stringSchema,
} from './schema.ts';

type Summary = ReturnType<typeof reportSummaryRecord>;
type FullReport = ReturnType<typeof reportRecord>;

const summaryMembers: RequiredProperties<Summary> = {
  id: idSchema('Id of the report. Newer reports have higher ids.'),
  object: kindSchema('report'),
  // Not `format: uri`: the URL standard allows characters that RFC 3986 does not.
  url: stringSchema('The requested URL, normalised.', maxUrlLength),
  final_url: stringSchema(
    'The URL after redirects; the same as `url` if there were none.',
    maxUrlLength,
  ),
  website_id: idSchema('The website that the report belongs to.'),
  domain: stringSchema(
    'Domain of the website: the host of `final_url`, in lower case and punycode, without a leading `www.`; with the port unless it is the default one.',
  ),
  title: orNull(stringSchema('The title of the page, or `null` if it has none.', 2_000)),
  score: scoreSchema,
  result: resultSchema,
  category_scores: refTo('CategoryScores'),
  http_status: integerSchema('HTTP status of the page.', 100, 999),
  created_at: dateTimeSchema('When the report was created.'),
};

/** The properties of a report. */
export const reportMembers: RequiredProperties<FullReport> = {
  ...summaryMembers,
  score_uncapped: integerSchema(
    'The score before the gates capped it: 100 less the deductions of all checks, rounded down, at least 0.',
    0,
    100,
  ),
  categories: refTo('Categories'),
  gates: arraySchema('Findings that cap the score.', refTo('Gate')),
  coverage: numberSchema(
    'Share of the applicable checks that could be evaluated, by weight, from 0 to 1.',
    0,
    1,
  ),
  partial: booleanSchema(
    'Whether the report is about a part of the page only: the server did not show the page, its content needs JavaScript, or `coverage` is below 0.8.',
  ),
  partial_reasons: arraySchema(
    'Why the report is partial; empty if it is not.',
    stringSchema('One reason, in a sentence.'),
  ),
  fix_first: arraySchema(
    'Ids of the checks whose fix improves the score most, best first.',
    checkId,
  ),
  checks: {
    description: 'Result of each check, by id, in the order of the ruleset.',
    type: 'object',
    propertyNames: checkId,
    additionalProperties: refTo('CheckResult'),
  },
  page: refTo('Page'),
  score_accepted: integerSchema(
    'The score without the checks in `accepted_checks`: 100 less the deductions of the others, rounded down, and capped by their gates. The same as `score` if there are none.',
    0,
    100,
  ),
  accepted: arraySchema(
    'The accepted findings of the website that accept something in this report.',
    refTo('AcceptedFinding'),
  ),
  accepted_checks: arraySchema(
    'Ids of the checks that warn or fail, and whose finding is accepted as a whole: by a pattern, or each of its places. A check of which `evidence` may lack places, as it has 25 or `sampled` is true, only by a pattern.',
    checkId,
  ),
  fingerprints: {
    description:
      'The fingerprints of the places of each check that warns or fails, by id, in the order of its `evidence`; one if it quotes nothing, which counts its `value`. They are the same in later reports, also if the place has moved to another line.',
    type: 'object',
    propertyNames: checkId,
    additionalProperties: arraySchema('Fingerprints.', {
      ...stringSchema('A fingerprint.'),
      pattern: '^[0-9a-f]{16}$',
    }),
  },
  previous: refOrNull(
    'The report of the same URL that was created before this one, or `null`.',
    'PreviousReport',
  ),
  changes: refOrNull('What changed since `previous`, or `null`.', 'ReportChanges'),
  ruleset_version: rulesetVersionSchema,
  share_url: orNull(
    stringSchema(
      'URL of the page that shows the report to those whom the privacy of its website allows, or `null` if the server has no such pages.',
    ),
  ),
};

const changesMembers: RequiredProperties<ReturnType<typeof changesRecord>> = {
  score: integerSchema('The score less that of the earlier report.', -100, 100),
  same_ruleset: booleanSchema(
    'Whether both reports have the same `ruleset_version`. Otherwise their scores are not comparable.',
  ),
  same_rendering: booleanSchema(
    'Whether both reports are of pages that were rendered in a browser, or neither is. Otherwise their scores are not comparable, and checks of the rendered page are neither fixed nor broken.',
  ),
  same_field_data: booleanSchema(
    'Whether both reports have field data of the same visits, or neither has some. Otherwise their scores are not comparable, and `core-web-vitals` is neither fixed nor broken.',
  ),
  fixed: arraySchema(
    'Ids of the checks that warned or failed, and pass now, or do not apply any more to a page that was shown completely.',
    checkId,
  ),
  broken: arraySchema(
    'Ids of the checks that warn or fail, and passed or did not apply before.',
    checkId,
  ),
  findings: refOrNull(
    'Which findings are new, fixed and still there, place by place: all places of a check in `broken` are new, and all of one in `fixed` are fixed. `null` unless `same_ruleset`.',
    'FindingChanges',
  ),
};

/** The schemas of a report, by name. */
export const reportSchemas = {
  ReportSummary: objectSchema<Summary>('A report in a list.', summaryMembers),
  Report: objectSchema<FullReport>('A complete report.', reportMembers),
  PreviousReport: objectSchema<NonNullable<FullReport['previous']>>(
    'The report of the same URL that was created before this one.',
    {
      id: summaryMembers.id,
      score: scoreSchema,
      result: resultSchema,
      created_at: summaryMembers.created_at,
    },
  ),
  ReportChanges: objectSchema<ReturnType<typeof changesRecord>>(
    'What changed since the previous report.',
    changesMembers,
  ),
  Comparison: objectSchema<ReturnType<typeof comparisonRecord>>('Two reports side by side.', {
    object: kindSchema('comparison'),
    from: refTo('ComparedReport'),
    to: refTo('ComparedReport'),
    ...changesMembers,
    checks: {
      description: 'The checks whose status, summary or value differ, by id.',
      type: 'object',
      propertyNames: checkId,
      additionalProperties: refTo('ComparedCheck'),
    },
  }),
  Screenshot: objectSchema<ReturnType<typeof screenshotRecord>>(
    'The pictures of a report, on a phone.',
    {
      object: kindSchema('screenshot'),
      report_id: idSchema('Id of the report.'),
      content_type: {
        description: 'Type of the pictures.',
        type: 'string',
        const: 'image/jpeg',
      },
      base64: orNull(
        stringSchema(
          'The first screen, of at most 100,000 bytes, in base64; `null` if the page was not rendered.',
          133_336,
        ),
      ),
      film: arraySchema(
        'What was shown while the page was loaded, at most eight; empty if its speed was not measured.',
        refTo('FilmFrame'),
      ),
    },
  ),
  FilmFrame: objectSchema<ReturnType<typeof screenshotRecord>['film'][number]>(
    'A picture of a load.',
    {
      at_ms: countSchema('When the screen began to show it, in milliseconds since the navigation.'),
      base64: stringSchema('A small JPEG, of at most 8,192 bytes, in base64.', 10_924),
    },
  ),
  ComparedReport: objectSchema<ReturnType<typeof comparisonRecord>['from']>(
    'A report of a comparison.',
    { ...summaryMembers, ruleset_version: reportMembers.ruleset_version },
  ),
} as const satisfies Readonly<Record<string, Schema>>;
