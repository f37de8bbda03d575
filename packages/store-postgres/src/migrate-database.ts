import { setTimeout as sleepFor } from 'node:timers/promises';
import { SitegradeError } from '@sitegrade/core';
import { errorCode } from '@sitegrade/core/internal';
import {
  isMigrated,
  type Migration,
  migrateNext,
  migrations,
  type QueryBuilder,
  type Statement,
  type Work,
} from '@sitegrade/store-kysely';
import { buildIndex, type IndexBuilding, markIndexesBuilt } from './build-index.ts';
import { LockedByOther } from './database-errors.ts';
import { inSchema, quoted } from './in-schema.ts';
import type { RunTransaction } from './run-transaction.ts';

/** What migrating needs of a store. */
export interface MigrationParts {
  readonly builder: QueryBuilder;
  /** The schema of the tables, which is created if it is missing. Without one, that of the search path. */
  readonly schema: string | undefined;
  readonly runTransaction: RunTransaction;
  /** Runs a statement that Postgres refuses in a transaction. */
  readonly runAlone: IndexBuilding['runAlone'];
  readonly wanted?: readonly Migration[];
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/** How long to wait for a connection, for locks, and for another process that migrates, in seconds. */
const waitSeconds = 30;

/** The key of the advisory lock of migrations. Any number that never changes. */
const migrationLock = 7_310_579_664_155n;

/**
 * Migrates the tables: each migration in a transaction, and then its indexes of large tables outside of one, so
 * that no one waits to write. A database that is up to date is only read: while a newer version migrates it,
 * processes of this one can start.
 */
export async function migrateDatabase(parts: MigrationParts): Promise<void> {
  const { builder, schema, runTransaction, runAlone } = parts;
  const { wanted = migrations, sleep = sleepFor } = parts;
  const run = <Result>(mode: 'read' | 'migrate', begin: () => Work<Result>): Promise<Result> =>
    runTransaction(mode, begin, waitSeconds * 1000);
  const locked = <Result>(begin: () => Work<Result>): Promise<Result> =>
    run('migrate', function* () {
      yield* lockMigrations();
      return yield* begin();
    });
  try {
    if (await run('read', () => isUpToDate(builder, schema, wanted))) return;
    await locked(() => makeSchema(schema));
    for (;;) {
      const step = await locked(() => migrateNext(builder, wanted));
      if (step.kind === 'complete') return;
      if (step.kind === 'applied') continue;
      const building: IndexBuilding = {
        builder,
        schema,
        locked,
        runAlone,
        sleep,
        migration: step.migration,
      };
      for (const index of step.largeIndexes) await buildIndex(building, index);
      await locked(() => markIndexesBuilt(building));
    }
  } catch (error) {
    throw errorCode(error) === '55P03' ? lockedTooLong(error) : error;
  }
}

function* isUpToDate(
  builder: QueryBuilder,
  schema: string | undefined,
  wanted: readonly Migration[],
): Work<boolean> {
  const [row] = (yield plain('select to_regclass($1) is not null as found', [
    inSchema(schema, 'sitegrade_migrations'),
  ])) as { readonly found: boolean }[];
  return row?.found === true && (yield* isMigrated(builder, wanted));
}

/**
 * Until the transaction ends. It does not wait: anyone who builds an index waits for all older snapshots, and a waiting
 * statement has one.
 */
function* lockMigrations(): Work<void> {
  const [row] = (yield plain(
    `select pg_try_advisory_xact_lock(${migrationLock}) as is_locked`,
  )) as {
    readonly is_locked: boolean;
  }[];
  if (row?.is_locked !== true) throw new LockedByOther('Another process migrates the tables.');
}

function* makeSchema(schema: string | undefined): Work<void> {
  yield* requireUtf8();
  if (schema === undefined) {
    yield* requireSchema();
    return;
  }
  // Checks first: `if not exists` needs a privilege even if the schema exists.
  const found = yield plain('select 1 from pg_namespace where nspname = $1', [schema]);
  if (found.length === 0) yield plain(`create schema ${quoted(schema)}`);
}

/** Tables without a schema are created in the first one of the search path that exists. */
function* requireSchema(): Work<void> {
  const [row] = (yield plain(
    `select current_schema() as name, current_setting('search_path') as path, current_user as role,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as is_open`,
  )) as {
    readonly name: string | null;
    readonly path: string;
    readonly role: string;
    readonly is_open: boolean;
  }[];
  if (row === undefined || row.is_open) return;
  const { name, path, role } = row;
  const paths = `the search_path of this connection is ${path === '' ? 'empty' : path}`;
  throw new SitegradeError(
    'internal',
    name === null
      ? `There is no schema to create the tables in: ${paths}, and the role ${quoted(role)} may use no schema of it. Create one (CREATE SCHEMA app AUTHORIZATION ${quoted(role)}), and name it: with the option schema of the store, or with options=-c%20search_path%3Dapp in the connection string.`
      : `The role ${quoted(role)} may not create the tables in the schema ${quoted(name)}: ${paths}. Allow it (GRANT CREATE ON SCHEMA ${quoted(name)} TO ${quoted(role)}), or name another schema: with the option schema of the store, or with options=-c%20search_path%3Dapp in the connection string.`,
  );
}

/** Strings are compared by bytes, which are in the order of code points only in UTF-8. */
function* requireUtf8(): Work<void> {
  const [row] = (yield plain('show server_encoding')) as { readonly server_encoding: string }[];
  if (row?.server_encoding === 'UTF8') return;
  throw new SitegradeError(
    'internal',
    `The Postgres database must be in UTF8 and is in ${row?.server_encoding}.`,
  );
}

function lockedTooLong(cause: unknown): SitegradeError {
  return new SitegradeError(
    'overloaded',
    `The tables could not be migrated within ${waitSeconds} seconds: another process migrates them, or a transaction keeps them locked, such as that of a backup. Nothing was changed. Migrate again later.`,
    { cause, retryAfterSeconds: waitSeconds },
  );
}

function plain(sql: string, parameters: readonly unknown[] = []): Statement {
  return { sql, parameters };
}
