import { isSitegradeError, SitegradeError } from '@sitegrade/core';
import { errorCode, isError } from '@sitegrade/core/internal';

const busy = /^SQLITE_(BUSY|LOCKED)/;
const unavailable =
  /^SQLITE_(BUSY|LOCKED|READONLY|FULL|IOERR|CORRUPT|NOTADB|CANTOPEN|PROTOCOL|NOMEM|PERM)/;

/** A full disk, a file that may not be written, or a device that failed to store something. */
const refused = /^SQLITE_(FULL|READONLY|IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|SHMSIZE))/;

/** By the code of SQLite, what has to be changed at the start. Later, the same may pass. */
const wrong: readonly (readonly [code: RegExp, what: string])[] = [
  [
    /^SQLITE_NOTADB/,
    'is not one: the file has other contents, or is encrypted. It was not changed. Choose another file, or remove it.',
  ],
  [
    /^SQLITE_(READONLY|PERM|AUTH)/,
    'cannot be written: open it without `readonly`, and allow this process to write the file and its folder.',
  ],
  [
    /^SQLITE_CANTOPEN/,
    'cannot be opened: allow this process to read and to write the file and its folder.',
  ],
];

/** `Retry-After` in seconds when the database was not available. */
const retryAfterSeconds = 5;

/** Thrown for a write while the host has an open transaction on its database. */
export class HostTransactionOpen extends Error {
  override readonly name = 'HostTransactionOpen';
}

/** Thrown for a write after the file was deleted or replaced. Its message has the path: it is for the log only. */
export class FileReplaced extends Error {
  override readonly name = 'FileReplaced';
}

/** Whether a write failed because the database accepts no changes, although it may still be read. */
export function isRefusal(cause: unknown): boolean {
  return cause instanceof FileReplaced || refused.test(errorCode(cause));
}

/** Whether the database is only busy. */
export function isBusy(error: unknown): boolean {
  if (error instanceof HostTransactionOpen || busy.test(errorCode(error))) return true;
  // The host is in the middle of a `statement.iterate()` on the same connection.
  return (
    isError(error) &&
    error.name === 'TypeError' &&
    error.message.includes('is busy executing a query')
  );
}

/**
 * The error of a database that cannot be used before someone changes it. `undefined` for all other errors.
 *
 * @param name - Follows "The SQLite database".
 */
export function wrongDatabase(name: string, cause: unknown): SitegradeError | undefined {
  const [, what] = wrong.find(([code]) => code.test(errorCode(cause))) ?? [];
  if (what === undefined) return undefined;
  return new SitegradeError('internal', `The SQLite database ${name} ${what}`, { cause });
}

/** The error for the caller: `overloaded` if the database is the cause. */
export function toStoreError(error: unknown): unknown {
  if (isSitegradeError(error)) return error;
  const message = isError(error) ? error.message : '';
  if (/^no such (table|index|column): sitegrade_/.test(message)) {
    return new SitegradeError(
      'internal',
      'The tables of sitegrade are missing or old: call `await store.migrate()` at the start.',
      { cause: error },
    );
  }
  const isUnavailable =
    isBusy(error) ||
    isRefusal(error) ||
    unavailable.test(errorCode(error)) ||
    message.includes('connection is not open');
  if (!isUnavailable) return error;
  return new SitegradeError('overloaded', 'The database is not available.', {
    retryAfterSeconds,
    cause: error,
  });
}
