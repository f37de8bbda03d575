import type { Field, FieldResult } from './field.ts';
import { notUtf8 } from './form.ts';

/** Limits and an example of a string, for its description. */
interface StringFacts {
  readonly minLength?: number;
  readonly maxLength: number;
  readonly example: string;
}

/** A string that is required and must not be empty. The domain function validates its content. */
export function requiredString(
  description: string,
  reason: string,
  { example, ...lengths }: StringFacts,
): Field<string> {
  return {
    description,
    schema: { type: 'string', minLength: 1, ...lengths },
    example,
    absent: { issue: 'is required.' },
    reason,
    read: (raw) => (raw === '' ? { issue: 'must not be empty.' } : readWellFormed(raw)),
  };
}

/**
 * An optional string, passed on as sent. Only the domain function validates it, and only if it has
 * an effect.
 */
export function optionalString(
  description: string,
  { example, ...lengths }: StringFacts,
): Field<string | undefined> {
  return {
    description,
    schema: { type: 'string', ...lengths },
    example,
    absent: { value: undefined },
    read: (raw) => ({ value: raw as string }),
  };
}

/** Reads a string that every store can save. */
export function readWellFormed(raw: unknown): FieldResult<string> {
  if (raw === notUtf8) return { issue: 'must be valid UTF-8.' };
  if (typeof raw !== 'string') return { issue: 'must be a string.' };
  if (raw.includes('\0')) return { issue: 'must not contain a NUL character.' };
  return raw.isWellFormed() ? { value: raw } : { issue: 'must not contain a lone surrogate.' };
}
