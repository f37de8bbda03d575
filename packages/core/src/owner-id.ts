import * as v from 'valibot';
import { invalidInput } from './validate.ts';
import { wellFormedText } from './well-formed-text.ts';

const ownerIdSchema = v.pipe(wellFormedText, v.nonEmpty(), v.maxBytes(255));

/** Whether a value is an owner id: see {@link requireOwnerId}. */
export function isOwnerId(value: unknown): value is string {
  return v.is(ownerIdSchema, value);
}

/**
 * Requires a valid owner id: the host's own id of a user or tenant, 1 to 255 bytes of
 * UTF-8 without NUL.
 *
 * @throws SitegradeError `invalid_input` on the field `ownerId`.
 */
export function requireOwnerId(ownerId: string): void {
  if (isOwnerId(ownerId)) return;
  throw invalidInput({ ownerId: ['must be a string of 1 to 255 bytes without NUL.'] });
}
