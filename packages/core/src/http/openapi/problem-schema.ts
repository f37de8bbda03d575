import type { ErrorCode } from '../../errors.ts';
import { type ProblemBody, statusByCode } from '../problem.ts';
import { integerSchema } from './number-schemas.ts';
import { objectSchema, refTo, type Schema, textSchema } from './schema.ts';

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
    errors: {
      description: 'What is wrong, by field.',
      type: 'object',
      additionalProperties: {
        description: 'Everything that is wrong with this field.',
        type: 'array',
        items: { type: 'string' },
        minItems: 1,
      },
    },
  },
);

/** The problems that one status of an operation can be. */
export function narrowedProblem(status: number, codes: readonly ErrorCode[]): Schema {
  const [only] = codes;
  return {
    allOf: [
      refTo('Problem'),
      {
        type: 'object',
        properties: {
          status: { type: 'integer', const: status },
          code: {
            type: 'string',
            ...(codes.length === 1 && only ? { const: only } : { enum: codes }),
          },
        },
        required: [
          'status',
          'code',
          ...(codes.length === 1 && only === 'invalid_input' ? ['errors'] : []),
        ],
      },
    ],
  };
}
