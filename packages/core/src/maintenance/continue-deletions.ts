import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Context } from '../context/context.ts';
import type { DeletedPart } from '../store/deleted-part.ts';

/**
 * Deletes the rest of deleted websites, crawls, webhooks and owners: rows that nothing finds any more, and that a
 * process left because it ended, or because the database was not available. It deletes in small transactions, and
 * yields to the event loop between them. Several processes may do so at the same time. Call it at every start, or
 * regularly.
 *
 * @param context - From `createContext`.
 * @param signal - Stops it between two transactions. What is left stays hidden; call it again.
 * @returns how many reports, and pages and other rows of crawls, were deleted.
 * @throws SitegradeError `overloaded` if the database is not available. What was deleted before stays deleted.
 * @example
 * ```ts
 * await continueDeletions(context);
 * ```
 */
export async function continueDeletions(
  { store }: Pick<Context, 'store'>,
  signal?: AbortSignal,
): Promise<number> {
  const reports = await deleteInParts(() => store.maintenance.deleteHidden(undefined), signal);
  return reports + (await deleteInParts(() => store.crawls.deleteHidden(undefined), signal));
}

/** Repeats a part of a deletion until nothing is left, and returns how many rows all parts deleted. */
export async function deleteInParts(
  deletePart: () => Promise<DeletedPart>,
  signal?: AbortSignal,
): Promise<number> {
  let deleted = 0;
  while (!signal?.aborted) {
    const part = await deletePart();
    deleted += part.deleted;
    if (part.isDone) break;
    await yieldToEventLoop();
  }
  return deleted;
}
