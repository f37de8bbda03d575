import {
  idempotencyKeyIssue,
  idempotencyKeyPattern,
  isIdempotencyKey,
} from '../../idempotency/idempotency-key.ts';
import type { Field } from './fields.ts';

/**
 * The header `Idempotency-Key`: a string that the client uses for one request only.
 *
 * @param made - What the request creates: `the report`.
 */
export function idempotencyKeyField(made: string): Field<string | undefined> {
  return {
    description: `Makes retries safe: for 24 hours, requests with the same key and the same content return ${made} that was created first.`,
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: idempotencyKeyPattern },
    example: '7b1f3c52-5f0e-4d8f-9c57-8d6c8f0e1a2b',
    absent: { value: undefined },
    read: (raw) => (isIdempotencyKey(raw) ? { value: raw } : { issue: idempotencyKeyIssue }),
  };
}

/** The option of a domain function. */
export function idempotencyOptions(key: string | undefined): { readonly idempotencyKey?: string } {
  return key === undefined ? {} : { idempotencyKey: key };
}
