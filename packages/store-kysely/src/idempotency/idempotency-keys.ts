import type {
  Attempt,
  AttemptBeginning,
  DeletedPart,
  DoneAttempt,
  ExpiredQuery,
  IdempotencyStore,
  MadeRecord,
  NewAttempt,
} from '@sitegrade/core/store';
import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, type Runner, rowsOf, type Work } from '../work.ts';

/** The idempotency keys of a store. */
export function idempotencyKeyStore(
  builder: QueryBuilder,
  { readStatement: readOnce, writeStatement: writeOnce }: Runner,
): IdempotencyStore {
  return {
    async begin(attempt) {
      // Two independent statements: a transaction would only cost more.
      for (;;) {
        if (await writeOnce(() => takeKey(builder, attempt))) return { outcome: 'begun' };
        const taken = await readOnce(() => findTaken(builder, attempt));
        if (taken) return taken;
        // Released in between: try again.
      }
    },
    async release(attempt) {
      await writeOnce(() => releaseKey(builder, attempt));
    },
  };
}

/** Reserves a key that is free or has expired. */
function* takeKey({ db }: QueryBuilder, attempt: NewAttempt): Work<boolean> {
  const { ownerId, key, token, fingerprint, begunAt, expiresAt } = attempt;
  const taken = {
    token,
    fingerprint,
    made_kind: null,
    made_id: null,
    expires_at: expiresAt.getTime(),
  };
  const row = yield* firstOf(
    db
      .insertInto('sitegrade_idempotency_keys')
      .values({ owner_id: ownerId, idempotency_key: key, ...taken })
      .onConflict((conflict) =>
        conflict
          .columns(['owner_id', 'idempotency_key'])
          .doUpdateSet(taken)
          .where(sql.ref('sitegrade_idempotency_keys.expires_at'), '<=', begunAt.getTime()),
      )
      .returning('token')
      .compile(),
  );
  return row !== undefined;
}

function* findTaken(
  { db }: QueryBuilder,
  { ownerId, key }: Attempt,
): Work<AttemptBeginning | undefined> {
  const row = yield* firstOf(
    db
      .selectFrom('sitegrade_idempotency_keys')
      .select(['fingerprint', 'made_kind', 'made_id'])
      .where('owner_id', '=', ownerId)
      .where('idempotency_key', '=', key)
      .compile(),
  );
  if (row === undefined) return undefined;
  const { fingerprint, made_kind: kind, made_id: id } = row;
  const made = kind === null || id === null ? null : { kind, id: Number(id) };
  return { outcome: 'taken', fingerprint, made };
}

function* releaseKey({ db }: QueryBuilder, { ownerId, key, token }: Attempt): Work<void> {
  yield db
    .deleteFrom('sitegrade_idempotency_keys')
    .where('owner_id', '=', ownerId)
    .where('idempotency_key', '=', key)
    .where('token', '=', token)
    .where('made_id', 'is', null)
    .compile();
}

/** Selects the key of an attempt that still holds it. */
export function heldAttempt(db: QueryBuilder['db'], { ownerId, key, token }: Attempt) {
  return db
    .selectFrom('sitegrade_idempotency_keys')
    .select('token')
    .where('owner_id', '=', ownerId)
    .where('idempotency_key', '=', key)
    .where('token', '=', token)
    .where('made_id', 'is', null);
}

/** Checks whether the attempt still holds its key, and locks the key. */
export function* lockAttempt({ db, dialect }: QueryBuilder, attempt: Attempt): Work<boolean> {
  const held = heldAttempt(db, attempt).modifyEnd(dialect.forUpdate);
  return (yield* firstOf(held.compile())) !== undefined;
}

/** Records what the attempt has made. */
export function completeAttempt(
  { db }: QueryBuilder,
  { ownerId, key, expiresAt }: DoneAttempt,
  made: MadeRecord,
): CompiledQuery {
  return db
    .updateTable('sitegrade_idempotency_keys')
    .set({ made_kind: made.kind, made_id: made.id, expires_at: expiresAt.getTime() })
    .where('owner_id', '=', ownerId)
    .where('idempotency_key', '=', key)
    .compile();
}

/** Deletes expired keys, oldest first. */
export function* deleteExpiredKeyRows(
  { db }: QueryBuilder,
  { expiredAt, limit }: ExpiredQuery,
): Work<DeletedPart> {
  const expired = db
    .selectFrom('sitegrade_idempotency_keys')
    .select(['owner_id', 'idempotency_key'])
    .where('expires_at', '<=', expiredAt.getTime())
    .orderBy('expires_at')
    .limit(limit);
  const deleted = yield* rowsOf(
    db
      .deleteFrom('sitegrade_idempotency_keys')
      .where(sql<boolean>`(owner_id, idempotency_key) in ${expired}`)
      // Checked again: another attempt may have taken the key since it was found.
      .where('expires_at', '<=', expiredAt.getTime())
      .returning('owner_id')
      .compile(),
  );
  return { deleted: deleted.length, isDone: deleted.length < limit };
}
