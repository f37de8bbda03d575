import { mostCrawlPages } from '../context/crawl-limits.ts';
import type { ChangedPage, ComparedPage } from '../crawls/compare-pages.ts';
import type { CrawlComparison } from '../crawls/crawl-comparison.ts';
import { maxPatternLength, maxPatterns } from '../crawls/path-patterns.ts';
import { slugPattern } from '../listing/slug.ts';
import {
  type Crawl,
  type CrawlEnd,
  type CrawlPage,
  type CrawlPageState,
  type CrawlPageSummary,
  type CrawlSource,
  type CrawlStatus,
  type FullReason,
  type Recrawl,
  type SkipReason,
  skipReasons,
} from '../store/crawl.ts';
import { categoryScoresOf, maxUrlLength, type Result } from '../store/report.ts';
import { resultSchema, rulesetVersionSchema, scoreSchema } from './check-record.ts';
import type { CsvColumns } from './csv.ts';
import { constant, declareRecord, from } from './declare-record.ts';
import { cappedRecord, cappedSchema, findingChangesRecord } from './finding-changes-record.ts';
import { errorColumns, errorRecordOrNull } from './job-record.ts';
import { detailsRecord } from './report-record.ts';
import { reportMembers } from './report-schemas.ts';
import {
  arraySchema,
  booleanSchema,
  countSchema,
  dateTimeSchema,
  enumSchema,
  idSchema,
  integerSchema,
  kindSchema,
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

/** How far a crawl is, as JSON: with all reasons, also those without pages. */
function progressRecord({ progress }: Crawl) {
  const { discovered, queued, running, done, unchanged, redirected, failed, skipped } = progress;
  const counts = skipReasons.map((reason) => [reason, skipped[reason] ?? 0] as const);
  return {
    discovered,
    queued,
    running,
    done,
    unchanged,
    redirected,
    failed,
    skipped: Object.fromEntries(counts) as Readonly<Record<(typeof skipReasons)[number], number>>,
  };
}

/** The mean score of the pages of a crawl that are done, with one decimal; `null` without any. */
function meanScore({
  progress: { done, scoreSum },
}: {
  readonly progress: Pick<Crawl['progress'], 'done' | 'scoreSum'>;
}): number | null {
  return done === 0 ? null : Math.round((scoreSum * 10) / done) / 10;
}

const progressColumns: CsvColumns<Crawl> = {
  discovered: ({ progress }) => progress.discovered,
  queued: ({ progress }) => progress.queued,
  running: ({ progress }) => progress.running,
  done: ({ progress }) => progress.done,
  unchanged: ({ progress }) => progress.unchanged,
  redirected: ({ progress }) => progress.redirected,
  failed: ({ progress }) => progress.failed,
  ...Object.fromEntries(
    skipReasons.map((reason) => [
      `skipped_${reason}`,
      ({ progress }: Crawl) => progress.skipped[reason] ?? 0,
    ]),
  ),
};

const resultColumns: CsvColumns<Crawl> = {
  results_good: ({ progress }) => progress.results.good,
  results_decent: ({ progress }) => progress.results.decent,
  results_bad: ({ progress }) => progress.results.bad,
};

/** A crawl of a website. */
export const declaredCrawl = declareRecord<Crawl>()('A crawl of a website.', {
  id: idSchema('Id of the crawl. Newer crawls have higher ids.'),
  object: constant('crawl'),
  website_id: orNull(
    idSchema('The website of the crawl; `null` until the final URL of the start page is known.'),
  ),
  domain: orNull(stringSchema('Domain of the website; `null` until it is known.')),
  url: stringSchema(
    'URL of the start page, normalised; without a scheme if none was sent.',
    maxUrlLength,
  ),
  origin: orNull(
    stringSchema('Scheme and host of the pages: `https://example.com`; `null` until it is known.'),
  ),
  status: enumSchema<CrawlStatus>('State of the crawl. The last three are final.', statuses),
  end: nullable(enumSchema('Why it ended; `null` before, and if it was canceled.', ends)),
  error: from(refOrNull('Why it failed, or `null`.', 'JobError'), errorRecordOrNull, errorColumns),
  max_pages: integerSchema(
    'How many pages it has at most. URLs that turn out to be no pages (errors, redirects, other files) do not count: others of the same level are requested in their place, up to as many again, and at least a hundred.',
    1,
    mostCrawlPages,
  ),
  include: from(
    patterns('Only paths that match one of these patterns; all if it is empty.'),
    ({ include }) => include,
    { include: ({ include }) => include.join('\n') },
  ),
  exclude: from(patterns('No paths that match one of these patterns.'), ({ exclude }) => exclude, {
    exclude: ({ exclude }) => exclude.join('\n'),
  }),
  source: sourceSchema,
  recrawl: recrawlSchema,
  previous_crawl_id: from(
    orNull(
      idSchema(
        'The crawl whose results it keeps for pages that have not changed, which may be deleted since; `null` until it is started, and if it reads all pages.',
      ),
    ),
    ({ previousId }) => previousId,
  ),
  full_reason: nullable(
    enumSchema(
      'Why it reads all pages although `recrawl` is `changed`; otherwise `null`.',
      fullReasons,
    ),
  ),
  progress: from(refTo('CrawlProgress'), progressRecord, progressColumns),
  mean_score: from(
    orNull(
      numberSchema(
        'Mean score of the pages that are `done`, with one decimal; `null` without any.',
        0,
        100,
      ),
    ),
    meanScore,
  ),
  results: from(refTo('CrawlResults'), ({ progress }) => progress.results, resultColumns),
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
});

/**
 * A crawl, as JSON: `GET /crawls/{id}` of the HTTP API, and an item of `GET /crawls`.
 *
 * @param crawl - A crawl, from `getCrawl` for example.
 * @example
 * ```ts
 * const { progress, mean_score } = crawlRecord(await getCrawl(context, 'user-1', 42));
 * console.log(`${progress.done} of ${progress.discovered}`, mean_score);
 * ```
 */
export function crawlRecord(crawl: Crawl) {
  return declaredCrawl.record(crawl);
}

/** A page of a crawl in a list. */
export const declaredCrawlPage = declareRecord<CrawlPageSummary>()('A page of a crawl in a list.', {
  id: idSchema('Number of the page in its crawl, from 1: by the level that found it, then by URL.'),
  object: constant('crawl_page'),
  url: stringSchema('URL of the page.', maxUrlLength),
  state: enumSchema<CrawlPageState>('State of the page.', states),
  skip_reason: nullable(enumSchema('Why it was skipped; `null` otherwise.', reasons)),
  error: from(
    refOrNull('Why it failed; `null` otherwise.', 'JobError'),
    errorRecordOrNull,
    errorColumns,
  ),
  depth: orNull(
    countSchema(
      'Clicks from the start page; `null` if links do not lead to it, or that is not known yet.',
    ),
  ),
  inlinks: orNull(
    countSchema('How many other pages of the crawl link to it; `null` until the crawl is done.'),
  ),
  in_sitemap: booleanSchema('Whether the sitemaps of the site list it.'),
  http_status: orNull(integerSchema('HTTP status of the page; `null` without one.', 100, 999)),
  location: orNull(stringSchema('Target of a page that is `redirected`, otherwise `null`.')),
  title: orNull({
    ...stringSchema('The title of the page, or `null` if there is none.'),
    maxLength: 2_000,
  }),
  score: orNull({ ...scoreSchema, description: 'Score of a page that is `done`, or `null`.' }),
  result: resultOrNull,
  worst: orNull(
    stringSchema('What to fix first on the page, in a sentence; `null` if nothing was found.'),
  ),
  findings: from(
    arraySchema('The ids of the checks that failed or warned, the one to fix first at first.', {
      description: 'Id of a check.',
      type: 'string',
      pattern: slugPattern,
    }),
    ({ findings }) => findings,
    { findings: ({ findings }) => findings.join('\n') },
  ),
  unchanged: from(
    booleanSchema('Whether it has the results of the crawl before, because it has not changed.'),
    ({ isUnchanged }) => isUnchanged,
  ),
});

/**
 * A page of a crawl in a list, as JSON: an item of `GET /crawls/{id}/pages` of the HTTP API.
 *
 * @param page - A page, from `listCrawlPages` for example.
 * @example
 * ```ts
 * const { rows } = await listCrawlPages(context, 'user-1', 42, { state: 'failed' });
 * const data = rows.map(crawlPageSummaryRecord);
 * ```
 */
export function crawlPageSummaryRecord(page: CrawlPageSummary) {
  return declaredCrawlPage.record(page);
}

/**
 * A page of a crawl, as JSON: `GET /crawls/{id}/pages/{page}` of the HTTP API. It has the properties of a report
 * under the same names; those of a page that is not `done` are `null`.
 *
 * @param crawl - The crawl of the page.
 * @param page - The page, from `getCrawlPage`.
 * @example
 * ```ts
 * const crawl = await getCrawl(context, 'user-1', 42);
 * const record = crawlPageRecord(crawl, await getCrawlPage(context, 'user-1', crawl.id, 1));
 * ```
 */
export function crawlPageRecord(
  crawl: Pick<Crawl, 'id' | 'websiteId' | 'rulesetVersion'>,
  page: CrawlPage,
) {
  const { details } = page;
  return {
    ...crawlPageSummaryRecord(page),
    crawl_id: crawl.id,
    website_id: crawl.websiteId,
    category_scores: details && categoryScoresOf(details),
    ...(details ? detailsRecord(details) : noDetails),
    ruleset_version: crawl.rulesetVersion,
  } as const;
}

const noDetails: Readonly<Record<keyof ReturnType<typeof detailsRecord>, null>> = {
  score_uncapped: null,
  categories: null,
  gates: null,
  coverage: null,
  partial: null,
  partial_reasons: null,
  fix_first: null,
  checks: null,
  page: null,
};

const comparedPage = declareRecord<ComparedPage>()('A page that only one of two crawls has.', {
  url: declaredCrawlPage.fields.url,
  score: declaredCrawlPage.fields.score,
  result: declaredCrawlPage.fields.result,
});

const changedPage = declareRecord<ChangedPage>()('A page with different scores in two crawls.', {
  url: declaredCrawlPage.fields.url,
  from: scoreSchema,
  to: scoreSchema,
});

/**
 * Two crawls side by side, as JSON: `GET /crawls/{id}/compare/{other}` of the HTTP API.
 *
 * @param comparison - From `compareCrawls`.
 * @example
 * ```ts
 * const record = crawlComparisonRecord(await compareCrawls(context, 'user-1', { from: 41, to: 42 }));
 * ```
 */
export function crawlComparisonRecord(comparison: CrawlComparison) {
  return {
    object: 'crawl_comparison',
    from: crawlRecord(comparison.from),
    to: crawlRecord(comparison.to),
    ...crawlChangesRecord(comparison),
  } as const;
}

/**
 * What changed from one crawl to another, as JSON: a comparison without its crawls.
 *
 * @param comparison - From `crawlComparisonOf`.
 * @example
 * ```ts
 * const comparison = await compareCrawls(context, 'user-1', { from: 41, to: 42 });
 * console.log(crawlChangesRecord(comparison).new_pages.total);
 * ```
 */
export function crawlChangesRecord(comparison: Omit<CrawlComparison, 'from' | 'to'>) {
  const { changedPages, findings } = comparison;
  return {
    score: comparison.score,
    score_reason: comparison.scoreReason,
    new_pages: cappedRecord(comparison.newPages, comparedPage.record),
    gone_pages: cappedRecord(comparison.gonePages, comparedPage.record),
    changed_pages: changedPages && cappedRecord(changedPages, changedPage.record),
    findings: findings && findingChangesRecord(findings),
    notes: comparison.notes,
  } as const;
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

const pageMembers: RequiredProperties<ReturnType<typeof crawlPageRecord>> = {
  ...declaredCrawlPage.fields,
  crawl_id: idSchema('The crawl of the page.'),
  website_id: declaredCrawl.fields.website_id,
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
  ruleset_version: declaredCrawl.fields.ruleset_version,
};

/** The schemas of crawls, their pages and comparisons, by name. */
export const crawlSchemas = {
  Crawl: declaredCrawl.schema,
  CrawlProgress: objectSchema<ReturnType<typeof crawlRecord>['progress']>(
    'How many URLs of a crawl are in each state.',
    {
      discovered: countSchema('All URLs that were found: the sum of the states.'),
      unchanged: countSchema(
        'URLs that are `done` with the results of the crawl before, because they have not changed.',
      ),
      ...countsOf<Exclude<CrawlPageState, 'skipped'>>(statesBeforeSkipped),
      skipped: refTo('CrawlSkipped'),
    },
  ),
  CrawlSkipped: objectSchema<ReturnType<typeof crawlRecord>['progress']['skipped']>(
    'How many URLs of a crawl were skipped, by reason.',
    countsOf<SkipReason>(reasons),
  ),
  CrawlResults: objectSchema<ReturnType<typeof crawlRecord>['results']>(
    'How many pages of a crawl have each result.',
    countsOf<Result>({
      good: 'with a score from 80',
      decent: 'with a score from 50 to 79',
      bad: 'with a score below 50',
    }),
  ),
  CrawlPageSummary: declaredCrawlPage.schema,
  CrawlPage: objectSchema<ReturnType<typeof crawlPageRecord>>(
    'A page of a crawl, with the properties of a report.',
    pageMembers,
  ),
  CrawlComparison: objectSchema<ReturnType<typeof crawlComparisonRecord>>(
    'Two crawls of a website side by side.',
    {
      object: kindSchema('crawl_comparison'),
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
        stringSchema(
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
  ),
  ComparedPage: comparedPage.schema,
  ChangedPage: changedPage.schema,
} as const satisfies Readonly<Record<string, Schema>>;
