import { isSitegradeError, SitegradeError } from '@sitegrade/core';
import { errorCode, isError } from '@sitegrade/core/internal';

/** `Retry-After` in seconds when the database was not available. */
const retryAfterSeconds = 5;

/** Conflicts with another transaction: Postgres has rolled this one back. */
const conflict = /^(40001|40P01)$/;

/** Connections, resources, locks, shutdowns, cancelled and read-only: all are temporary. */
const unavailable = /^(08...|40001|40P01|53...|55P03|57014|57P0.|58...|25006|25P0.|XX00.)$/;

/** Where the source of Postgres refuses the `begin` of a write on a standby. The message may be translated. */
const standbyRoutine = 'call_bool_check_hook';

/** The disk is full, or the statement was part of a transaction that may only read. */
const refused = /^(53100|25006)$/;

const networkCodes =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|ENOENT|EMFILE|ENFILE)$/;

/** A file that cannot be read, other than the socket of a server. */
const fileCodes = /^(ENOENT|EACCES|EISDIR)$/;

/** Codes of OpenSSL and Node about the certificate of the server. */
const certificateCodes =
  /^(CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|HOSTNAME_MISMATCH|ERR_TLS_CERT_)/;

/** Messages of pg without a code. */
const connectionMessages =
  /connection terminated|connection ended|connection error|not queryable|timeout exceeded|timeout expired|query read timeout|client was closed/i;

/** Thrown if no connection was available, or no response came, in time. */
export class ConnectionTimeout extends Error {
  override readonly name = 'NoConnection';
}

/** Thrown if another process holds a lock that this one does not wait for. */
export class LockedByOther extends Error {
  override readonly name = 'LockedByOther';
  /** The code for a lock that Postgres did not get in time. */
  readonly code = '55P03';
}

/** Whether a lock was not available in time, so that the server rolled the transaction back. */
export function isLocked(error: unknown): boolean {
  return errorCode(error) === '55P03';
}

/** Whether the server rolled the transaction back, and a retry will probably succeed. */
export function isConflict(error: unknown): boolean {
  return conflict.test(errorCode(error)) || isStalePlan(error);
}

/** Whether a pooler gave the transaction a connection without its prepared statements, or with those of others. */
export function isPreparedStatementLost(error: unknown): boolean {
  return /^(26000|42P05)$/.test(errorCode(error));
}

/** Whether the connection cannot be used any more: it failed, not the statement. */
export function isBroken(error: unknown): boolean {
  const code = errorCode(error);
  return networkCodes.test(code) || !/^[0-9A-Z]{5}$/.test(code) || /^(08|57P)/.test(code);
}

/** Whether a prepared statement of the connection is outdated, because its tables have changed. */
export function isStalePlan(error: unknown): boolean {
  return errorCode(error) === '0A000' && /cached plan/.test(messageOf(error));
}

/** Whether the database is the cause, and may recover in a moment. */
export function isPassing(error: unknown): boolean {
  const code = errorCode(error);
  if (isUnreadableFile(error)) return false;
  return (
    error instanceof ConnectionTimeout ||
    unavailable.test(code) ||
    networkCodes.test(code) ||
    (code === '' && connectionMessages.test(messageOf(error)))
  );
}

/** Whether a write failed because the database accepts no changes, although it may still be read. */
export function isRefusal(cause: unknown): boolean {
  const code = errorCode(cause);
  if (refused.test(code)) return true;
  return code === '0A000' && isError(cause) && Reflect.get(cause, 'routine') === standbyRoutine;
}

/** Whether a file of the settings is the cause, such as a certificate that pg reads when it connects. */
function isUnreadableFile(error: unknown): boolean {
  const isFile = fileCodes.test(errorCode(error));
  return isFile && isError(error) && Reflect.get(error, 'syscall') !== 'connect';
}

function isClosed(error: unknown): boolean {
  return /calling end on the pool/.test(messageOf(error));
}

/** The error for the caller: `overloaded` if the database is the cause. */
export function toStoreError(error: unknown): unknown {
  if (isSitegradeError(error)) return error;
  const code = errorCode(error);
  if (/^(42P01|42703|3F000)$/.test(code)) {
    return new SitegradeError(
      'internal',
      'The tables of sitegrade are missing or old: call `await store.migrate()` at the start.',
      { cause: error },
    );
  }
  if (isUnreadableFile(error)) {
    return new SitegradeError(
      'internal',
      `A file that the settings of the connection name, such as sslrootcert, cannot be read: ${messageOf(error)}.`,
      { cause: error },
    );
  }
  if (certificateCodes.test(code)) {
    return new SitegradeError(
      'internal',
      `The certificate of the database server is not trusted: ${messageOf(error)}. Name the authority that issued it with sslrootcert=/path/to/ca.pem in the connection string, and the host that it is for.`,
      { cause: error },
    );
  }
  if (isPreparedStatementLost(error)) {
    return new SitegradeError(
      'internal',
      'Prepared statements are lost between transactions, as behind PgBouncer: pass `preparedStatements: false`, or set PREPARED_STATEMENTS to false for the command.',
      { cause: error },
    );
  }
  if (!isPassing(error) && !isClosed(error)) return error;
  return new SitegradeError('overloaded', 'The database is not available.', {
    retryAfterSeconds,
    cause: error,
  });
}

function messageOf(error: unknown): string {
  return isError(error) ? error.message : '';
}
