import { mostCrawlPages } from '../../context/crawl-limits.ts';
import { maxPatternLength, maxPatterns } from '../../crawls/path-patterns.ts';
import { slugPattern } from '../../listing/slug.ts';
import type {
  changedPageRecord,
  comparedPageRecord,
  crawlComparisonRecord,
  crawlPageRecord,
  crawlPageSummaryRecord,
  crawlRecord,
} from '../../records/crawl-record.ts';
import {
  type findingRecord,
  type issueRecord,
  maxListedFindings,
} from '../../records/site-issue-record.ts';
import type {
  CrawlEnd,
  CrawlPageState,
  CrawlSource,
  CrawlStatus,
  FullReason,
  Recrawl,
  SkipReason,
} from '../../store/crawl.ts';
import { maxUrlLength, type Result } from '../../store/report.ts';
import type { SiteIssue } from '../../store/site-issue.ts';
import { checkMembers, rulesetVersionSchema, scoreSchema } from './check-schemas.ts';
import { cappedSchema } from './finding-changes-schemas.ts';
import { reportMembers, resultSchema } from './report-schemas.ts';
import {
  arraySchema,
  countSchema,
  dateTimeSchema,
  enumSchema,
  idSchema,
  integerSchema,
  nullable,
  numberSchema,
  objectSchema,
  orNull,
  type RequiredProperties,
  refOrNull,
  refTo,
  type Schema,
  stringSchema,
} from './schema.ts';

type CrawlRecord = ReturnType<typeof crawlRecord>;
type PageSummary = ReturnType<typeof crawlPageSummaryRecord>;
type Page = ReturnType<typeof crawlPageRecord>;
type Comparison = ReturnType<typeof crawlComparisonRecord>;

const statuses: Readonly<Record<CrawlStatus, string>> = {
  queued: 'waits for a worker, or until other crawls have ended',
  running: 'its pages are requested, or compared',
  done: 'its issues and its score are known; `end` says whether it has all pages',
  failed: 'it has no issues and no score; `end` and `error` say why',
  canceled: 'it has no issues and no score, because it was canceled',
};

const ends: Readonly<Record<CrawlEnd, string>> = {
  complete: 'every page that was found and may be crawled was crawled',
  max_pages: 'it had as many pages as it may have',
  frontier_full:
    'it found ten times as many URLs as it may have pages, and at least 1,000; or as many URLs again, and at least a hundred, turned out to be no pages before it had its pages',
  time_limit:
    'it was worked on for six hours, or for six hours for each 10,000 pages that it may have if these are more',
  refused: 'the site refused ten requests in a row, or did not respond',
  robots_txt: 'robots.txt forbids the start page, or does not respond',
  start_failed: 'the start page could not be fetched',
  interrupted: 'its workers crashed or were killed too often',
};

const sources: Readonly<Record<CrawlSource, string>> = {
  links: 'pages that are linked',
  sitemap: 'the start page and the pages in the sitemaps',
  both: 'all of them',
};

const recrawls: Readonly<Record<Recrawl, string>> = {
  all: 'every page',
  changed: 'pages that have changed since the crawl before, and a thirtieth of the others',
};

/** Where the URLs of a crawl are from. */
export const sourceSchema = enumSchema<CrawlSource>('Where the URLs are from.', sources);

/** Which pages a crawl reads. */
export const recrawlSchema = enumSchema<Recrawl>('Which pages it reads.', recrawls);

const fullReasons: Readonly<Record<FullReason, string>> = {
  no_previous_crawl:
    'no crawl of the website with the same origin, `source`, `include`, `exclude` and `max_pages` is done',
  ruleset_changed: 'the crawl before was checked with another ruleset',
  site_changed:
    'robots.txt, the sitemaps, the certificate or other facts of the site that all pages depend on are not the same, or the settings of the server',
  own_headers: 'it sends headers of its own',
};

const states: Readonly<Record<CrawlPageState, string>> = {
  queued: 'waits to be requested',
  running: 'is being requested',
  done: 'has a score',
  redirected: 'redirects to `location`',
  failed: 'its status is an error, or there was no response',
  skipped: 'was not requested, or is not an HTML page; `skip_reason` says why',
};

