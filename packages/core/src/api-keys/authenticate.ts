import { timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.ts';
import { SitegradeError } from '../errors.ts';
import type { Store } from '../store.ts';
import type { ApiKey } from './api-key.ts';
import { digestOfKey, isKeyText } from './key-text.ts';

/** Last use is written at most this often, so that reads do not become writes. */
const touchEveryMs = 60_000;

/** Keys whose use is being noted, by store: a store that is locked must not gather a pile of notes. */
const notesUnderWay = new WeakMap<Store, Set<number>>();

/**
 * The key's record, where the key is known, not revoked and not expired. A revoked key stops
 * working with the next request. That the key was used is noted without being waited for.
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
  void noteUse(context, apiKey, now);
  return apiKey;
}

/** The error for a request without a key that works. */
function unauthorized(): SitegradeError {
  return new SitegradeError('unauthorized', 'A valid API key is needed.');
}

/** Never rejects: to fail to note a use must not cost the request that could be answered. */
async function noteUse({ store }: Context, key: ApiKey, now: Date): Promise<void> {
  if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() < touchEveryMs) return;
  const underWay = notesUnderWay.get(store) ?? new Set();
  notesUnderWay.set(store, underWay);
  if (underWay.has(key.id)) return;
  underWay.add(key.id);
  try {
    await store.apiKeys.recordUse(key.id, now);
  } catch {
    // The next request tries again.
  } finally {
    underWay.delete(key.id);
  }
}
