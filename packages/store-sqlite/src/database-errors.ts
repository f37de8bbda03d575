import { isSitegradeError, SitegradeError } from '@sitegrade/core';

const busy = /^SQLITE_(BUSY|LOCKED)/;
const unavailable =
  /^SQLITE_(BUSY|LOCKED|READONLY|FULL|IOERR|CORRUPT|NOTADB|CANTOPEN|PROTOCOL|NOMEM|PERM)/;

/** Seconds after which a caller may try again when the database was not available. */
const retryAfterSeconds = 5;

/** What is thrown for a write while the host has a transaction open on its database. */
export class HostTransactionOpen extends Error {
  override readonly name = 'HostTransactionOpen';
}

/** Whether the database may be free in a moment. */
export function isBusy(error: unknown): boolean {
  if (error instanceof HostTransactionOpen || busy.test(codeOf(error))) return true;
  // The host is in the middle of a `statement.iterate()` on the same connection.
  return error instanceof TypeError && error.message.includes('is busy executing a query');
}

/** The error for the caller: `overloaded` where the database is to blame. */
export function toStoreError(error: unknown): unknown {
  if (isSitegradeError(error)) return error;
  const message = error instanceof Error ? error.message : '';
  if (/^no such (table|index|column): sitegrade_/.test(message)) {
    return new SitegradeError(
      'internal',
      'The tables of sitegrade are missing or old: call `await store.migrate()` at the start.',
      { cause: error },
    );
  }
  const isUnavailable =
    isBusy(error) || unavailable.test(codeOf(error)) || message.includes('connection is not open');
  if (!isUnavailable) return error;
  return new SitegradeError('overloaded', 'The database is not available.', {
    retryAfterSeconds,
    cause: error,
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
