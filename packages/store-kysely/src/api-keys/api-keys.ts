import type { ApiKey } from '@sitegrade/core';
import type { NewApiKey } from '@sitegrade/core/store';
import { type Selectable, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';
import type { Tables, Time } from '../schema.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';

/** Inserts a new key. */
export function* insertApiKey({ db }: QueryBuilder, key: NewApiKey): Work<ApiKey> {
  const row = yield* firstOf(
    db
      .insertInto('sitegrade_api_keys')
      .values({
        owner_id: key.ownerId,
        name: key.name,
        prefix: key.prefix,
        digest: key.digest,
        created_at: key.createdAt.getTime(),
        expires_at: key.expiresAt?.getTime() ?? null,
      })
      .returningAll()
      .compile(),
  );
  if (row === undefined) throw new Error('The API key was inserted without a row.');
  return toApiKey(row);
}

/** The key with this digest. */
export function* findApiKeyByDigest(
  builder: QueryBuilder,
  digest: Uint8Array,
): Work<(ApiKey & { readonly digest: Uint8Array }) | undefined> {
  const row = yield* firstOf(selectByDigest(builder, { digest }));
  return row && Object.assign(toApiKey(row), { digest: new Uint8Array(row.digest) });
}

const selectByDigest = fixedQuery(({ db }, { digest }: { readonly digest: Uint8Array }) =>
  db.selectFrom('sitegrade_api_keys').selectAll().where('digest', '=', digest).compile(),
);

/** The owner's keys, or those of all owners, newest first. */
export function* listApiKeyRows(
  { db }: QueryBuilder,
  ownerId: string | undefined,
): Work<readonly ApiKey[]> {
  const all = db.selectFrom('sitegrade_api_keys').selectAll().orderBy('id', 'desc');
  const some = ownerId === undefined ? all : all.where('owner_id', '=', ownerId);
  return (yield* rowsOf(some.compile())).map(toApiKey);
}

/** Records when a key was last used. */
export function* recordApiKeyUse({ db }: QueryBuilder, id: number, usedAt: Date): Work<void> {
  yield db
    .updateTable('sitegrade_api_keys')
    .set({ last_used_at: usedAt.getTime() })
    .where('id', '=', id)
    .compile();
}

/** Revokes a key; the first time counts. */
export function* revokeApiKeyRow(
  { db }: QueryBuilder,
  ownerId: string,
  id: number,
  revokedAt: Date,
): Work<boolean> {
  const row = yield* firstOf(
    db
      .updateTable('sitegrade_api_keys')
      .set({ revoked_at: sql`coalesce(revoked_at, ${revokedAt.getTime()})` })
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .returning('id')
      .compile(),
  );
  return row !== undefined;
}

/** A row of API keys. */
type ApiKeyRow = Selectable<Tables['sitegrade_api_keys']>;

/** The API key of a row. */
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
