import {
  type LatestReport,
  type Privacy,
  privacyByNumber,
  type Website,
} from '../store/website.ts';
import type { ScoreSource, ScoreSourceKind } from '../store/website-score.ts';
import {
  type HistoryInterval,
  type HistoryPoint,
  maxHistoryDays,
  type WebsiteHistory,
} from '../websites/website-history.ts';
import { resultSchema, scoreSchema } from './check-record.ts';
import { constant, declareRecord, from } from './declare-record.ts';
import {
  arraySchema,
  booleanSchema,
  countSchema,
  dateTimeSchema,
  enumSchema,
  fieldsSchema,
  idSchema,
  integerSchema,
  nullable,
  numberSchema,
  orNull,
  refOrNull,
  refTo,
  stringSchema,
} from './schema.ts';

const meaningByPrivacy: Readonly<Record<Privacy, string>> = {
  public: 'public, anyone',
  private: 'private, only the owner',
  password: 'password, anyone who knows the password',
};

const privacyList = privacyByNumber
  .map((privacy, number) => `- \`${number}\`: ${meaningByPrivacy[privacy]}`)
  .join('\n');

const scoreSourceKind = enumSchema<ScoreSourceKind>('What scores are from.', {
  crawl:
    'a crawl. Of a website it is the last complete one, which crawled all pages that it found, or as many as it may, without `include`',
  reports: 'the latest report of each URL, because there is no complete crawl',
});

/** What the score of a website is from. */
export const declaredScoreSource = declareRecord<ScoreSource>()(
  'What a score or an issue of a website is from.',
  {
    kind: scoreSourceKind,
    crawl_id: orNull(idSchema('Id of the crawl; `null` for reports.')),
    pages: countSchema('Number of pages with a score: of the crawl, or URLs with a report.'),
    measured_at: dateTimeSchema('When the crawl ended, or the newest report was created.'),
  },
);

/** What the score of a website is from, as JSON. */
export function scoreSourceRecord(source: ScoreSource) {
  return declaredScoreSource.record(source);
}

/** The newest report of a website. */
export const declaredLatestReport = declareRecord<LatestReport>()(
  'Summary of the newest report of a website.',
  {
    id: idSchema('Id of the report.'),
    score: scoreSchema,
    result: resultSchema,
    created_at: dateTimeSchema('When the report was created.'),
  },
);

/** A website without its shared page, whose URL depends on the server. */
export const declaredWebsite = declareRecord<Website>()('The reports of one domain.', {
  id: idSchema('Id of the website. Newer websites have higher ids.'),
  object: constant('website'),
  domain: stringSchema(
    'Host in lower case and punycode, without a leading `www.`; with the port unless it is the default one.',
  ),
  privacy: from(
    {
      description: `Who may read the website’s shared reports.\n\n${privacyList}`,
      type: 'integer',
      format: 'int32',
      enum: [0, 1, 2],
    },
    ({ privacy }) => privacyByNumber.indexOf(privacy),
  ),
  password: from(
    booleanSchema('Whether a password is set. The password itself is never shown.'),
    ({ hasPassword }) => hasPassword,
  ),
  reports_count: countSchema('Number of reports.'),
  reports_avg_score: orNull(
    numberSchema(
      'Average score of the reports, with one decimal; `null` if there are none.',
      0,
      100,
    ),
  ),
  score: orNull(
    integerSchema(
      'The score of the website: that of its last complete crawl; without one, the mean of the latest report of each URL. `null` if it has neither.',
      0,
      100,
    ),
  ),
  result: nullable(resultSchema),
  score_source: from(
    refOrNull('What the score is from; `null` without a score.', 'ScoreSource'),
    ({ scoreSource }) => scoreSource && scoreSourceRecord(scoreSource),
    {
      score_source_kind: ({ scoreSource }) => scoreSource?.kind ?? null,
      score_source_crawl_id: ({ scoreSource }) => scoreSource?.crawlId ?? null,
      score_source_pages: ({ scoreSource }) => scoreSource?.pages ?? null,
      score_source_measured_at: ({ scoreSource }) => scoreSource?.measuredAt.toISOString() ?? null,
    },
  ),
  latest_report: from(
    refOrNull('Summary of the newest report, or `null` if there are none.', 'LatestReport'),
    ({ latestReport }) => latestReport && declaredLatestReport.record(latestReport),
    {
      latest_report_id: ({ latestReport }) => latestReport?.id ?? null,
      latest_report_score: ({ latestReport }) => latestReport?.score ?? null,
      latest_report_result: ({ latestReport }) => latestReport?.result ?? null,
      latest_report_created_at: ({ latestReport }) => latestReport?.createdAt.toISOString() ?? null,
    },
  ),
  next_run_at: orNull(dateTimeSchema('When its schedule runs next; `null` if it has none.')),
  unreachable_since: orNull(
    dateTimeSchema(
      'Since when two attempts in the background have failed, the second ten minutes later; `null` if the site responds, and without any webhook, recipient or schedule.',
    ),
  ),
  created_at: dateTimeSchema('When the website was created.'),
  updated_at: dateTimeSchema('When privacy or password last changed.'),
});

