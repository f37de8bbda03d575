import { createHash } from 'node:crypto';
import { authenticate, isUsable, recordUse, unauthorized } from '../api-keys/authenticate.ts';
import type { Context } from '../context/context.ts';
import type { ApiKey } from '../store/api-key.ts';

/** A working day: long enough not to interrupt, short enough for a computer that others use, too. */
const sessionMs = 12 * 60 * 60 * 1000;

/** 256 random bits: a digest without salt is enough, as no one can try them all. */
const tokenBytes = 32;
const tokenForm = /^[\w-]{43}$/;

/**
 * Starts a session for a person who signs in with an API key, so that a browser keeps the token of the
 * session instead of the key. The store has only a digest of the token. An API key has at most 20 sessions;
 * the next one ends the oldest.
 *
 * @param context - From `createContext`.
 * @param key - The API key, as the person entered it.
 * @returns the token, 43 characters of base64url, and when the session ends: in 12 hours, or with the key.
 * @throws SitegradeError `unauthorized`, as `authenticate`.
 * @example
 * ```ts
 * const { token, expiresAt } = await startSession(context, key);
 * ```
 */
export async function startSession(
  context: Context,
  key: string,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const apiKey = await authenticate(context, key);
  const createdAt = context.now();
  const end = createdAt.getTime() + sessionMs;
  const expiresAt = new Date(Math.min(end, apiKey.expiresAt?.getTime() ?? end));
  const token = Buffer.from(context.randomBytes(tokenBytes)).toString('base64url');
  const session = { digest: digestOf(token), apiKeyId: apiKey.id, createdAt, expiresAt };
  if (!(await context.store.sessions.insert(session))) throw unauthorized();
  return { token, expiresAt };
}

/**
 * Finds a session that has not ended. Revoking the API key ends its sessions. Records the use of the key
 * without waiting for it.
 *
 * @param context - From `createContext`.
 * @param token - The token, as the browser sent it.
 * @returns the owner and the API key; `undefined` for any other string, and after the end of the session or
 * the key.
 * @example
 * ```ts
 * const session = await findSession(context, token);
 * if (session) console.log(session.ownerId);
 * ```
 */
export async function findSession(
  context: Context,
  token: string,
): Promise<{ readonly ownerId: string; readonly apiKey: ApiKey } | undefined> {
  if (!tokenForm.test(token)) return undefined;
  const found = await context.store.sessions.findByDigest(digestOf(token));
  const now = context.now();
  if (found === undefined || found.expiresAt <= now || !isUsable(found.apiKey, now)) {
    return undefined;
  }
  void recordUse(context, found.apiKey, now);
  return { ownerId: found.apiKey.ownerId, apiKey: found.apiKey };
}

/**
 * Ends a session. Has no effect if it has ended.
 *
 * @param context - From `createContext`.
 * @param token - The token, as the browser sent it.
 * @example
 * ```ts
 * await endSession(context, token);
 * ```
 */
export async function endSession(context: Context, token: string): Promise<void> {
  if (tokenForm.test(token)) await context.store.sessions.delete(digestOf(token));
}

function digestOf(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}