const reasons: Readonly<Record<SkipReason, string>> = {
  robots_txt: 'robots.txt blocks it',
  excluded: '`include` or `exclude` leaves it out',
  max_pages: 'the crawl had enough pages, or too many URLs that are no pages',
  too_deep: 'it is more than 100 clicks from the start page',
  query_variants: 'the crawl has many pages of its path that differ in the query only',
  repeating_path: 'its path repeats itself',
  not_html: 'it is another kind of file',
  ended: 'the crawl ended before it was requested',
};

const { skipped: _, ...statesBeforeSkipped } = states;

const countsOf = <Key extends string>(meanings: Readonly<Record<Key, string>>) =>
  Object.fromEntries(
    Object.entries(meanings).map(([key, meaning]) => [key, countSchema(`URLs: ${meaning}.`)]),
  ) as Readonly<Record<Key, Schema>>;

const patterns = (description: string): Schema =>
  arraySchema(description, stringSchema('A path pattern.', maxPatternLength), maxPatterns);

const resultOrNull = nullable(resultSchema);

const crawlMembers: RequiredProperties<CrawlRecord> = {
  id: idSchema('Id of the crawl. Newer crawls have higher ids.'),
  object: { description: 'Type of the record.', type: 'string', const: 'crawl' },
  website_id: orNull(
    idSchema('The website of the crawl; `null` until the final URL of the start page is known.'),
  ),
  domain: orNull(stringType('Domain of the website; `null` until it is known.')),
  url: stringSchema(
    'URL of the start page, normalised; without a scheme if none was sent.',
    maxUrlLength,
  ),
  origin: orNull(
    stringType('Scheme and host of the pages: `https://example.com`; `null` until it is known.'),
  ),
  status: enumSchema<CrawlStatus>('State of the crawl. The last three are final.', statuses),
  end: nullable(enumSchema('Why it ended; `null` before, and if it was canceled.', ends)),
  error: refOrNull('Why it failed, or `null`.', 'JobError'),
  max_pages: integerSchema(
    'How many pages it has at most. URLs that turn out to be no pages (errors, redirects, other files) do not count: others of the same level are requested in their place, up to as many again, and at least a hundred.',
    1,
    mostCrawlPages,
  ),
  include: patterns('Only paths that match one of these patterns; all if it is empty.'),
  exclude: patterns('No paths that match one of these patterns.'),
  source: sourceSchema,
  recrawl: recrawlSchema,
  previous_crawl_id: orNull(
    idSchema(
      'The crawl whose results it keeps for pages that have not changed, which may be deleted since; `null` until it is started, and if it reads all pages.',
    ),
  ),
  full_reason: nullable(
    enumSchema(
      'Why it reads all pages although `recrawl` is `changed`; otherwise `null`.',
      fullReasons,
    ),
  ),
  progress: refTo('CrawlProgress'),
  mean_score: orNull(
    numberSchema(
      'Mean score of the pages that are `done`, with one decimal; `null` without any.',
      0,
      100,
    ),
  ),
  results: refTo('CrawlResults'),
  score: orNull({
    ...scoreSchema,
    description:
      'Score of the site: the mean score of its pages, less what its issues cost. `null` until it is done, or if no page has a score.',
  }),
  result: resultOrNull,
  ruleset_version: orNull({
    ...rulesetVersionSchema,
    type: 'string',
    description:
      'Version of the ruleset, `null` until the crawl is started. Scores of different versions are not comparable.',
  }),
  created_at: dateTimeSchema('When the crawl was created.'),
  started_at: orNull(dateTimeSchema('When it was started, or `null`.')),
  ended_at: orNull(dateTimeSchema('When it was done, failed or canceled, or `null`.')),
};

