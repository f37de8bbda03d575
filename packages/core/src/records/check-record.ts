import type { CheckResult, Report, Result } from '../store/report.ts';
import {
  arraySchema,
  booleanSchema,
  enumSchema,
  integerSchema,
  numberSchema,
  orNull,
  type RequiredProperties,
  refTo,
  type Schema,
  stringSchema,
} from './schema.ts';

/** A score. */
export const scoreSchema = integerSchema('From 0, the worst, to 100.', 0, 100);

/** The id of a check. */
export const checkId: Schema & { readonly type: 'string' } = {
  description: 'Id of a check: a key of `checks`.',
  type: 'string',
  pattern: '^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$',
  maxLength: 64,
};

/** The version of a ruleset. */
export const rulesetVersionSchema: Schema = {
  description: 'Version of the ruleset. Scores of different versions are not comparable.',
  type: 'string',
  pattern: '^[\\w.+\\-]{1,64}$',
};

const meaningByResult: Readonly<Record<Result, string>> = {
  good: 'a score from 80',
  decent: 'a score from 50 to 79',
  bad: 'a score below 50',
};

/** A report's rating. */
export const resultSchema = enumSchema('The rating for the score.', meaningByResult);

/** What each category is about. */
export const meaningByCategory: Readonly<Record<keyof Report['categories'], string>> = {
  seo: 'what search engines find and show',
  accessibility: 'whether everyone can read and operate the page',
  performance: 'how fast the page loads',
  security: 'security of the page and its visitors',
  miscellaneous: 'everything else',
};

/** What two results of a check can differ in, as JSON. */
export function comparedCheckRecord({ status, summary, value, deduction }: CheckResult) {
  return { status, summary, value, deduction };
}

/** The result of one check, as JSON. */
export function checkRecord(check: CheckResult) {
  return {
    category: check.category,
    importance: check.importance,
    status: check.status,
    title: check.title,
    summary: check.summary,
    value: check.value,
    evidence: check.evidence,
    sampled: check.sampled,
    advice: check.advice,
    source: check.source,
    weight: check.weight,
    points: check.points,
    deduction: check.deduction,
    gain: check.gain,
    ...(check.readFrom !== undefined && { read_from: check.readFrom }),
    ...(check.sourceStatus !== undefined && { source_status: check.sourceStatus }),
  };
}

/** The properties of the result of a check. */
export const checkMembers: RequiredProperties<ReturnType<typeof checkRecord>> = {
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
  evidence: arraySchema('The places where it was found, at most 25.', refTo('Evidence')),
  sampled: booleanSchema(
    'Whether only some of the URLs that it is about were requested, so that `evidence` may not have every place.',
  ),
  advice: orNull(stringSchema('How to fix it, or `null` if there is nothing to fix.')),
  source: stringSchema('URL of a public explanation of the rule.'),
  weight: numberSchema('The points of the score that the check can cost, alone.', 0),
  points: orNull(
    numberSchema('Points earned, from 0 to 1; `null` if the check does not count.', 0, 1),
  ),
  deduction: numberSchema(
    'The points of the score that the finding costs: its weight less the points earned, reduced if it is one of several of a kind or of low importance.',
    0,
  ),
  gain: numberSchema(
    'The points by which the score rises if this finding alone is fixed; 0 while a gate of another check holds the score down. The fix of a check that `gates` names lifts its limit.',
    0,
  ),
};
