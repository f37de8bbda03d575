import type {
  changesRecord,
  checkCatalogueRecord,
  checkRecord,
  comparedCheckRecord,
  comparisonRecord,
  pageRecord,
  reportRecord,
  reportSummaryRecord,
} from '../../records/report-record.ts';
import type { historyRecord, websiteRecord } from '../../records/website-record.ts';
import {
  type CheckResult,
  maxUrlLength,
  type PageSummary,
  type Report,
  type Result,
} from '../../reports/report.ts';
import { type Privacy, privacyByNumber } from '../../websites/website.ts';
import { maxHistoryDays } from '../../websites/website-history.ts';
import {
  arraySchema,
  countSchema,
  dateTimeSchema,
  enumSchema,
  idSchema,
  integerSchema,
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
type Category = keyof Report['categories'];
type Evidence = CheckResult['evidence'][number];

const meaningByResult: Readonly<Record<Result, string>> = {
  good: 'a score from 80',
  decent: 'a score from 50 to 79',
  bad: 'a score below 50',
};

/** A report's score. */
const scoreSchema = integerSchema('From 0, the worst, to 100.', 0, 100);
/** A report's rating. */
const resultSchema = enumSchema('The rating for the score.', meaningByResult);

const checkId: Schema & { readonly type: 'string' } = {
  description: 'Id of a check: a key of `checks`.',
  type: 'string',
  pattern: '^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$',
  maxLength: 64,
};

const summaryMembers: RequiredProperties<Summary> = {
  id: idSchema('Id of the report. Newer reports have higher ids.'),
  object: { description: 'Type of the record.', type: 'string', const: 'report' },
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
  title: orNull({
    description: 'The title of the page, or `null` if it has none.',
    type: 'string',
    maxLength: 2_000,
  }),
  score: scoreSchema,
  result: resultSchema,
  category_scores: refTo('CategoryScores'),
  http_status: integerSchema('HTTP status of the page.', 100, 999),
  created_at: dateTimeSchema('When the report was created.'),
};

const meaningByCategory: Readonly<Record<Category, string>> = {
  seo: 'what search engines find and show',
  performance: 'how fast the page loads',
  security: 'security of the page and its visitors',
  miscellaneous: 'everything else',
};
const categoryScore = (name: Category): Schema => ({
  ...refTo('CategoryScore'),
  description: `The checks about ${meaningByCategory[name]}.`,
});

const reportMembers: RequiredProperties<FullReport> = {
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
  partial: {
    description:
      'Whether the report is about a part of the page only: the server did not show the page, its content needs JavaScript, or `coverage` is below 0.8.',
    type: 'boolean',
  },
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
  previous: refOrNull(
    'The report of the same URL that was created before this one, or `null`.',
    'PreviousReport',
  ),
  changes: refOrNull('What changed since `previous`, or `null`.', 'ReportChanges'),
  ruleset_version: {
    description: 'Version of the ruleset. Scores of different versions are not comparable.',
    type: 'string',
    pattern: '^[\\w.+\\-]{1,64}$',
  },
  share_url: orNull({
    description: 'URL where the report can be read without a key, or `null` if it is not shared.',
    type: 'string',
  }),
};

const checkMembers: RequiredProperties<ReturnType<typeof checkRecord>> = {
  category: enumSchema('Category of the check.', meaningByCategory),
  importance: enumSchema<CheckResult['importance']>('Importance of the check.', {
    high: 'weight 12',
    medium: 'weight 5',
    low: 'weight 1.5',
    info: 'no weight, for information only',
  }),
  status: enumSchema<CheckResult['status']>('Outcome of the check.', {
    pass: 'nothing to fix',
    warn: 'could be improved',
    fail: 'should be fixed',
    na: 'does not apply to this page',
    error: 'could not be evaluated; does not affect the score',
  }),
  title: stringSchema('Title of the check.'),
  summary: stringSchema('What was found, in one sentence.', 1_000),
  value: {
    description:
      'The measured value, as any JSON value; `null` if there is nothing to measure. Its format depends on the check.',
  },
  evidence: arraySchema('The places where it was found.', refTo('Evidence')),
  advice: orNull({
    description: 'How to fix it, or `null` if there is nothing to fix.',
    type: 'string',
  }),
  source: stringSchema('URL of a public explanation of the rule.'),
  weight: numberSchema('The points of the score that the check can cost, alone.', 0),
  points: orNull(
    numberSchema('Points earned, from 0 to 1; `null` if the check does not count.', 0, 1),
  ),
  deduction: numberSchema(
    'The points of the score that the finding costs: its weight less the points earned, reduced if it is one of several of a kind or of low importance.',
    0,
  ),
};

const changesMembers: RequiredProperties<ReturnType<typeof changesRecord>> = {
  score: integerSchema('The score less that of the earlier report.', -100, 100),
  same_ruleset: {
    description:
      'Whether both reports have the same `ruleset_version`. Otherwise their scores are not comparable.',
    type: 'boolean',
  },
  fixed: arraySchema(
    'Ids of the checks that warned or failed, and pass or do not apply any more.',
    checkId,
  ),
  broken: arraySchema(
    'Ids of the checks that warn or fail, and passed or did not apply before.',
    checkId,
  ),
};

const pageMembers: RequiredProperties<ReturnType<typeof pageRecord>> = {
  language: orNull({
    description: 'The declared language, as written; `null` if none is declared.',
    type: 'string',
  }),
  charset: stringSchema('The encoding used to decode the page.'),
  content_type: orNull({ description: 'The `Content-Type` header as sent.', type: 'string' }),
  search_result: refTo('SearchResult'),
  transfer_bytes: countSchema('Bytes of the page as transferred.'),
  html_bytes: countSchema('Bytes of the page after decompression.'),
  time_to_first_byte_ms: numberSchema(
    'Milliseconds from the DNS lookup to the first byte of the response.',
    0,
  ),
  fetch_ms: numberSchema('Milliseconds from the DNS lookup to the last byte of the page.', 0),
  redirects: arraySchema('The redirects to `final_url`, in order.', refTo('Redirect')),
  counts: refTo('PageCounts'),
  notes: arraySchema(
    'Parts of an unusual page that were not analysed.',
    stringSchema('One part that was not analysed, in words.'),
  ),
};

/** The schemas of a report, by name. */
export const reportSchemas = {
  ReportSummary: objectSchema<Summary>('A report in a list.', summaryMembers, {}),
  Report: objectSchema<FullReport>('A complete report.', reportMembers, {}),
  Categories: objectSchema<Report['categories']>(
    'Scores by category.',
    {
      seo: categoryScore('seo'),
      performance: categoryScore('performance'),
      security: categoryScore('security'),
      miscellaneous: categoryScore('miscellaneous'),
    },
    {},
  ),
  CategoryScore: objectSchema<Report['categories'][Category]>(
    'The score of one category and the number of checks by outcome.',
    {
      score: orNull(
        integerSchema('From 0 to 100; `null` if no check in the category counts.', 0, 100),
      ),
      passed: countSchema('Number of checks that passed.'),
      warned: countSchema('Number of checks with a warning.'),
      failed: countSchema('Number of checks that failed.'),
    },
    {},
  ),
  CategoryScores: objectSchema<Summary['category_scores']>(
    'The scores of the categories; `null` if no check in the category counts.',
    {
      seo: orNull(scoreSchema),
      performance: orNull(scoreSchema),
      security: orNull(scoreSchema),
      miscellaneous: orNull(scoreSchema),
    },
    {},
  ),
  PreviousReport: objectSchema<NonNullable<FullReport['previous']>>(
    'The report of the same URL that was created before this one.',
    {
      id: summaryMembers.id,
      score: scoreSchema,
      result: resultSchema,
      created_at: summaryMembers.created_at,
    },
    {},
  ),
  ReportChanges: objectSchema<ReturnType<typeof changesRecord>>(
    'What changed since the previous report.',
    changesMembers,
    {},
  ),
  Comparison: objectSchema<ReturnType<typeof comparisonRecord>>(
    'Two reports side by side.',
    {
      object: { description: 'Type of the record.', type: 'string', const: 'comparison' },
      from: refTo('ComparedReport'),
      to: refTo('ComparedReport'),
      ...changesMembers,
      checks: {
        description: 'The checks whose status, summary or value differ, by id.',
        type: 'object',
        propertyNames: checkId,
        additionalProperties: refTo('ComparedCheck'),
      },
    },
    {},
  ),
  ComparedReport: objectSchema<ReturnType<typeof comparisonRecord>['from']>(
    'A report of a comparison.',
    { ...summaryMembers, ruleset_version: reportMembers.ruleset_version },
    {},
  ),
  ComparedCheck: objectSchema<ReturnType<typeof comparisonRecord>['checks'][string]>(
    'The results of one check; `null` where a report lacks the check.',
    {
      from: refOrNull('In `from`.', 'ComparedResult'),
      to: refOrNull('In `to`.', 'ComparedResult'),
    },
    {},
  ),
  ComparedResult: objectSchema<ReturnType<typeof comparedCheckRecord>>(
    'The result of a check, in short.',
    {
      status: checkMembers.status,
      summary: checkMembers.summary,
      value: checkMembers.value,
      deduction: checkMembers.deduction,
    },
    {},
  ),
  Gate: objectSchema<Report['gates'][number]>(
    'A cap on the score.',
    {
      check: orNull({
        ...checkId,
        description:
          'Id of the check that caps the score; `null` if too few checks could be evaluated.',
      }),
      cap: integerSchema('The maximum score of the report.', 0, 100),
      reason: stringSchema('Why, in one sentence.'),
    },
    {},
  ),
  CheckResult: objectSchema<ReturnType<typeof checkRecord>>(
    'The result of one check.',
    checkMembers,
    {},
  ),
  Evidence: objectSchema<Evidence>(
    'A quote from the page, its headers or robots.txt that shows a finding.',
    {
      kind: enumSchema<Evidence['kind']>('What `text` quotes.', {
        html: 'a tag of the page',
        header: 'a response header',
        url: 'a URL',
        robots: 'a line of robots.txt',
      }),
      text: stringSchema('The quote, cut to 300 characters.', 300),
    },
    {
      line: countSchema('Line in the source, from 1.', 1),
      column: countSchema('Column in the source, from 1, in UTF-16 units.', 1),
    },
  ),
  Page: objectSchema<ReturnType<typeof pageRecord>>('Facts about the page.', pageMembers, {}),
  PageCounts: objectSchema<PageSummary['counts']>(
    'Counts of the content of a page.',
    {
      words: countSchema('Words of text.'),
      links: countSchema('Links.'),
      images: countSchema('Images.'),
      headings: countSchema('Headings, `h1` to `h6`.'),
      elements: countSchema('Elements of HTML.'),
    },
    {},
  ),
  SearchResult: objectSchema<PageSummary['searchResult']>(
    'How a search engine may show the page, on a desktop. It may choose other texts of the page for some searches.',
    {
      title: stringSchema(
        'The title, or else the main heading or the domain, cut with “…” at the width of a result.',
      ),
      url: stringSchema('The site and the path: `https://example.com › blog › rye`.'),
      description: orNull({
        description:
          'The meta description, cut with “…”; `null` if there is none, so that a passage of the page is shown.',
        type: 'string',
      }),
    },
    {},
  ),
  Redirect: objectSchema<PageSummary['redirects'][number]>(
    'One redirect.',
    {
      url: stringSchema('URL that returned the redirect.'),
      status: integerSchema('HTTP status of the redirect.', 300, 399),
      location: stringSchema('Absolute URL of its target.'),
      ms: numberSchema('Duration in milliseconds.', 0),
    },
    {},
  ),
} as const satisfies Readonly<Record<string, Schema>>;

type Catalogue = ReturnType<typeof checkCatalogueRecord>;

/** The schemas of the check catalogue, by name. */
export const checkSchemas = {
  CheckCatalogue: objectSchema<Catalogue>(
    'The checks of new reports.',
    {
      object: { description: 'Type of the record.', type: 'string', const: 'catalogue' },
      ruleset_version: reportMembers.ruleset_version,
      checks: arraySchema('The checks, in the order of a report.', refTo('Check')),
    },
    {},
  ),
  Check: objectSchema<Catalogue['checks'][number]>(
    'One check.',
    {
      id: { ...checkId, description: 'Id of the check: a key of `checks` of a report.' },
      category: checkMembers.category,
      importance: checkMembers.importance,
      weight: checkMembers.weight,
      family: orNull({
        description:
          'Name of the checks of the same kind, which together cost fewer points than alone; `null` if there are none.',
        type: 'string',
      }),
      title: checkMembers.title,
      advice: stringSchema('How to fix what the check finds.'),
      source: checkMembers.source,
    },
    {},
  ),
} as const satisfies Readonly<Record<string, Schema>>;

type WebsiteRecord = ReturnType<typeof websiteRecord>;
type History = ReturnType<typeof historyRecord>;
type Latest = NonNullable<WebsiteRecord['latest_report']>;

const meaningByPrivacy: Readonly<Record<Privacy, string>> = {
  public: 'public, anyone',
  private: 'private, only the owner',
  password: 'password, anyone who knows the password',
};

const privacyList = privacyByNumber
  .map((privacy, number) => `- \`${number}\`: ${meaningByPrivacy[privacy]}`)
  .join('\n');

/** The schemas of a website, by name. */
export const websiteSchemas = {
  Website: objectSchema<WebsiteRecord>(
    'The reports of one domain.',
    {
      id: idSchema('Id of the website. Newer websites have higher ids.'),
      object: { description: 'Type of the record.', type: 'string', const: 'website' },
      domain: stringSchema(
        'Host in lower case and punycode, without a leading `www.`; with the port unless it is the default one.',
      ),
      privacy: {
        description: `Who may read the website’s shared reports.\n\n${privacyList}`,
        type: 'integer',
        format: 'int32',
        enum: [0, 1, 2],
      },
      password: {
        description: 'Whether a password is set. The password itself is never shown.',
        type: 'boolean',
      },
      reports_count: countSchema('Number of reports.'),
      reports_avg_score: orNull(
        numberSchema(
          'Average score of the reports, with one decimal; `null` if there are none.',
          0,
          100,
        ),
      ),
      latest_report: refOrNull(
        'Summary of the newest report, or `null` if there are none.',
        'LatestReport',
      ),
      created_at: dateTimeSchema('When the website was created.'),
      updated_at: dateTimeSchema('When privacy or password last changed.'),
    },
    {},
  ),
  History: objectSchema<History>(
    'The scores of a website’s reports over time.',
    {
      object: { description: 'Type of the record.', type: 'string', const: 'history' },
      interval: enumSchema<History['interval']>('The length of an interval, in UTC.', {
        day: 'a day',
        week: 'a week from Monday',
        month: 'a month',
      }),
      points: arraySchema(
        'The intervals with reports, oldest first.',
        refTo('HistoryPoint'),
        maxHistoryDays,
      ),
    },
    {},
  ),
  HistoryPoint: objectSchema<History['points'][number]>(
    'The scores of the reports of one interval.',
    {
      start: {
        description: 'The first day of the interval: `2026-03-14`.',
        type: 'string',
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      },
      count: countSchema('Number of reports.', 1),
      mean: numberSchema('Average score, with one decimal.', 0, 100),
      min: scoreSchema,
      max: scoreSchema,
      last: scoreSchema,
    },
    {},
  ),
  LatestReport: objectSchema<Latest>(
    'Summary of the newest report of a website.',
    {
      id: idSchema('Id of the report.'),
      score: scoreSchema,
      result: resultSchema,
      created_at: dateTimeSchema('When the report was created.'),
    },
    {},
  ),
} as const satisfies Readonly<Record<string, Schema>>;
