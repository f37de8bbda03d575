import type { ApiKey } from './api-key.ts';

/** API keys, found by the SHA-256 of the key. */
export interface ApiKeyStore {
  insert(key: NewApiKey): Promise<ApiKey>;
  /** The key with this digest, also if it is expired or revoked: the caller checks that. */
  findByDigest(digest: Uint8Array): Promise<(ApiKey & { readonly digest: Uint8Array }) | undefined>;
  /** The owner's keys, newest first; all owners' keys if `ownerId` is `undefined`. */
  list(ownerId: string | undefined): Promise<readonly ApiKey[]>;
  /** Records when the key was last used. */
  recordUse(id: number, usedAt: Date): Promise<void>;
  /** Revokes the key. `false` if the owner has no such key; a second call changes nothing. */
  revoke(ownerId: string, id: number, revokedAt: Date): Promise<boolean>;
}

/** An API key to insert. */
export interface NewApiKey {
  readonly ownerId: string;
  readonly name: string;
  readonly prefix: string;
  /** SHA-256 of the whole key, 32 bytes. Unique. */
  readonly digest: Uint8Array;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}
