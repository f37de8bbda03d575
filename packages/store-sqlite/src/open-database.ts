import { statSync } from 'node:fs';
import { SitegradeError } from '@sitegrade/core';
import { errorCode, isError } from '@sitegrade/core/internal';
import Database from 'better-sqlite3';
import { FileReplaced } from './database-errors.ts';
import { statementCache } from './statement-cache.ts';
import type { SyncTransaction } from './sync-transaction.ts';

/**
 * Opens the store's own database file.
 *
 * @throws SitegradeError `internal` that names the file, if it cannot be opened; with the reason `native_part_missing` if
 * it is not the file, but better-sqlite3 that is not installed completely.
 */
export function openDatabase(filename: string): Database.Database {
  try {
    // SQLite itself must not wait for a lock, which would block the process: the store waits.
    return new Database(filename, { timeout: 0 });
  } catch (error) {
    throw openError(filename, error);
  }
}

/** The error about a database that cannot be opened. */
export function openError(filename: string, cause: unknown): SitegradeError {
  const message = isError(cause) ? cause.message : String(cause);
  if (isNativePartMissing(cause, message)) {
    return new SitegradeError(
      'internal',
      'The native part of better-sqlite3 is missing, or was made for another version of Node. Run `npm rebuild better-sqlite3`; if npm then says that its install script is not allowed, `npm install-scripts approve better-sqlite3` first. With pnpm run `pnpm approve-builds` and `pnpm rebuild better-sqlite3`. With Yarn set "dependenciesMeta": {"better-sqlite3": {"built": true}} in package.json and run `yarn rebuild better-sqlite3`.',
      { reason: 'native_part_missing', cause },
    );
  }
  const remedy = isFolder(filename)
    ? 'It is a folder: name a file in it.'
    : 'Its folder must exist, and this process must be allowed to read and to write both.';
  return new SitegradeError(
    'internal',
    `The SQLite database "${filename}" could not be opened: ${message.replace(/\.?$/, '.')} ${remedy}`,
    { cause },
  );
}

/** `false` also where the system does not say: a name that is too long, or a folder that must not be read. */
function isFolder(filename: string): boolean {
  try {
    return statSync(filename).isDirectory();
  } catch {
    return false;
  }
}

function isNativePartMissing(cause: unknown, message: string): boolean {
  const code = errorCode(cause);
  return (
    code === 'ERR_DLOPEN_FAILED' ||
    code === 'MODULE_NOT_FOUND' ||
    message.startsWith('Could not locate the bindings file')
  );
}

/**
 * The same transactions, with the connection's settings applied before the first: applying them reads
 * the file, which must not be locked then.
 */
export function withSettings(
  database: Database.Database,
  transact: SyncTransaction,
): SyncTransaction {
  let isDone = false;
  return (mode, begin) => {
    if (!isDone) {
      database.pragma('foreign_keys = on');
      // NORMAL survives a crash of the process but may lose the last commits in a power failure, and
      // acknowledged reports must not be lost. One sync per report is cheap compared with a fetch.
      database.pragma('synchronous = full');
      // better-sqlite3 keeps 16 MB of the file in memory. The system has it, too, and reading a page of the file
      // again takes some microseconds.
      database.pragma('cache_size = -4000');
      isDone = true;
    }
    return transact(mode, begin);
  };
}

/**
 * The same transactions, but without a sync: they survive a crash of the process, and a power failure may undo the
 * last ones together. For changes that are then made again, such as those of the pages of a crawl: a sync takes longer
 * than the rest of the transaction, and blocks the event loop.
 */
export function withoutSync(
  database: Database.Database,
  transact: SyncTransaction,
): SyncTransaction {
  const execute = statementCache(database);
  const set = (level: 'normal' | 'full') =>
    execute({ sql: `pragma synchronous = ${level}`, parameters: [] });
  return (mode, begin) => {
    set('normal');
    try {
      return transact(mode, begin);
    } finally {
      set('full');
    }
  };
}

/**
 * The same transactions, but writes are refused once the file at this path is no longer the one that
 * was opened. SQLite keeps writing to a file that was deleted or replaced, and what it acknowledges
 * is lost with the process. The `cause` of the error has the details for the log.
 */
export function refuseReplacedFile(filename: string, transact: SyncTransaction): SyncTransaction {
  if (filename === ':memory:') return transact;
  const opened = identityOf(filename);
  return (mode, begin) => {
    if (mode === 'statement' || mode === 'deferred' || identityOf(filename) === opened)
      return transact(mode, begin);
    throw new FileReplaced(
      `The SQLite database "${filename}" was deleted or replaced. Put it back, or restart to open the new one.`,
    );
  };
}

function identityOf(filename: string): string | undefined {
  const found = statSync(filename, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
