import { timingSafeEqual } from 'node:crypto';
import { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../context/context.ts';
import type { ApiKey } from '../store/api-key.ts';
import type { Store } from '../store/store.ts';
import { digestOfKey, isKeyText } from './key-text.ts';

/** The last use is written at most once in this time, so that not every read causes a write. */
const recordUseEveryMs = 60_000;

/** Keys whose use is being recorded, by store, so that writes do not pile up while a store is locked. */
const recordingByStore = new WeakMap<Store, Set<number>>();

/**
 * Returns the record of a valid API key: one that exists, is not revoked and has not expired. Records the
 * use of the key without waiting for it.
 *
 * @param context - From `createContext`.
 * @param key - The key as the client sent it.
 * @throws SitegradeError `unauthorized`, with the same message for every invalid key.
 * @example
 * ```ts
 * const { ownerId } = await authenticate(context, key);
 * ```
 */
export async function authenticate(context: Context, key: string): Promise<ApiKey> {
  return withoutDigest(await findUsable(context, key));
}

/** As {@link authenticate}, without a copy that has no digest: only for callers that pass nothing of it on. */
export async function findUsable(context: Context, key: string): Promise<ApiKey> {
  if (!isKeyText(key)) throw unauthorized();
  const digest = digestOfKey(key);
  const found = await context.store.apiKeys.findByDigest(digest);
  if (found === undefined || !timingSafeEqual(found.digest, digest)) throw unauthorized();

  const now = context.now();
  if (!isUsable(found, now)) throw unauthorized();

  void recordUse(context, found, now);
  return found;
}

/** Not by a rest of its properties, which would take longer than all else here. */
function withoutDigest(key: ApiKey): ApiKey {
  return {
    id: key.id,
    ownerId: key.ownerId,
    name: key.name,
    prefix: key.prefix,
    createdAt: key.createdAt,
    expiresAt: key.expiresAt,
    lastUsedAt: key.lastUsedAt,
    revokedAt: key.revokedAt,
  };
}

/** Whether a key is neither revoked nor expired. */
export function isUsable({ revokedAt, expiresAt }: ApiKey, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

/** The error for a request without a valid key. */
export function unauthorized(): SitegradeError {
  return new SitegradeError('unauthorized', 'A valid API key is required.');
}

/** Never rejects: a failure to record the use must not fail the request. */
export async function recordUse({ store }: Context, key: ApiKey, now: Date): Promise<void> {
  if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() < recordUseEveryMs) return;
  const recording = recordingByStore.get(store) ?? new Set();
  recordingByStore.set(store, recording);
  if (recording.has(key.id)) return;
  recording.add(key.id);
  try {
    await store.apiKeys.recordUse(key.id, now);
  } catch {
    // The next request tries again.
  } finally {
    recording.delete(key.id);
  }
}
