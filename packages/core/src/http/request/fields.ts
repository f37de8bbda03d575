import type { Field, Reading } from './field.ts';
import { notUtf8 } from './form.ts';

/** What the domain asks of a text, for its description. */
interface TextFacts {
  readonly minLength?: number;
  readonly maxLength: number;
  readonly example: string;
}

/** Text that must be sent and hold something; what it says is judged by the domain. */
export function requiredText(
  description: string,
  reason: string,
  { example, ...lengths }: TextFacts,
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
 * Text that may be sent. The domain alone judges it, as it was sent: where it does not count, it may
 * be anything.
 */
export function unjudgedText(
  description: string,
  { example, ...lengths }: TextFacts,
): Field<string | undefined> {
  return {
    description,
    schema: { type: 'string', ...lengths },
    example,
    absent: { value: undefined },
    read: (raw) => ({ value: raw as string }),
  };
}

/** Reads a text that every store can keep. */
export function readWellFormed(raw: unknown): Reading<string> {
  if (raw === notUtf8) return { issue: 'must be a text in UTF-8.' };
  if (typeof raw !== 'string') return { issue: 'must be a text.' };
  if (raw.includes('\0')) return { issue: 'must not contain a NUL character.' };
  return raw.isWellFormed() ? { value: raw } : { issue: 'must not contain a lone surrogate.' };
}
