import {
  type CheckResult,
  maxUrlLength,
  type PageSummary,
  type Report,
  type Result,
} from '../../reports/report.ts';
import type {
  checkRecord,
  pageRecord,
  reportRecord,
  reportSummaryRecord,
} from '../records/report-record.ts';
import {
  countSchema,
  idSchema,
  integerSchema,
  numberSchema,
  timeSchema,
} from './number-schemas.ts';
import {
  arraySchema,
  type Members,
  objectSchema,
  orNull,
  refTo,
  type Schema,
  textSchema,
  wordSchema,
} from './schema.ts';

type Summary = ReturnType<typeof reportSummaryRecord>;
type Whole = ReturnType<typeof reportRecord>;
type Category = keyof Report['categories'];
type Evidence = CheckResult['evidence'][number];

const meaningByResult: Readonly<Record<Result, string>> = {
  good: 'a score from 80',
  decent: 'a score from 50 to 79',
  bad: 'a score below 50',
};

/** A report's score. */
export const scoreSchema = integerSchema('From 0, the worst, to 100.', 0, 100);
/** A report's rating. */
export const resultSchema = wordSchema('The rating that goes with the score.', meaningByResult);

const checkId: Schema & { readonly type: 'string' } = {
  description: 'Id of a check: a key of `checks`.',
  type: 'string',
  pattern: '^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$',
  maxLength: 64,
};

const summaryMembers: Members<Summary> = {
  id: idSchema('Identifies the report. Later reports have higher ids.'),
  object: { description: 'Says what the record is.', type: 'string', const: 'report' },
  // Not `format: uri`: the URL rules that browsers follow leave characters that RFC 3986 does not.
  url: textSchema('The URL that was asked for, normalised.', maxUrlLength),
  final_url: textSchema('Where its redirects led; the same as `url` without any.', maxUrlLength),
  website_id: idSchema('The website that the report belongs to.'),
  domain: textSchema(
    'Domain of the website: the host of `final_url`, in lower case and punycode, without a leading `www.`; with its port where that is not the usual one.',
  ),
  title: orNull({
    description: 'The page’s title; `null` where it has none.',
    type: 'string',
    maxLength: 2_000,
  }),
  score: scoreSchema,
  result: resultSchema,
  http_status: integerSchema('Status that the page was answered with.', 100, 999),
  created_at: timeSchema('When the report was made.'),
};

const meaningByCategory: Readonly<Record<Category, string>> = {
  seo: 'what search engines find and show',
  performance: 'what the page costs to load',
  security: 'the safety of its visitors',
  miscellaneous: 'everything else',
};
const categoryScore = (name: Category): Schema => ({
  ...refTo('CategoryScore'),
  description: `The checks about ${meaningByCategory[name]}.`,
});

const reportMembers: Members<Whole> = {
  ...summaryMembers,
  categories: refTo('Categories'),
  gates: arraySchema('What caps the score, whatever else the page does well.', refTo('Gate')),
  coverage: numberSchema(
    'How much of what applies to the page could be evaluated, by weight, from 0 to 1.',
    0,
    1,
  ),
  partial: { description: 'Whether `coverage` is below 0.8.', type: 'boolean' },
  fix_first: arraySchema(
    'Ids of the checks that would bring the most points, best first.',
    checkId,
  ),
  checks: {
    description: 'What each check found, by its id, in the order of the ruleset.',
    type: 'object',
    propertyNames: checkId,
    additionalProperties: refTo('CheckResult'),
  },
  page: refTo('Page'),
  ruleset_version: {
    description: 'The ruleset that made the report: scores of different versions do not compare.',
    type: 'string',
    pattern: '^[\\w.+\\-]{1,64}$',
  },
  share_url: orNull({
    description: 'Where the report can be read without a key; `null` where it cannot.',
    type: 'string',
  }),
};

const checkMembers: Members<ReturnType<typeof checkRecord>> = {
  category: wordSchema('What the check is about.', meaningByCategory),
  importance: wordSchema<CheckResult['importance']>('How much the check matters.', {
    high: 'weighs 10',
    medium: 'weighs 5',
    low: 'weighs 2',
    info: 'weighs nothing: it informs',
  }),
  status: wordSchema<CheckResult['status']>('How the check ended.', {
    pass: 'nothing to mend',
    warn: 'could be better',
    fail: 'should be mended',
    na: 'does not apply to this page',
    error: 'could not be evaluated, which is not the page’s fault',
  }),
  title: textSchema('What the check is called.'),
  summary: textSchema('What was found, in a sentence.', 1_000),
  value: {
    description:
      'What was measured, as any JSON: a number, a text, a list, an object; `null` where there is nothing to measure. Each check has a form of its own.',
  },
  evidence: arraySchema('Where it was found.', refTo('Evidence')),
  advice: orNull({
    description: 'How to mend it; `null` where there is nothing to mend.',
    type: 'string',
  }),
  source: textSchema('Address of a public explanation of the rule.'),
  weight: countSchema('How much the check weighs in the score.'),
  points: orNull(
    numberSchema('What it earned, from 0 to 1; `null` where it does not count.', 0, 1),
  ),
};

