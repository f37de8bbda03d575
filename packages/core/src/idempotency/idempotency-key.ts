import { invalidInput } from '../validate.ts';

/** What an idempotency key is, as a regular expression of ECMAScript. */
export const idempotencyKeyPattern = '^[ -~]{1,255}$';

/** What is said of anything else. */
export const idempotencyKeyIssue = 'must be 1 to 255 printable ASCII characters.';

const pattern = new RegExp(idempotencyKeyPattern);

/** Whether a text can be an idempotency key. */
export function isIdempotencyKey(text: unknown): text is string {
  return typeof text === 'string' && pattern.test(text);
}

/**
 * Makes sure that an idempotency key is one.
 *
 * @throws SitegradeError `invalid_input` on the field `idempotencyKey`.
 */
export function requireIdempotencyKey(key: string): void {
  if (!isIdempotencyKey(key)) throw invalidInput({ idempotencyKey: [idempotencyKeyIssue] });
}