const summaryMembers: RequiredProperties<PageSummary> = {
  id: idSchema('Number of the page in its crawl, from 1: by the level that found it, then by URL.'),
  object: { description: 'Type of the record.', type: 'string', const: 'crawl_page' },
  url: stringSchema('URL of the page.', maxUrlLength),
  state: enumSchema<CrawlPageState>('State of the page.', states),
  skip_reason: nullable(enumSchema('Why it was skipped; `null` otherwise.', reasons)),
  error: refOrNull('Why it failed; `null` otherwise.', 'JobError'),
  depth: orNull(
    countSchema(
      'Clicks from the start page; `null` if links do not lead to it, or that is not known yet.',
    ),
  ),
  inlinks: orNull(
    countSchema('How many other pages of the crawl link to it; `null` until the crawl is done.'),
  ),
  in_sitemap: { description: 'Whether the sitemaps of the site list it.', type: 'boolean' },
  http_status: orNull(integerSchema('HTTP status of the page; `null` without one.', 100, 999)),
  location: orNull(stringType('Target of a page that is `redirected`, otherwise `null`.')),
  title: orNull({
    ...stringType('The title of the page, or `null` if there is none.'),
    maxLength: 2_000,
  }),
  score: orNull({ ...scoreSchema, description: 'Score of a page that is `done`, or `null`.' }),
  result: resultOrNull,
  worst: orNull(
    stringType('What to fix first on the page, in a sentence; `null` if nothing was found.'),
  ),
  findings: arraySchema(
    'The ids of the checks that failed or warned, the one to fix first at first.',
    { description: 'Id of a check.', type: 'string', pattern: slugPattern },
  ),
  unchanged: {
    description: 'Whether it has the results of the crawl before, because it has not changed.',
    type: 'boolean',
  },
};

/** A schema of a string, for {@link orNull}. */
function stringType(description: string): Schema & { readonly type: 'string' } {
  return { description, type: 'string' };
}

/** The properties of a report that a page of a crawl has, too. */
const {
  score_uncapped: scoreUncapped,
  gates,
  coverage,
  partial,
  partial_reasons: partialReasons,
  fix_first: fixFirst,
  checks,
} = reportMembers;

const pageMembers: RequiredProperties<Page> = {
  ...summaryMembers,
  crawl_id: idSchema('The crawl of the page.'),
  website_id: crawlMembers.website_id,
  category_scores: refOrNull('The scores of the categories, or `null`.', 'CategoryScores'),
  score_uncapped: nullable(scoreUncapped),
  categories: refOrNull('Scores by category, or `null`.', 'Categories'),
  gates: nullable(gates),
  coverage: nullable(coverage),
  partial: nullable(partial),
  partial_reasons: nullable(partialReasons),
  fix_first: nullable(fixFirst),
  checks: nullable(checks),
  page: refOrNull('Facts about the page, or `null`.', 'Page'),
  ruleset_version: crawlMembers.ruleset_version,
};

const findingMembers: RequiredProperties<ReturnType<typeof findingRecord>> = {
  object: { description: 'Type of the record.', type: 'string', const: 'finding' },
  summary: stringSchema('What was found, in a sentence.'),
  pages: arraySchema(
    'URLs of the affected pages, by code point: the first 20.',
    stringSchema('URL of a page.'),
    20,
  ),
  pages_count: countSchema('How many pages are affected.', 1),
  target: orNull(
    stringType('The URL that it is about, if that is not one of the pages, such as a broken one.'),
  ),
  key: stringSchema(
    'Identifies the finding in all crawls of the website: a URL, a title, or what was found. Unique within its issue.',
  ),
};

const issueId: Schema & { readonly type: 'string' } = {
  description: 'Id of the issue.',
  type: 'string',
  pattern: slugPattern,
};

const issueTitle = stringSchema('What is right when there is no issue.');