const pageMembers: Members<ReturnType<typeof pageRecord>> = {
  language: orNull({
    description: 'The language that the page declares, as written; `null` where it declares none.',
    type: 'string',
  }),
  charset: textSchema('The encoding that the page was read in.'),
  content_type: orNull({ description: 'The header `Content-Type` as sent.', type: 'string' }),
  transfer_bytes: countSchema('Bytes of the page as they came over the network.'),
  html_bytes: countSchema('Bytes of the page once unpacked.'),
  time_to_first_byte_ms: numberSchema(
    'Milliseconds from looking up the host to the first byte of the answer.',
    0,
  ),
  fetch_ms: numberSchema('Milliseconds from looking up the host to the last byte of the page.', 0),
  redirects: arraySchema('The redirects on the way to `final_url`, in order.', refTo('Redirect')),
  counts: refTo('PageCounts'),
  notes: arraySchema(
    'What was left out of a page too strange to be read whole.',
    textSchema('One thing that was left out, in words.'),
  ),
};

/** The schemas that a report is made of, by name. */
export const reportSchemas = {
  ReportSummary: objectSchema<Summary>('A report as a list shows it.', summaryMembers, {}),
  Report: objectSchema<Whole>('A report, whole.', reportMembers, {}),
  Categories: objectSchema<Report['categories']>(
    'Scores of the parts that the checks are about.',
    {
      seo: categoryScore('seo'),
      performance: categoryScore('performance'),
      security: categoryScore('security'),
      miscellaneous: categoryScore('miscellaneous'),
    },
    {},
  ),
  CategoryScore: objectSchema<Report['categories'][Category]>(
    'The score of one category, and how its checks ended.',
    {
      score: orNull(
        integerSchema('From 0 to 100; `null` where nothing in the category counts.', 0, 100),
      ),
      passed: countSchema('Checks that passed.'),
      warned: countSchema('Checks that ended with a warning.'),
      failed: countSchema('Checks that failed.'),
    },
    {},
  ),
  Gate: objectSchema<Report['gates'][number]>(
    'A cap on the score.',
    {
      check: { ...checkId, description: 'Id of the check that set it.' },
      cap: integerSchema('The highest score that the report can have.', 0, 100),
      reason: textSchema('Why, in a sentence.'),
    },
    {},
  ),
  CheckResult: objectSchema<ReturnType<typeof checkRecord>>(
    'What one check found.',
    checkMembers,
    {},
  ),
  Evidence: objectSchema<Evidence>(
    'A quote from the page, its headers or robots.txt that shows a finding.',
    {
      kind: wordSchema<Evidence['kind']>('What is quoted.', {
        html: 'a tag of the page',
        header: 'a header of its answer',
        url: 'an address',
        robots: 'a line of robots.txt',
      }),
      text: textSchema('The quote, cut to 300 characters.', 300),
    },
    {
      line: countSchema('Line in the source, from 1.', 1),
      column: countSchema('Column in the source, from 1, in UTF-16 units.', 1),
    },
  ),
  Page: objectSchema<ReturnType<typeof pageRecord>>(
    'Facts of the page worth showing by themselves.',
    pageMembers,
    {},
  ),
  PageCounts: objectSchema<PageSummary['counts']>(
    'How much there is on a page.',
    {
      words: countSchema('Words of text.'),
      links: countSchema('Links.'),
      images: countSchema('Images.'),
      headings: countSchema('Headings, `h1` to `h6`.'),
      elements: countSchema('Elements of HTML.'),
    },
    {},
  ),
  Redirect: objectSchema<PageSummary['redirects'][number]>(
    'One redirect.',
    {
      url: textSchema('Who answered with it.'),
      status: integerSchema('Its status.', 300, 399),
      location: textSchema('Where it led, as an absolute URL.'),
      ms: numberSchema('Milliseconds that it took.', 0),
    },
    {},
  ),
} as const satisfies Readonly<Record<string, Schema>>;
