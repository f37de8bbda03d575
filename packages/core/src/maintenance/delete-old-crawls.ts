import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Context } from '../context/context.ts';
import { invalidInput, requireOwnerId } from '../validate.ts';
import { deleteInParts } from './continue-deletions.ts';

/** Which crawls to delete. Everything is optional. */
export interface DeleteOldCrawlsInput {
  /** Crawls with at least this many newer ones of the same website. Default 10. */
  readonly keepPerWebsite?: number;
  /** Also crawls created before this time. */
  readonly createdBefore?: Date;
  /** Only crawls of this owner. Default: all owners. */
  readonly ownerId?: string;
}

/** The number of crawls to delete in one transaction, without their rows. */
const limit = 100;

/**
 * Deletes old crawls that have ended, with their pages and issues, in small transactions, and yields to the event
 * loop between them. Websites stay. Call it regularly: it is never called automatically.
 *
 * @param context - From `createContext`.
 * @param input - Which crawls to delete.
 * @returns the number of deleted crawls.
 * @throws SitegradeError `invalid_input` with an invalid value; `overloaded` if the database is not available.
 * What was deleted before stays deleted; call it again.
 * @example
 * ```ts
 * await deleteOldCrawls(context, { keepPerWebsite: 10 });
 * ```
 */
export async function deleteOldCrawls(
  { store }: Pick<Context, 'store'>,
  input: DeleteOldCrawlsInput = {},
): Promise<number> {
  const { keepPerWebsite = 10, createdBefore, ownerId } = input;
  if (!Number.isSafeInteger(keepPerWebsite) || keepPerWebsite < 1) {
    throw invalidInput({ keepPerWebsite: ['must be a positive integer.'] });
  }
  if (createdBefore !== undefined && !(createdBefore.getTime?.() > Number.NEGATIVE_INFINITY)) {
    throw invalidInput({ createdBefore: ['must be a valid Date.'] });
  }
  if (ownerId !== undefined) requireOwnerId(ownerId);
  const query = {
    keepPerWebsite,
    limit,
    ...(createdBefore !== undefined && { createdBefore }),
    ...(ownerId !== undefined && { ownerId }),
  };
  const deleted = await deleteInParts(() => store.crawls.deleteOutdated(query));
  await yieldToEventLoop();
  await deleteInParts(() => store.crawls.deleteHidden(ownerId));
  return deleted;
}
