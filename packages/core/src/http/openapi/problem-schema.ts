import type { ErrorCode } from '../../errors.ts';
import { type ProblemBody, statusByCode } from '../response/problem.ts';
import { integerSchema } from './number-schemas.ts';
import { objectSchema, refTo, type Schema, stringSchema } from './schema.ts';

/** The schema of issues by field. */
export const fieldErrorsSchema: Schema = {
  description: 'Issues by field.',
  type: 'object',
  additionalProperties: {
    description: 'All issues of this field.',
    type: 'array',
    items: { type: 'string' },
    minItems: 1,
  },
};

/** The body of every error. */
export const problemSchema: Schema = objectSchema<ProblemBody>(
  'An error as an RFC 9457 problem document. Rely on `code`; the messages may change.',
  {
    type: { description: 'Always `about:blank`.', type: 'string', const: 'about:blank' },
    title: stringSchema('The reason phrase of the status.'),
    status: integerSchema('The status of the response.', 400, 599),
    detail: stringSchema('The error message.'),
    code: {
      description: 'The error code.',
      type: 'string',
      enum: Object.keys(statusByCode),
    },
    message: stringSchema('The same as `detail`.'),
  },
  {
    reason: {
      description:
        'A reason code that is more specific than `code`, if there is one. New values may be added.',
      type: 'string',
      pattern: '^[a-z][a-z0-9_]*$',
    },
    errors: refTo('FieldErrors'),
  },
);

/** The schema of the errors with one status. Every 422 has `errors`. */
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
