import {
  idempotencyKeyIssue,
  idempotencyKeyPattern,
  isIdempotencyKey,
} from '../../idempotency/idempotency-key.ts';
import type { Field } from './field.ts';

/** The header `Idempotency-Key`: any text that the caller gives one request and no other. */
export const idempotencyKeyField: Field<string | undefined> = {
  description:
    'Names this request, for the caller who may have to send it again: for 24 hours the same key and body are answered with the report that was made first.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: idempotencyKeyPattern },
  example: '7b1f3c52-5f0e-4d8f-9c57-8d6c8f0e1a2b',
  absent: { value: undefined },
  read: (raw) => (isIdempotencyKey(raw) ? { value: raw } : { issue: idempotencyKeyIssue }),
};
