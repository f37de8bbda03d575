import { type Privacy, privacyByNumber } from '../../websites/website.ts';
import type { websiteRecord } from '../records/website-record.ts';
import { countSchema, idSchema, numberSchema, timeSchema } from './number-schemas.ts';
import { resultSchema, scoreSchema } from './report-schemas.ts';
import { objectSchema, orNull, refTo, type Schema, textSchema } from './schema.ts';

type Whole = ReturnType<typeof websiteRecord>;
type Latest = NonNullable<Whole['latest_report']>;

const meaningByPrivacy: Readonly<Record<Privacy, string>> = {
  public: 'public, anyone may',
  private: 'private, nobody but the owner of the key',
  password: 'password, whoever knows it',
};

const privacyList = privacyByNumber
  .map((privacy, number) => `- \`${number}\`: ${meaningByPrivacy[privacy]}`)
  .join('\n');

/** The schemas that a website is made of, by name. */
export const websiteSchemas = {
  Website: objectSchema<Whole>(
    'The reports of one domain.',
    {
      id: idSchema('Identifies the website. Later websites have higher ids.'),
      object: { description: 'Says what the record is.', type: 'string', const: 'website' },
      domain: textSchema(
        'Host in lower case and punycode, without a leading `www.`; with its port where that is not the usual one.',
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
      reports_count: countSchema('How many reports there are.'),
      reports_avg_score: orNull(
        numberSchema('Average score of the reports, with one decimal; `null` without any.', 0, 100),
      ),
      latest_report: {
        description: 'The newest report, in short; `null` without any.',
        anyOf: [refTo('LatestReport'), { type: 'null' }],
      },
      created_at: timeSchema('When the first report of the domain was made.'),
      updated_at: timeSchema('When privacy or password was last changed.'),
    },
    {},
  ),
  LatestReport: objectSchema<Latest>(
    'The newest report of a website, in short.',
    {
      id: idSchema('Identifies the report.'),
      score: scoreSchema,
      result: resultSchema,
      created_at: timeSchema('When the report was made.'),
    },
    {},
  ),
} as const satisfies Readonly<Record<string, Schema>>;
