import { timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.ts';
import { isSitegradeError, SitegradeError } from '../errors.ts';
import type { ApiKey } from './api-key.ts';
import { digestOfKey, isKeyText } from './key-text.ts';

/** Last use is written at most this often, so that reads do not become writes. */
const touchEveryMs = 60_000;

/**
 * The key's record, where the key is known, not revoked and not expired. A revoked key stops
 * working with the next request.
 *
 * @throws SitegradeError `unauthorized`, with the same words whatever was wrong with the key.
 */
export async function authenticate(context: Context, key: string): Promise<ApiKey> {
  if (!isKeyText(key)) throw unauthorized();
  const digest = digestOfKey(key);
  const found = await context.store.apiKeys.findByDigest(digest);
  if (found === undefined || !timingSafeEqual(found.digest, digest)) throw unauthorized();

  const now = context.now();
  if (found.revokedAt !== null) throw unauthorized();
  if (found.expiresAt !== null && found.expiresAt <= now) throw unauthorized();

  const { digest: _, ...apiKey } = found;
  await noteUse(context, apiKey, now);
  return apiKey;
}

/** The error for a request without a key that works. */
export function unauthorized(): SitegradeError {
  return new SitegradeError('unauthorized', 'A valid API key is needed.');
}

async function noteUse(context: Context, key: ApiKey, now: Date): Promise<void> {
  if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() < touchEveryMs) return;
  try {
    await context.store.apiKeys.touch(key.id, now);
  } catch (error) {
    // A database too busy to note the use must not fail a request that could be answered.
    if (!isSitegradeError(error)) throw error;
  }
}
