import { isSitegradeError, SitegradeError } from '@sitegrade/foundation/errors';

/** `Retry-After` in seconds. Someone has to free space first, or a database has to be promoted. */
const retryAfterSeconds = 30;

/** The kind of the outage of a store that accepts no changes: the code and the reason of its errors. */
export const readOnlyKind = 'overloaded: read_only';

/** Whether something was not stored because the database accepts no changes. */
export function isReadOnlyError(error: unknown): boolean {
  return isSitegradeError(error) && error.reason === 'read_only';
}

/** The error for what cannot be stored while the database accepts no changes. */
export function readOnlyError(details: { readonly cause?: unknown } = {}): SitegradeError {
  return new SitegradeError(
    'overloaded',
    `Nothing can be stored right now: the database is read-only. Retry in ${retryAfterSeconds} s.`,
    { reason: 'read_only', retryAfterSeconds, ...details },
  );
}
