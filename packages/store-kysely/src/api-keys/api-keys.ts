import type { ApiKey, NewApiKey } from '@sitegrade/core';
import { sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';
import { toApiKey } from './api-key-row.ts';

/** Keeps a new key. */
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
  return row && { ...toApiKey(row), digest: new Uint8Array(row.digest) };
}

const selectByDigest = fixedQuery(({ db }, { digest }: { readonly digest: Uint8Array }) =>
  db.selectFrom('sitegrade_api_keys').selectAll().where('digest', '=', digest).compile(),
);

/** The owner's keys, or everybody's, newest first. */
export function* listApiKeys(
  { db }: QueryBuilder,
  ownerId: string | undefined,
): Work<readonly ApiKey[]> {
  const all = db.selectFrom('sitegrade_api_keys').selectAll().orderBy('id', 'desc');
  const some = ownerId === undefined ? all : all.where('owner_id', '=', ownerId);
  return (yield* rowsOf(some.compile())).map(toApiKey);
}

/** Notes when a key was used. */
export function* touchApiKey({ db }: QueryBuilder, id: number, usedAt: Date): Work<void> {
  yield db
    .updateTable('sitegrade_api_keys')
    .set({ last_used_at: usedAt.getTime() })
    .where('id', '=', id)
    .compile();
}

/** Revokes a key; the first time counts. */
export function* revokeApiKey(
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
