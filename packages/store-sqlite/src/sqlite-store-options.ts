import { isObject, mustBe, optionsObject, validateOptions } from '@sitegrade/core/internal';
import * as v from 'valibot';
import type { HostDatabase } from './host-database.ts';

/** The database of a `sqliteStore`: its own file, or the host's database. */
export type SqliteStoreOptions =
  | {
      /** Path of the database file, created if missing; `:memory:` for one that ends with the process. */
      readonly filename: string;
      readonly database?: never;
    }
  | {
      /** The host's own better-sqlite3 database. The host configures and closes it. */
      readonly database: HostDatabase;
      readonly filename?: never;
    };

const schema = v.pipe(
  optionsObject({
    filename: v.optional(
      mustBe<string>(
        'a path, or ":memory:"',
        (value) => typeof value === 'string' && value.trim() !== '',
      ),
    ),
    database: v.optional(
      v.pipe(
        mustBe<HostDatabase>('a Database of better-sqlite3', isDatabase),
        v.check(isOpen, 'must be a Database of better-sqlite3 that has not been closed.'),
      ),
    ),
  }),
  v.check(
    ({ filename, database }) => filename !== undefined || database !== undefined,
    'must have filename or database.',
  ),
  v.check(
    ({ filename, database }) => filename === undefined || database === undefined,
    'must have filename or database, not both.',
  ),
);

/**
 * Validates the options at run time, as JavaScript callers have no types.
 *
 * @throws TypeError that names the option.
 */
export function validateSqliteStoreOptions(options: unknown): void {
  validateOptions(schema, options, 'sqliteStore: ');
}

function isDatabase(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { prepare, transaction } = value as Partial<Record<string, unknown>>;
  return typeof prepare === 'function' && typeof transaction === 'function';
}

function isOpen(database: HostDatabase): boolean {
  return Reflect.get(database, 'open') !== false;
}
