import type { ErrorCode } from '../../errors.ts';
import { type ProblemBody, statusByCode } from '../answer/problem.ts';
import { integerSchema } from './number-schemas.ts';
import { objectSchema, refTo, type Schema, textSchema } from './schema.ts';

/** What is wrong with the fields of a request. */
export const fieldErrorsSchema: Schema = {
  description: 'What is wrong, by field.',
  type: 'object',
  additionalProperties: {
    description: 'Everything that is wrong with this field.',
    type: 'array',
    items: { type: 'string' },
    minItems: 1,
  },
};

/** The body of every error. */
export const problemSchema: Schema = objectSchema<ProblemBody>(
  'What went wrong: a problem document of RFC 9457. Rely on `code`; the sentences may change.',
  {
    type: { description: 'Always `about:blank`.', type: 'string', const: 'about:blank' },
    title: textSchema('The status in words.'),
    status: integerSchema('The status of the answer.', 400, 599),
    detail: textSchema('What went wrong, in a sentence.'),
    code: {
      description: 'What went wrong, as one word of a fixed list.',
      type: 'string',
      enum: Object.keys(statusByCode),
    },
    message: textSchema('The same as `detail`.'),
  },
  {
    reason: {
      description: 'A finer word than `code`, where there is one. Words may be added.',
      type: 'string',
      pattern: '^[a-z][a-z0-9_]*$',
    },
    errors: refTo('FieldErrors'),
  },
);

/** The problems that one status of an operation can be. Each of those with 422 names fields. */
export function narrowedProblem(status: number, codes: readonly ErrorCode[]): Schema {
  const [only] = codes;
  const properties: Readonly<Record<string, Schema>> = {
    status: { type: 'integer', const: status },
    code: {
      type: 'string',
      ...(codes.length === 1 && only ? { const: only } : { enum: codes }),
    },
    ...(status === 422 && { errors: refTo('FieldErrors') }),
  };
  return {
    allOf: [refTo('Problem'), { type: 'object', properties, required: Object.keys(properties) }],
  };
}
