import type { HostDatabase } from './host-database.ts';

/** Where a `sqliteStore` keeps its tables: in a file of its own, or in a database of the host's. */
export type SqliteStoreOptions =
  | {
      /** Path of the database file, which is made where there is none; `:memory:` for a passing one. */
      readonly filename: string;
      readonly database?: never;
    }
  | {
      /** The host's own better-sqlite3 database. It stays the host's to configure and to close. */
      readonly database: HostDatabase;
      readonly filename?: never;
    };

/**
 * Makes sure that the options are what TypeScript would have them be.
 *
 * @throws TypeError that names the option.
 */
export function requireOptions(options: SqliteStoreOptions): void {
  const given = { ...options } as Readonly<Record<string, unknown>>;
  const { filename, database, ...others } = given;
  if (filename === undefined && database === undefined) {
    throw new TypeError('sqliteStore needs either the option filename or the option database.');
  }
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new TypeError(`The option ${unknown} is unknown; there are filename, database.`);
  }
  if (filename !== undefined && database !== undefined) {
    throw new TypeError('sqliteStore takes the option filename or the option database, not both.');
  }
  if (filename !== undefined && (typeof filename !== 'string' || filename.trim() === '')) {
    throw new TypeError('The option filename must be a path, or ":memory:".');
  }
  if (database !== undefined && !isDatabase(database)) {
    throw new TypeError('The option database must be a Database of better-sqlite3.');
  }
}

function isDatabase(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { prepare, transaction } = value as Partial<Record<string, unknown>>;
  return typeof prepare === 'function' && typeof transaction === 'function';
}
