import {
  booleanOption,
  integerBetween,
  isObject,
  mustBe,
  optionsObject,
  validateOptions,
} from '@sitegrade/core/internal';
import * as v from 'valibot';
import { connectionStringOption, parametersOf } from './connection-string.ts';
import type { HostPool } from './host-pool.ts';

/** The connections of a `postgresStore`: its own, or the host's pool. */
export type PostgresStoreOptions = PostgresTablesOptions &
  (
    | {
        /** `postgres://user:password@host:5432/database`, in the format of pg. */
        readonly connectionString: string;
        /** Maximum number of open connections, 1 to 10,000. Default: 10. */
        readonly maxConnections?: number;
        readonly pool?: never;
      }
    | {
        /** The host's own `Pool` of pg. The host configures and ends it. */
        readonly pool: HostPool;
        readonly connectionString?: never;
        readonly maxConnections?: never;
      }
  );

interface PostgresTablesOptions {
  /** The schema of the tables; `migrate()` creates it. Default: the first of the search path. */
  readonly schema?: string;
  /**
   * Whether connections keep statements prepared. Set it to `false` behind a PgBouncer in
   * transaction mode with `max_prepared_statements = 0`. Default: `true`.
   */
  readonly preparedStatements?: boolean;
}

/** Tables in another schema than the one that is named would be a loss of data. */
const schemaIgnored =
  'has the parameter schema of Prisma, which pg ignores: replace it by options=-c%20search_path%3Dapp for tables in the schema app, or pass the option schema.';

const schema = v.pipe(
  optionsObject({
    connectionString: v.optional(connectionStringOption),
    pool: v.optional(
      v.pipe(
        mustBe<HostPool>('a Pool of pg', isPool),
        v.check(isNotClient, 'must be a Pool of pg, and not a Client: pass new pg.Pool(…).'),
        v.check(isInUse, 'must be a Pool of pg that has not been ended.'),
      ),
    ),
    maxConnections: v.optional(integerBetween(1, 10_000)),
    schema: v.optional(
      mustBe<string>(
        'a name of 1 to 63 bytes',
        (value) => isText(value) && Buffer.byteLength(value) <= 63,
      ),
    ),
    preparedStatements: v.optional(booleanOption),
  }),
  v.check(
    ({ connectionString, pool }) => connectionString !== undefined || pool !== undefined,
    'must have connectionString or pool.',
  ),
  v.check(
    ({ connectionString, pool }) => connectionString === undefined || pool === undefined,
    'must have connectionString or pool, not both.',
  ),
  v.check(
    ({ pool, maxConnections }) => pool === undefined || maxConnections === undefined,
    'must not have maxConnections with pool: set `max` of the pool.',
  ),
  v.forward(
    v.check(
      ({ connectionString, schema }) => schema !== undefined || !namesSchema(connectionString),
      schemaIgnored,
    ),
    ['connectionString'],
  ),
  v.forward(
    v.check(
      ({ pool, schema }) => schema !== undefined || !namesSchema(connectionStringOf(pool)),
      schemaIgnored,
    ),
    ['pool'],
  ),
);

/**
 * Validates the options at run time, as JavaScript callers have no types.
 *
 * @throws TypeError that names the option, without values: a connection string contains a password.
 */
export function validatePostgresStoreOptions(options: unknown): void {
  validateOptions(schema, options, 'postgresStore: ');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isPool(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { connect, on } = value as Partial<Record<string, unknown>>;
  return typeof connect === 'function' && typeof on === 'function';
}

/** A client has one connection, and cannot connect it again. */
function isNotClient(pool: HostPool): boolean {
  return !('connectionParameters' in pool || 'release' in pool);
}

function isInUse(pool: HostPool): boolean {
  return Reflect.get(pool, 'ending') !== true && Reflect.get(pool, 'ended') !== true;
}

/** The connection string of a pool that was made with one. */
function connectionStringOf(pool: HostPool | undefined): unknown {
  const options: unknown = pool && Reflect.get(pool, 'options');
  return isObject(options) ? Reflect.get(options, 'connectionString') : undefined;
}

function namesSchema(connectionString: unknown): boolean {
  return typeof connectionString === 'string' && 'schema' in parametersOf(connectionString);
}
