import { SitegradeError } from '@sitegrade/foundation/errors';
import * as v from 'valibot';
import type { Context } from '../context/context.ts';
import type { ApiKey } from '../store/api-key.ts';
import {
  inputObject,
  invalidInput,
  maxCodePoints,
  requireOwnerId,
  validate,
  wellFormedText,
} from '../validate.ts';
import { digestOfKey, displayPrefixOf, makeKeyText } from './key-text.ts';

const issueApiKeySchema = inputObject({
  /** A name for the owner; at most 100 characters. Default: empty. */
  name: v.optional(v.pipe(wellFormedText, maxCodePoints(100)), ''),
  /** When the key expires. Default: never. */
  expiresAt: v.optional(v.date('must be a valid date.')),
});

/** Input of {@link issueApiKey}. */
export type IssueApiKeyInput = v.InferInput<typeof issueApiKeySchema>;

/**
 * Issues an API key that acts for the owner. Stores keep only a digest of the key, so it cannot be shown
 * again.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the key: the host's own id of a user or tenant.
 * @param input - The name and the expiry of the key.
 * @returns the key and its record.
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

/**
 * Lists all API keys of the owner, newest first, including revoked and expired keys.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the keys.
 * @throws SitegradeError `invalid_input` if the owner id is invalid.
 * @example
 * ```ts
 * const apiKeys = await listApiKeys(context, 'user-1');
 * ```
 */
export async function listApiKeys(context: Context, ownerId: string): Promise<readonly ApiKey[]> {
  requireOwnerId(ownerId);
  return context.store.apiKeys.list(ownerId);
}

/**
 * Revokes an API key of the owner permanently. Requests with the key fail from now on.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the key.
 * @param id - The id of the key.
 * @throws SitegradeError `not_found` if the owner has no key with this id.
 * @example
 * ```ts
 * await revokeApiKey(context, 'user-1', 7);
 * ```
 */
export async function revokeApiKey(context: Context, ownerId: string, id: number): Promise<void> {
  requireOwnerId(ownerId);
  if (await context.store.apiKeys.revoke(ownerId, id, context.now())) return;
  throw new SitegradeError('not_found', 'There is no API key with this id.');
}
