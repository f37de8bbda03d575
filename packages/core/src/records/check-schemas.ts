import type { CheckResult, Report } from '../store/report.ts';
import {
  checkId,
  checkMembers,
  type checkRecord,
  type comparedCheckRecord,
  meaningByCategory,
  rulesetVersionSchema,
  scoreSchema,
} from './check-record.ts';
import type {
  checkCatalogueRecord,
  comparisonRecord,
  detailsRecord,
  reportSummaryRecord,
} from './report-record.ts';
import {
  arraySchema,
  booleanSchema,
  countSchema,
  enumSchema,
  integerSchema,
  kindSchema,
  numberSchema,
  objectSchema,
  orNull,
  refOrNull,
  refTo,
  type Schema,
  stringSchema,
} from './schema.ts';

type Category = keyof Report['categories'];
type CategoriesRecord = ReturnType<typeof detailsRecord>['categories'];
type Evidence = CheckResult['evidence'][number];
type Catalogue = ReturnType<typeof checkCatalogueRecord>;

const categoryScore = (name: Category): Schema => ({
  ...refTo('CategoryScore'),
  description: `The checks about ${meaningByCategory[name]}.`,
});

/** The schemas of checks and their results, by name. */
export const checkSchemas = {
  Categories: objectSchema<CategoriesRecord>('Scores by category.', {
    seo: categoryScore('seo'),
    accessibility: categoryScore('accessibility'),
    performance: categoryScore('performance'),
    security: categoryScore('security'),
    miscellaneous: categoryScore('miscellaneous'),
  }),
  CategoryScores: objectSchema<ReturnType<typeof reportSummaryRecord>['category_scores']>(
    'The scores of the categories; `null` if no check in the category counts.',
    {
      seo: orNull(scoreSchema),
      accessibility: orNull(scoreSchema),
      performance: orNull(scoreSchema),
      security: orNull(scoreSchema),
      miscellaneous: orNull(scoreSchema),
    },
  ),
  CategoryScore: objectSchema<CategoriesRecord[Category]>(
    'The score of one category and the number of checks by outcome.',
    {
      score: orNull(
        integerSchema('From 0 to 100; `null` if no check in the category counts.', 0, 100),
      ),
      passed: countSchema('Number of checks that passed.'),
      warned: countSchema('Number of checks with a warning.'),
      failed: countSchema('Number of checks that failed.'),
      not_applicable: countSchema('Number of checks that do not apply to the page.'),
      not_evaluated: countSchema('Number of checks that could not be evaluated.'),
      includes_speed: booleanSchema(
        'Whether measured speed counts in the score of the category: it cannot be compared with one without.',
      ),
    },
  ),
  Gate: objectSchema<Report['gates'][number]>('A cap on the score.', {
    check: orNull({
      ...checkId,
      description:
        'Id of the check that caps the score; `null` if too few checks could be evaluated.',
    }),
    cap: integerSchema('The maximum score of the report.', 0, 100),
    reason: stringSchema('Why, in one sentence.'),
  }),
  CheckResult: objectSchema<ReturnType<typeof checkRecord>>(
    'The result of one check.',
    checkMembers,
    {
      read_from: enumSchema<'rendered' | 'measured'>(
        'What of the page it is about; left out if it is about the HTML of the server.',
        {
          rendered: 'the page as its scripts built it in a browser',
          measured: 'how fast the page was loaded in a browser: it counts in its category only',
        },
      ),
      source_status: {
        ...checkMembers.status,
        description:
          'The status for the HTML of the server, if it is another one than for the page in a browser.',
      },
    },
  ),
  Evidence: objectSchema<Evidence>(
    'A quote from the page, its headers or robots.txt that shows a finding.',
    {
      kind: enumSchema<Evidence['kind']>('What `text` quotes.', {
        html: 'a tag of the page',
        header: 'a response header',
        url: 'a URL',
        robots: 'a line of robots.txt',
        cookie: 'the name and the domain of a cookie',
      }),
      text: stringSchema('The quote, cut to 300 characters.', 300),
    },
    {
      line: countSchema('Line in the source, from 1.', 1),
      column: countSchema('Column in the source, from 1, in UTF-16 units.', 1),
      selector: stringSchema('A CSS selector of the element in the page in a browser.', 300),
    },
  ),
  ComparedCheck: objectSchema<ReturnType<typeof comparisonRecord>['checks'][string]>(
    'The results of one check; `null` where a report lacks the check.',
    {
      from: refOrNull('In `from`.', 'ComparedResult'),
      to: refOrNull('In `to`.', 'ComparedResult'),
    },
  ),
  ComparedResult: objectSchema<ReturnType<typeof comparedCheckRecord>>(
    'The result of a check, in short.',
    {
      status: checkMembers.status,
      summary: checkMembers.summary,
      value: checkMembers.value,
      deduction: checkMembers.deduction,
    },
  ),
  CheckCatalogue: objectSchema<Catalogue>('The checks of new reports.', {
    object: kindSchema('catalogue'),
    ruleset_version: rulesetVersionSchema,
    checks: arraySchema('The checks, in the order of a report.', refTo('Check')),
  }),
  Check: objectSchema<Catalogue['checks'][number]>('One check.', {
    id: { ...checkId, description: 'Id of the check: a key of `checks` of a report.' },
    category: checkMembers.category,
    importance: checkMembers.importance,
    weight: checkMembers.weight,
    family: orNull(
      stringSchema(
        'Name of the checks of the same kind, which together cost fewer points than alone; `null` if there are none.',
      ),
    ),
    title: checkMembers.title,
    advice: stringSchema('How to fix what the check finds.'),
    why: orNull(
      stringSchema(
        'What a failure means for visitors, in search results or for the business, in one sentence; `null` if a check of the server’s own omits it.',
      ),
    ),
    source: checkMembers.source,
    options: arraySchema(
      'Numbers that the ruleset of the server can change.',
      refTo('CheckOption'),
    ),
  }),
  CheckOption: objectSchema<Catalogue['checks'][number]['options'][number]>(
    'A number that decides what a check finds.',
    {
      name: stringSchema('Name of the option.'),
      value: numberSchema('The value that counts.', 0),
      default: numberSchema('The value if the ruleset sets no other one.', 0),
      min: numberSchema('The smallest value that is allowed.', 0),
      max: numberSchema('The largest value that is allowed.', 0),
      unit: stringSchema('What is counted, such as `characters`.'),
      description: stringSchema('What the value decides.'),
    },
  ),
} as const satisfies Readonly<Record<string, Schema>>;
