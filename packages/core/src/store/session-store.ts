import type { ApiKey } from './api-key.ts';

/** The sessions that one API key can have at the same time. The next one ends the oldest. */
export const maxSessionsPerKey = 20;

/** Sessions of people who signed in with an API key, found by the SHA-256 of the session's token. */
export interface SessionStore {
  /**
   * Inserts a session, and deletes those of the same API key that have expired at `createdAt` and all but
   * its 20 newest. `false`, without storing anything, if there is no such API key. Does not check whether
   * the key is revoked or expired.
   */
  insert(session: NewSession): Promise<boolean>;
  /** The session with this digest, also if it or its key is expired or revoked: the caller checks that. */
  findByDigest(digest: Uint8Array): Promise<StoredSession | undefined>;
  /** Deletes the session. `false` if there was none. */
  delete(digest: Uint8Array): Promise<boolean>;
}

/** A session to insert. */
export interface NewSession {
  /** SHA-256 of the session's token, 32 bytes. Unique. */
  readonly digest: Uint8Array;
  readonly apiKeyId: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A session with the API key that began it, as the key is now. */
export interface StoredSession {
  readonly apiKey: ApiKey;
  readonly expiresAt: Date;
}
