import type { Store } from '@sitegrade/core';
import type { HostDatabase } from './host-database.ts';

/** Where a {@link sqliteStore} keeps its tables: a file of its own, or a database the host opened. */
export type SqliteStoreOptions =
  | {
      /** Path of the database file, made where there is none; `:memory:` for a passing one. */
      readonly filename: string;
    }
  | {
      /** The host's own better-sqlite3 database. It stays the host's to configure and to close. */
      readonly database: HostDatabase;
    };

/**
 * A store on SQLite. Call `migrate()` before the first request.
 *
 * @throws TypeError where an option is missing or wrong.
 * @example
 * ```ts
 * const store = sqliteStore({ filename: 'reports.sqlite' });
 * await store.migrate();
 * ```
 */
export function sqliteStore(_options: SqliteStoreOptions): Store {
  throw new Error('Not there yet.');
}