/** The schema of {@link websiteRecord}. */
export const websiteSchema = fieldsSchema('The reports of one domain.', {
  ...declaredWebsite.fields,
  share_url: orNull(
    stringSchema(
      'URL of the page that shows the website to those whom `privacy` allows, or `null` if the server has no such pages.',
    ),
  ),
});

/**
 * A website, as JSON: `GET /websites/{id}` of the HTTP API. `password` is whether one is set.
 *
 * @param website - From `getWebsite` or `listWebsites`.
 * @param options - `shareUrl`: the URL of the website's shared page. Default: `null`, for none.
 * @example
 * ```ts
 * const record = websiteRecord(await getWebsite(context, 'user-1', 7));
 * ```
 */
export function websiteRecord(
  website: Website,
  { shareUrl }: { readonly shareUrl: string | null } = { shareUrl: null },
) {
  return { ...declaredWebsite.record(website), share_url: shareUrl } as const;
}

/** The score of a website in an interval. */
export const declaredHistoryPoint = declareRecord<HistoryPoint>()(
  'The score of a website at the end of an interval.',
  {
    start: {
      description: 'The first day of the interval: `2026-03-14`.',
      type: 'string',
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    },
    score: scoreSchema,
    pages: countSchema('Number of pages with a score.', 1),
    count: countSchema('Number of complete crawls or of reports in the interval.', 1),
    ruleset_version: nullable(
      stringSchema(
        'The ruleset of the last crawl, or of all reports that count: `5, 6` if there are several.',
      ),
    ),
    comparable: from(
      booleanSchema(
        'Whether the score can be compared with that of the point before: not if the ruleset has changed, or what was crawled, or, of reports, the number of pages; and not if the pages have several rulesets. `true` for the first point.',
      ),
      ({ isComparable }) => isComparable,
    ),
  },
);

/** The score of a website over time. */
export const declaredHistory = declareRecord<
  WebsiteHistory & { readonly interval: HistoryInterval }
>()('The score of a website over time.', {
  object: constant('history'),
  interval: enumSchema<HistoryInterval>('The length of an interval, in UTC.', {
    day: 'a day',
    week: 'a week from Monday',
    month: 'a month',
  }),
  source: scoreSourceKind,
  points: from(
    arraySchema(
      'The intervals with crawls or reports, oldest first.',
      refTo('HistoryPoint'),
      maxHistoryDays,
    ),
    ({ points }) => points.map(declaredHistoryPoint.record),
  ),
});

/**
 * The history of a website, as JSON: `GET /websites/{id}/history` of the HTTP API.
 *
 * @param interval - The interval of the points.
 * @param history - From `websiteHistory`.
 * @example
 * ```ts
 * const record = historyRecord('week', await websiteHistory(context, 'user-1', 7, { interval: 'week' }));
 * ```
 */
export function historyRecord(interval: HistoryInterval, history: WebsiteHistory) {
  return declaredHistory.record({ interval, ...history });
}
