import { SitegradeError } from '@sitegrade/core';
import { errorCode } from '@sitegrade/core/internal';
import {
  createLargeIndex,
  type LargeIndex,
  type QueryBuilder,
  type Statement,
  type Work,
} from '@sitegrade/store-kysely';
import { isConflict } from './database-errors.ts';
import { inSchema } from './in-schema.ts';

/** What building the indexes of a migration needs. */
export interface IndexBuilding {
  readonly builder: QueryBuilder;
  readonly schema: string | undefined;
  /** The name of the migration. */
  readonly migration: string;
  /** Runs work in a transaction, under the lock of migrations. */
  readonly locked: <Result>(begin: () => Work<Result>) => Promise<Result>;
  readonly runAlone: (sql: string) => Promise<void>;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** What to do next for an index: nothing, wait for a process that builds it, or build it. */
type Turn =
  | { readonly kind: 'built' }
  | { readonly kind: 'wait' }
  | {
      readonly kind: 'build';
      /** What an interrupted process left, as a name for SQL. */
      readonly invalid: string | undefined;
    };

/** How often to look whether another process has built an index. */
const pauseMs = 500;

/** For how long a process may say that it builds an index before the server runs its statement. */
const claimMs = 10_000;

/** The time of the server, in milliseconds since 1970. */
const nowMs = 'floor(extract(epoch from statement_timestamp()) * 1000)::bigint';

/** How often to begin again after a conflict with another transaction. */
const maxConflicts = 5;

/**
 * Builds an index while others write. Postgres waits for all older transactions, so none may be open in this process,
 * and none of others may wait for it. So a process that waits only looks now and then.
 *
 * If it is interrupted, an index remains that is invalid: it slows down writes, and no query uses it. It is
 * found in the catalog, deleted, and built again.
 */
export async function buildIndex(building: IndexBuilding, index: LargeIndex): Promise<void> {
  const { builder, locked, runAlone, sleep } = building;
  const create = createLargeIndex(builder, index).sql.replace(
    /^create index /,
    'create index concurrently ',
  );
  for (let conflicts = 0; ; ) {
    const turn = await locked(() => takeTurn(building, index));
    if (turn.kind === 'built') return;
    if (turn.kind === 'wait') {
      await sleep(pauseMs);
      continue;
    }
    try {
      if (turn.invalid !== undefined) await runAlone(`drop index concurrently ${turn.invalid}`);
      await runAlone(create);
    } catch (error) {
      await locked(() => giveUpTurn(building)).catch(() => {});
      conflicts += 1;
      if (!isConflict(error) || conflicts === maxConflicts) throw explained(error, index);
    }
  }
}

/** The catalog says whether the index is valid, and the locks whether a server process is working on it. */
function* takeTurn({ schema, migration }: IndexBuilding, { name, table }: LargeIndex): Work<Turn> {
  const [found] = (yield {
    sql: `select c.oid::regclass::text as name, i.indisvalid as is_valid
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = to_regclass($1) and c.relname = $2`,
    parameters: [inSchema(schema, table), name],
  }) as readonly { readonly name: string; readonly is_valid: boolean }[];
  if (found?.is_valid) return { kind: 'built' };

  // Also what an ended process has begun, and an administrator. Autovacuum gives way.
  const working = yield {
    sql: `select 1 from pg_locks l left join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'relation' and l.relation = to_regclass($1)
        and l.database = (select oid from pg_database where datname = current_database())
        and l.mode = 'ShareUpdateExclusiveLock'
        and a.backend_type is distinct from 'autovacuum worker' limit 1`,
    parameters: [inSchema(schema, table)],
  };
  if (working.length > 0) return { kind: 'wait' };

  // Between the end of this transaction and the lock of the statement.
  const claimed = yield {
    sql: `update ${inSchema(schema, 'sitegrade_migrations')}
      set building = $1, building_since = ${nowMs}
      where name = $2 and (building is distinct from $1 or building_since < ${nowMs} - ${claimMs})
      returning name`,
    parameters: [name, migration],
  };
  return claimed.length === 0 ? { kind: 'wait' } : { kind: 'build', invalid: found?.name };
}

/** Stores that all indexes of a migration are built. */
export function* markIndexesBuilt(building: IndexBuilding): Work<void> {
  yield setMigration(building, 'indexes_built = 1, building = null, building_since = null');
}

function setMigration({ schema, migration }: IndexBuilding, change: string): Statement {
  return {
    sql: `update ${inSchema(schema, 'sitegrade_migrations')} set ${change} where name = $1`,
    parameters: [migration],
  };
}

function* giveUpTurn(building: IndexBuilding): Work<void> {
  yield setMigration(building, 'building = null, building_since = null');
}

function explained(error: unknown, { name, table }: LargeIndex): unknown {
  if (!/^(57014|55P03)$/.test(errorCode(error))) return error;
  return new SitegradeError(
    'internal',
    `The index ${name} of ${table} was not built: a time limit of the database (statement_timeout or lock_timeout) or an administrator ended the statement. Everything else works. Remove the limit for the user that migrates, and migrate again.`,
    { cause: error },
  );
}
