import pg from 'pg';
import type { HostPool } from './host-pool.ts';

/** Where a `postgresStore` keeps its tables: behind connections of its own, or in the host's pool. */
export type PostgresStoreOptions = PostgresTablesOptions &
  (
    | {
        /** `postgres://user:password@host:5432/database`, as pg reads it. */
        readonly connectionString: string;
        /** The most connections to hold open at once. Default: 10. */
        readonly maxConnections?: number;
        readonly pool?: never;
      }
    | {
        /** The host's own `Pool` of pg. It stays the host's to configure and to end. */
        readonly pool: HostPool;
        readonly connectionString?: never;
        readonly maxConnections?: never;
      }
  );

interface PostgresTablesOptions {
  /** The schema of the tables, which `migrate()` makes. Default: the first of the search path. */
  readonly schema?: string;
  /**
   * Whether connections keep statements prepared. To be `false` behind a PgBouncer in transaction
   * mode that does not (`max_prepared_statements = 0`). Default: `true`.
   */
  readonly preparedStatements?: boolean;
}

/**
 * Makes sure that the options are what TypeScript would have them be.
 *
 * @throws TypeError that names the option.
 */
export function requireOptions(options: PostgresStoreOptions): void {
  const given = { ...options } as Readonly<Record<string, unknown>>;
  const { connectionString, pool, maxConnections, schema, preparedStatements, ...others } = given;
  if (connectionString === undefined && pool === undefined) {
    throw new TypeError(
      'postgresStore needs either the option connectionString or the option pool.',
    );
  }
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new TypeError(
      `The option ${unknown} is unknown; there are connectionString, pool, maxConnections, schema, preparedStatements.`,
    );
  }
  if (connectionString !== undefined && pool !== undefined) {
    throw new TypeError(
      'postgresStore takes the option connectionString or the option pool, not both.',
    );
  }
  if (connectionString !== undefined && !isText(connectionString)) {
    throw new TypeError('The option connectionString must be a text, postgres://…');
  }
  if (isText(connectionString) && !isConnectionString(connectionString)) {
    throw new TypeError(
      'The option connectionString must be like postgres://user:password@host:5432/database; ' +
        'what means something in a URL is written with %, such as %40 for @.',
    );
  }
  if (pool !== undefined && !isPool(pool)) {
    throw new TypeError('The option pool must be a Pool of pg.');
  }
  if (maxConnections !== undefined && !(pool === undefined && isCount(maxConnections))) {
    throw new TypeError(
      'The option maxConnections must be a whole number from 1, and goes with connectionString.',
    );
  }
  if (schema !== undefined && !(isText(schema) && Buffer.byteLength(schema) <= 63)) {
    throw new TypeError('The option schema must be a name of 1 to 63 bytes.');
  }
  if (preparedStatements !== undefined && typeof preparedStatements !== 'boolean') {
    throw new TypeError('The option preparedStatements must be true or false.');
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Whether pg can read it. What is wrong is not repeated: it may be the password. */
function isConnectionString(text: string): boolean {
  if (/^(?!(?:postgres|postgresql|socket):)[a-z][a-z\d+.-]*:/i.test(text)) return false;
  try {
    // Reads its options, and connects only when it is told to.
    new pg.Client({ connectionString: text });
    return true;
  } catch (error) {
    // A certificate file that it names and cannot be read is another matter, told when connecting.
    return !(error instanceof TypeError || error instanceof URIError);
  }
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function isPool(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { connect, on } = value as Partial<Record<string, unknown>>;
  return typeof connect === 'function' && typeof on === 'function';
}
