import { maxSessionsPerKey } from '@sitegrade/core/internal';
import type { SessionStore } from '@sitegrade/core/store';
import { areEqual, type MemoryTables, toApiKey } from './memory-tables.ts';

/** The sessions of a memory store. */
export function memorySessions(tables: MemoryTables): SessionStore {
  return {
    async insert(session) {
      if (!tables.apiKeys.some(({ id }) => id === session.apiKeyId)) return false;
      if (tables.sessions.some(({ digest }) => areEqual(digest, session.digest))) {
        throw new Error('There is a session with this digest already.');
      }
      const ofKey = tables.sessions.filter(({ apiKeyId }) => apiKeyId === session.apiKeyId);
      const kept = ofKey
        .slice(-(maxSessionsPerKey - 1))
        .filter(({ expiresAt }) => expiresAt > session.createdAt);
      const others = tables.sessions.filter(({ apiKeyId }) => apiKeyId !== session.apiKeyId);
      tables.sessions = [...others, ...kept, { ...session, digest: session.digest.slice() }];
      return true;
    },
    async findByDigest(digest) {
      const session = tables.sessions.find((row) => areEqual(row.digest, digest));
      const key = tables.apiKeys.find(({ id }) => id === session?.apiKeyId);
      return session && key && { apiKey: toApiKey(key), expiresAt: session.expiresAt };
    },
    async delete(digest) {
      const before = tables.sessions.length;
      tables.sessions = tables.sessions.filter((row) => !areEqual(row.digest, digest));
      return tables.sessions.length < before;
    },
  };
}