/** The schemas of crawls and of issues, by name. */
export const crawlSchemas = {
  Crawl: objectSchema<CrawlRecord>('A crawl of a website.', crawlMembers, {}),
  CrawlProgress: objectSchema<CrawlRecord['progress']>(
    'How many URLs of a crawl are in each state.',
    {
      discovered: countSchema('All URLs that were found: the sum of the states.'),
      unchanged: countSchema(
        'URLs that are `done` with the results of the crawl before, because they have not changed.',
      ),
      ...countsOf<Exclude<CrawlPageState, 'skipped'>>(statesBeforeSkipped),
      skipped: refTo('CrawlSkipped'),
    },
    {},
  ),
  CrawlSkipped: objectSchema<CrawlRecord['progress']['skipped']>(
    'How many URLs of a crawl were skipped, by reason.',
    countsOf<SkipReason>(reasons),
    {},
  ),
  CrawlResults: objectSchema<CrawlRecord['results']>(
    'How many pages of a crawl have each result.',
    countsOf<Result>({
      good: 'with a score from 80',
      decent: 'with a score from 50 to 79',
      bad: 'with a score below 50',
    }),
    {},
  ),
  CrawlPageSummary: objectSchema<PageSummary>('A page of a crawl in a list.', summaryMembers, {}),
  CrawlPage: objectSchema<Page>(
    'A page of a crawl, with the properties of a report.',
    pageMembers,
    {},
  ),
  CrawlComparison: objectSchema<Comparison>(
    'Two crawls of a website side by side.',
    {
      object: { description: 'Type of the record.', type: 'string', const: 'crawl_comparison' },
      from: refTo('Crawl'),
      to: refTo('Crawl'),
      score: orNull(
        integerSchema(
          'The score of `to` less that of `from`; `null` if they are not comparable.',
          -100,
          100,
        ),
      ),
      score_reason: orNull(
        stringType(
          'Why the scores are not comparable, in a sentence: other rulesets, source, `include` or `exclude`, or a crawl that has no score, or is not `complete` unless both ended at the same `max_pages`; `null` if they are.',
        ),
      ),
      new_pages: cappedSchema('Pages that only `to` has a score for, by URL.', 'ComparedPage'),
      gone_pages: cappedSchema('Pages that only `from` has a score for, by URL.', 'ComparedPage'),
      changed_pages: nullable(
        cappedSchema(
          'Pages whose scores differ, those that fell most first; `null` if the rulesets differ.',
          'ChangedPage',
        ),
      ),
      findings: refOrNull(
        'Which findings are new, fixed and still there: of issues across pages, and of the checks of pages that both crawls examined. New and gone pages are listed without their findings. `null` if the rulesets differ.',
        'FindingChanges',
      ),
      notes: arraySchema(
        'What could not be compared: what one of the crawls did not examine, or other options or origins.',
        stringSchema('One reason, in a sentence.'),
      ),
    },
    {},
  ),
  ComparedPage: objectSchema<ReturnType<typeof comparedPageRecord>>(
    'A page that only one of two crawls has.',
    { url: summaryMembers.url, score: summaryMembers.score, result: summaryMembers.result },
    {},
  ),
  ChangedPage: objectSchema<ReturnType<typeof changedPageRecord>>(
    'A page with different scores in two crawls.',
    { url: summaryMembers.url, from: scoreSchema, to: scoreSchema },
    {},
  ),
  Issue: objectSchema<ReturnType<typeof issueRecord>>(
    'What a rule about several pages, or a check of single pages, found on a site.',
    {
      id: issueId,
      object: { description: 'Type of the record.', type: 'string', const: 'issue' },
      scope: enumSchema<SiteIssue['scope']>('What it is about.', {
        site: 'a rule that compares pages',
        page: 'a check of single pages, by its id',
      }),
      category: { ...checkMembers.category, description: 'Category of the rule.' },
      importance: enumSchema<SiteIssue['importance']>(
        'Importance of the rule: the points of the score of the site that it costs if all pages are affected.',
        { high: '12', medium: '5', low: '1.5', info: 'none, for information only' },
      ),
      title: issueTitle,
      advice: stringSchema('How to fix it.'),
      why: orNull(
        stringType(
          'What it means for visitors, in search results or for the business; `null` for a check that does not say it.',
        ),
      ),
      source: stringSchema('URL of a public explanation of the rule.'),
      status: enumSchema<SiteIssue['status']>('Whether it was found.', {
        found: 'it was found',
        none: 'it was not found',
        unknown: 'it cannot be decided; `reason` says why',
      }),
      reason: orNull(stringType('Why it cannot be decided, in a sentence; otherwise `null`.')),
      found_in: refOrNull(
        'What it was found in. For a website, it is what its score is from; `null` if it has none.',
        'ScoreSource',
      ),
      findings_count: countSchema('How many findings there are.'),
      pages_count: countSchema('How many pages are affected.'),
      failed_count: countSchema(
        'On how many of them it is more than a warning: for a rule that compares pages, on all.',
      ),
      gain: numberSchema(
        'What its fix gains, in points of the score of the site. The score of a website without a complete crawl does not count issues of the scope `site`.',
        0,
      ),
      findings: arraySchema(
        'The findings that affect most pages.',
        refTo('Finding'),
        maxListedFindings,
      ),
    },
    {},
  ),
  Finding: objectSchema<ReturnType<typeof findingRecord>>(
    'One finding of an issue.',
    findingMembers,
    {},
  ),
} as const satisfies Readonly<Record<string, Schema>>;
