import type { ApiKey } from '@sitegrade/core';
import type { Selectable } from 'kysely';
import type { Tables, Time } from '../schema.ts';

/** A row of API keys. */
export type ApiKeyRow = Selectable<Tables['sitegrade_api_keys']>;

/** An API key as the domain knows it. */
export function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: Number(row.id),
    ownerId: row.owner_id,
    name: row.name,
    prefix: row.prefix,
    createdAt: new Date(row.created_at),
    expiresAt: toDate(row.expires_at),
    lastUsedAt: toDate(row.last_used_at),
    revokedAt: toDate(row.revoked_at),
  };
}

function toDate(time: Time | null): Date | null {
  return time === null ? null : new Date(time);
}
