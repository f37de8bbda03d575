import type { ApiKey } from '../api-keys/api-key.ts';
import type { ApiKeyStore } from '../store.ts';
import { type ApiKeyRow, isOwned, type MemoryTables } from './memory-tables.ts';

/** The API keys of a memory store. */
export function memoryApiKeys(tables: MemoryTables): ApiKeyStore {
  const change = (id: number, part: Partial<ApiKeyRow>): void => {
    tables.apiKeys = tables.apiKeys.map((row) => (row.id === id ? { ...row, ...part } : row));
  };
  return {
    async insert(key) {
      if (tables.apiKeys.some((row) => areEqual(row.digest, key.digest))) {
        throw new Error('There is an API key with this digest already.');
      }
      tables.lastIds.apiKey += 1;
      const row: ApiKeyRow = {
        ...key,
        id: tables.lastIds.apiKey,
        digest: key.digest.slice(),
        lastUsedAt: null,
        revokedAt: null,
      };
      tables.apiKeys = [...tables.apiKeys, row];
      return toApiKey(row);
    },
    async findByDigest(digest) {
      const row = tables.apiKeys.find((other) => areEqual(other.digest, digest));
      return row && { ...toApiKey(row), digest: row.digest.slice() };
    },
    async list(ownerId) {
      return tables.apiKeys
        .filter((row) => ownerId === undefined || row.ownerId === ownerId)
        .map(toApiKey)
        .reverse();
    },
    async recordUse(id, usedAt) {
      change(id, { lastUsedAt: usedAt });
    },
    async revoke(ownerId, id, revokedAt) {
      const row = tables.apiKeys.find(isOwned(ownerId, id));
      if (row === undefined) return false;
      change(id, { revokedAt: row.revokedAt ?? revokedAt });
      return true;
    },
  };
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

function toApiKey({ digest: _, ...apiKey }: ApiKeyRow): ApiKey {
  return apiKey;
}
