import { maxSessionsPerKey } from '@sitegrade/core/internal';
import type { NewSession, SessionStore, StoredSession } from '@sitegrade/core/store';
import { toApiKey } from '../api-keys/api-keys.ts';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';
import { firstOf, type Runner, type Work } from '../work.ts';

/** The sessions of a store. */
export function sessionStore(
  builder: QueryBuilder,
  { write, readStatement: readOnce, writeStatement: writeOnce }: Runner,
): SessionStore {
  return {
    insert: async (session) =>
      Number.isSafeInteger(session.apiKeyId) && write(() => insertSession(builder, session)),
    findByDigest: (digest) => readOnce(() => findSession(builder, digest)),
    delete: (digest) => writeOnce(() => deleteSession(builder, digest)),
  };
}

function* insertSession(
  { db, dialect }: QueryBuilder,
  { digest, apiKeyId, createdAt, expiresAt }: NewSession,
): Work<boolean> {
  // Locks the key: of two sessions at once, each would miss the other when it counts.
  const key = yield* firstOf(
    db
      .selectFrom('sitegrade_api_keys')
      .select('id')
      .where('id', '=', apiKeyId)
      .modifyEnd(dialect.forUpdate)
      .compile(),
  );
  if (key === undefined) return false;

  yield db
    .insertInto('sitegrade_sessions')
    .values({
      digest,
      api_key_id: apiKeyId,
      created_at: createdAt.getTime(),
      expires_at: expiresAt.getTime(),
    })
    .compile();
  yield db
    .deleteFrom('sitegrade_sessions')
    .where('api_key_id', '=', apiKeyId)
    .where('digest', '<>', digest)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('expires_at', '<=', createdAt.getTime()),
        eb(
          'id',
          '<=',
          // No id, and so no deletion, if there are fewer.
          selectFrom('sitegrade_sessions as session')
            .select('session.id')
            .where('session.api_key_id', '=', apiKeyId)
            .orderBy('session.id', 'desc')
            .limit(1)
            .offset(maxSessionsPerKey),
        ),
      ]),
    )
    .compile();
  return true;
}

function* findSession(builder: QueryBuilder, digest: Uint8Array): Work<StoredSession | undefined> {
  const row = yield* firstOf(selectSession(builder, { digest }));
  return row && { apiKey: toApiKey(row), expiresAt: new Date(row.session_expires_at) };
}

const selectSession = fixedQuery(({ db }, { digest }: { readonly digest: Uint8Array }) =>
  db
    .selectFrom('sitegrade_sessions as session')
    .innerJoin('sitegrade_api_keys as key', 'key.id', 'session.api_key_id')
    .selectAll('key')
    .select('session.expires_at as session_expires_at')
    .where('session.digest', '=', digest)
    .compile(),
);

function* deleteSession({ db }: QueryBuilder, digest: Uint8Array): Work<boolean> {
  const deleted = yield* firstOf(
    db
      .deleteFrom('sitegrade_sessions')
      .where('digest', '=', digest)
      .returning('api_key_id')
      .compile(),
  );
  return deleted !== undefined;
}
