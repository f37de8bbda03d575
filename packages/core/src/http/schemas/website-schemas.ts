import type { historyRecord, websiteRecord } from '../../records/website-record.ts';
import { type Privacy, privacyByNumber } from '../../store/website.ts';
import type { ScoreSourceKind } from '../../store/website-score.ts';
import { maxHistoryDays } from '../../websites/website-history.ts';
import { scoreSchema } from './check-schemas.ts';
import { resultSchema } from './report-schemas.ts';
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
  refOrNull,
  refTo,
  type Schema,
  stringSchema,
} from './schema.ts';

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

const scoreSourceKind = enumSchema<ScoreSourceKind>('What scores are from.', {
  crawl:
    'a crawl. Of a website it is the last complete one, which crawled all pages that it found, or as many as it may, without `include`',
  reports: 'the latest report of each URL, because there is no complete crawl',
});

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
      score: orNull(
        integerSchema(
          'The score of the website: that of its last complete crawl; without one, the mean of the latest report of each URL. `null` if it has neither.',
          0,
          100,
        ),
      ),
      result: nullable(resultSchema),
      score_source: refOrNull('What the score is from; `null` without a score.', 'ScoreSource'),
      latest_report: refOrNull(
        'Summary of the newest report, or `null` if there are none.',
        'LatestReport',
      ),
      next_run_at: orNull(dateTimeSchema('When its schedule runs next; `null` if it has none.')),
      unreachable_since: orNull(
        dateTimeSchema(
          'Since when two attempts in the background have failed, the second ten minutes later; `null` if the site responds, and without any webhook, recipient or schedule.',
        ),
      ),
      created_at: dateTimeSchema('When the website was created.'),
      updated_at: dateTimeSchema('When privacy or password last changed.'),
      share_url: orNull({
        description:
          'URL of the page that shows the website to those whom `privacy` allows, or `null` if the server has no such pages.',
        type: 'string',
      }),
    },
    {},
  ),
  ScoreSource: objectSchema<NonNullable<WebsiteRecord['score_source']>>(
    'What a score or an issue of a website is from.',
    {
      kind: scoreSourceKind,
      crawl_id: orNull(idSchema('Id of the crawl; `null` for reports.')),
      pages: countSchema('Number of pages with a score: of the crawl, or URLs with a report.'),
      measured_at: dateTimeSchema('When the crawl ended, or the newest report was created.'),
    },
    {},
  ),
  History: objectSchema<History>(
    'The score of a website over time.',
    {
      object: { description: 'Type of the record.', type: 'string', const: 'history' },
      interval: enumSchema<History['interval']>('The length of an interval, in UTC.', {
        day: 'a day',
        week: 'a week from Monday',
        month: 'a month',
      }),
      source: scoreSourceKind,
      points: arraySchema(
        'The intervals with crawls or reports, oldest first.',
        refTo('HistoryPoint'),
        maxHistoryDays,
      ),
    },
    {},
  ),
  HistoryPoint: objectSchema<History['points'][number]>(
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
      comparable: {
        description:
          'Whether the score can be compared with that of the point before: not if the ruleset has changed, or what was crawled, or, of reports, the number of pages; and not if the pages have several rulesets. `true` for the first point.',
        type: 'boolean',
      },
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
