import { setImmediate as turn } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { SitegradeError } from '../errors.ts';
import { requireOwnerId } from '../owner-id.ts';
import type { OutdatedQuery } from '../store.ts';

/** Which reports to delete: at least one of the first two is needed. */
export interface DeleteOldReportsInput {
  /** Those made before this time. */
  readonly createdBefore?: Date;
  /** Those with this many newer ones of the same owner and url: 1 keeps the latest alone. */
  readonly keepPerUrl?: number;
  /** Of one owner alone; of all owners where it is left out. */
  readonly ownerId?: string;
  /** How many reports to look at in one transaction. Default: 100. */
  readonly batchSize?: number;
}

/**
 * Deletes old reports, in small transactions with pauses, so that others have their turn. Websites
 * stay. For the operator to call now and then; nothing calls it by itself.
 *
 * @returns how many were deleted.
 * @throws SitegradeError `invalid_input` where no reports are named, or not in numbers and dates.
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
  let after = 0;
  for (;;) {
    const part = await context.store.upkeep.deleteOutdated({ ...query, after });
    deleted += part.deleted;
    if (part.last === undefined) return deleted;
    after = part.last;
    await turn();
  }
}

function toQuery(input: DeleteOldReportsInput): Omit<OutdatedQuery, 'after'> {
  const { createdBefore, keepPerUrl, ownerId, batchSize = 100 } = input;
  if (createdBefore === undefined && keepPerUrl === undefined) {
    throw new SitegradeError('invalid_input', 'Name reports by createdBefore or by keepPerUrl.');
  }
  const issues = {
    ...(createdBefore !== undefined && !(createdBefore.getTime?.() > Number.NEGATIVE_INFINITY)
      ? { createdBefore: ['must be a date.'] }
      : {}),
    ...(keepPerUrl !== undefined && !isCount(keepPerUrl)
      ? { keepPerUrl: ['must be a whole number from 1.'] }
      : {}),
    ...(isCount(batchSize) ? {} : { batchSize: ['must be a whole number from 1.'] }),
  };
  if (Object.keys(issues).length > 0) {
    throw new SitegradeError('invalid_input', 'The reports to delete are not well named.', {
      issues,
    });
  }
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
