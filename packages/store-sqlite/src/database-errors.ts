import { isSitegradeError, SitegradeError } from '@sitegrade/core';
import { errorCode, isError } from '@sitegrade/core/internal';

const busy = /^SQLITE_(BUSY|LOCKED)/;
const unavailable =
  /^SQLITE_(BUSY|LOCKED|READONLY|FULL|IOERR|CORRUPT|NOTADB|CANTOPEN|PROTOCOL|NOMEM|PERM)/;

/** A full disk, a file that may not be written, or a device that failed to store something. */
const refused = /^SQLITE_(FULL|READONLY|IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|SHMSIZE))/;

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
