import type { Context } from '../context/context.ts';
import type { OwnerSummary } from '../store/maintenance-store.ts';
import { invalidInput } from '../validate.ts';

/** Which owners to list. Everything is optional. */
export interface ListOwnersInput {
  /** Only owners whose id comes after this one, to continue a list. */
  readonly after?: string | undefined;
  /** How many at most, from 1 to 1,000. Default 100. */
  readonly limit?: number;
}

const maxLimit = 1_000;

/**
 * Lists the owners who have API keys, websites, jobs, crawls or webhooks, by their ids, for operators.
 *
 * @param context - From `createContext`.
 * @param input - Which owners to list.
 * @returns the owners, with how many API keys, websites and reports they have. Fewer than `limit`: there are no more.
 * @throws SitegradeError `invalid_input` with an invalid value; `overloaded` if the database is not available.
 * @example
 * ```ts
 * const owners = await listOwners(context);
 * const next = await listOwners(context, { after: owners.at(-1)?.ownerId });
 * ```
 */
export async function listOwners(
  { store }: Pick<Context, 'store'>,
  { after = '', limit = 100 }: ListOwnersInput = {},
): Promise<readonly OwnerSummary[]> {
  // Postgres stores no NUL.
  if (typeof after !== 'string' || after.includes('\0')) {
    throw invalidInput({ after: ['must be the id of an owner.'] });
  }
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit) {
    throw invalidInput({ limit: ['must be an integer from 1 to 1000.'] });
  }
  return store.maintenance.listOwners({ after, limit });
}
