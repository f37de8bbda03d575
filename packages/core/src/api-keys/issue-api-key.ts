import * as v from 'valibot';
import type { Context } from '../context.ts';
import {
  inputObject,
  invalidInput,
  maxCodePoints,
  requireOwnerId,
  validate,
  wellFormedText,
} from '../validate.ts';
import type { ApiKey } from './api-key.ts';
import { digestOfKey, displayPrefixOf, makeKeyText } from './key-text.ts';

const issueApiKeySchema = inputObject({
  /** What the owner calls it; up to 100 characters. */
  name: v.optional(v.pipe(wellFormedText, maxCodePoints(100)), ''),
  /** When it stops working by itself; never, by default. */
  expiresAt: v.optional(v.date('must be a valid date.')),
});

/** What may be said of a new key. */
export type IssueApiKeyInput = v.InferInput<typeof issueApiKeySchema>;

/**
 * Issues an API key that acts for the owner. The key itself is in the answer and nowhere else: it
 * cannot be shown again.
 *
 * @throws SitegradeError `invalid_input` with the issues by field.
 * @example
 * ```ts
 * const { key } = await issueApiKey(context, 'user-1', { name: 'dashboard' });
 * ```
 */
export async function issueApiKey(
  context: Context,
  ownerId: string,
  input: IssueApiKeyInput = {},
): Promise<{ readonly key: string; readonly apiKey: ApiKey }> {
  requireOwnerId(ownerId);
  const { name, expiresAt } = validate(issueApiKeySchema, input);
  const createdAt = context.now();
  if (expiresAt && expiresAt <= createdAt) {
    throw invalidInput({ expiresAt: ['must be in the future.'] });
  }
  const key = makeKeyText(context.randomBytes);
  const apiKey = await context.store.apiKeys.insert({
    ownerId,
    name,
    prefix: displayPrefixOf(key),
    digest: digestOfKey(key),
    createdAt,
    expiresAt: expiresAt ?? null,
  });
  return { key, apiKey };
}
