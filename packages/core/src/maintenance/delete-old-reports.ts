import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../context/context.ts';
import type { OutdatedQuery } from '../store/maintenance-store.ts';
import { invalidInput, requireOwnerId } from '../validate.ts';

/** Which reports to delete: `createdBefore`, `keepPerUrl` or both are required. */
export interface DeleteOldReportsInput {
  /** Reports created before this time. */
  readonly createdBefore?: Date;
  /** Reports with at least this many newer ones of the same website and URL: 1 keeps only the latest. */
  readonly keepPerUrl?: number;
  /** Only reports of this owner. Default: all owners. */
  readonly ownerId?: string;
  /** Reports to delete in one transaction, at most 1,000. Default: 100. */
  readonly batchSize?: number;
}

/** More at once would hold others up. */
const maxBatchSize = 1_000;

/**
 * Deletes old reports in small transactions, and yields to the event loop between them. Websites stay.
 * Call it regularly, unless workers have a `retention`.
 *
 * @param context - From `createContext`.
 * @param input - Which reports to delete.
 * @returns the number of deleted reports.
 * @throws SitegradeError `invalid_input` without `createdBefore` and `keepPerUrl`, or with an invalid value;
 * `overloaded` if the database is not available. What was deleted before stays deleted; call it again.
 * @example
 * ```ts
 * const aYearAgo = new Date(Date.now() - 365 * 24 * 60 * 60 * 1000);
 * await deleteOldReports(context, { createdBefore: aYearAgo, keepPerUrl: 50 });
 * ```
 */
export async function deleteOldReports(
  context: Context,
  input: DeleteOldReportsInput,
): Promise<number> {
  const query = toQuery(input);
  let deleted = 0;
  let after = '';
  for (;;) {
    const part = await context.store.maintenance.deleteOutdated({ ...query, after });
    deleted += part.deleted;
    if (part.next === undefined) return deleted;
    after = part.next;
    await yieldToEventLoop();
  }
}

function toQuery(input: DeleteOldReportsInput): Omit<OutdatedQuery, 'after'> {
  const { createdBefore, keepPerUrl, ownerId, batchSize = 100 } = input;
  if (createdBefore === undefined && keepPerUrl === undefined) {
    throw new SitegradeError('invalid_input', 'createdBefore or keepPerUrl is required.');
  }
  const issues = {
    ...(createdBefore !== undefined && !(createdBefore.getTime?.() > Number.NEGATIVE_INFINITY)
      ? { createdBefore: ['must be a valid Date.'] }
      : {}),
    ...(keepPerUrl !== undefined && !isCount(keepPerUrl)
      ? { keepPerUrl: ['must be a positive integer.'] }
      : {}),
    ...(isCount(batchSize) && batchSize <= maxBatchSize
      ? {}
      : { batchSize: [`must be an integer from 1 to ${maxBatchSize}.`] }),
  };
  if (Object.keys(issues).length > 0) throw invalidInput(issues);
  if (ownerId !== undefined) requireOwnerId(ownerId);
  return {
    limit: batchSize,
    ...(createdBefore === undefined ? {} : { createdBefore }),
    ...(keepPerUrl === undefined ? {} : { keepPerUrl }),
    ...(ownerId === undefined ? {} : { ownerId }),
  };
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}
