import { isSitegradeError, SitegradeError } from '@sitegrade/core';

/** Seconds after which a caller may try again when the database was not available. */
const retryAfterSeconds = 5;

/** Ran against another transaction, which Postgres ended by undoing this one whole. */
const conflict = /^(40001|40P01)$/;

/** Connections, resources, locks, shutdowns, cancelled and read-only: all of them may pass. */
const unavailable = /^(08...|40001|40P01|53...|55P03|57014|57P0.|58...|25006|25P0.|XX00.)$/;

const networkCodes =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|ENOENT|EMFILE|ENFILE)$/;

/** Messages of pg that come without a code. */
const connectionMessages =
  /connection terminated|connection ended|connection error|not queryable|timeout exceeded|timeout expired|query read timeout|client was closed/i;

/** Thrown if no connection was available, or no response came, in time. */
export class ConnectionTimeout extends Error {
  override readonly name = 'NoConnection';
}

/** Whether the transaction was undone by the server, and would likely succeed the next time. */
export function isConflict(error: unknown): boolean {
  return conflict.test(codeOf(error)) || isStalePlan(error);
}

/** Whether the connection is of no more use: what failed is not a statement but what carries it. */
export function isBroken(error: unknown): boolean {
  return !/^[0-9A-Z]{5}$/.test(codeOf(error)) || /^(08|57P)/.test(codeOf(error));
}

/** Whether a connection keeps a statement prepared for tables that have changed since. */
export function isStalePlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && /cached plan/.test(messageOf(error));
}

/** Whether the database is the cause, and may recover in a moment. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  return (
    error instanceof ConnectionTimeout ||
    unavailable.test(code) ||
    networkCodes.test(code) ||
    (code === '' && connectionMessages.test(messageOf(error)))
  );
}

function isClosed(error: unknown): boolean {
  return /calling end on the pool/.test(messageOf(error));
}

/** The error for the caller: `overloaded` if the database is the cause. */
export function toStoreError(error: unknown): unknown {
  if (isSitegradeError(error)) return error;
  const code = codeOf(error);
  if (/^(42P01|42703|3F000)$/.test(code)) {
    return new SitegradeError(
      'internal',
      'The tables of sitegrade are missing or old: call `await store.migrate()` at the start.',
      { cause: error },
    );
  }
  if (/^(26000|42P05)$/.test(code)) {
    return new SitegradeError(
      'internal',
      'Prepared statements are lost between transactions: pass `preparedStatements: false` behind PgBouncer.',
      { cause: error },
    );
  }
  if (!isPassing(error) && !isClosed(error)) return error;
  return new SitegradeError('overloaded', 'The database is not available.', {
    retryAfterSeconds,
    cause: error,
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
