import type { Context } from '../context/context.ts';
import type { Crawl } from '../store/crawl.ts';
import { requireOwnerId } from '../validate.ts';
import { admitCrawls } from './admit-crawls.ts';
import { crawlNotFound } from './get-crawl.ts';

/**
 * Cancels a crawl that has not ended. Its pages stay; it has no issues and no score. A crawl that has ended stays
 * as it is. Workers may still read pages that they have requested, but store nothing.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the crawl.
 * @param id - The id of the crawl.
 * @returns the crawl: `canceled`, or as it had ended before.
 * @throws SitegradeError `not_found` if the owner has no crawl with this id.
 * @example
 * ```ts
 * const { status } = await cancelCrawl(context, 'user-1', 42);
 * ```
 */
export async function cancelCrawl(context: Context, ownerId: string, id: number): Promise<Crawl> {
  requireOwnerId(ownerId);
  const canceled = await context.store.crawls.cancel(ownerId, id, context.now());
  if (canceled === undefined) throw crawlNotFound();
  if (canceled.isNew) {
    context.emit({ type: 'crawl.canceled', ownerId, crawlId: id });
    await admitOthers(context);
  }
  return canceled.crawl;
}

/**
 * Deletes a crawl of the owner, in any state, with its pages and issues. From then on nothing finds it. Workers
 * delete its rows in small transactions, and so does `continueDeletions`. The website stays.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the crawl.
 * @param id - The id of the crawl.
 * @throws SitegradeError `not_found` if the owner has no crawl with this id.
 * @example
 * ```ts
 * await deleteCrawl(context, 'user-1', 42);
 * ```
 */
export async function deleteCrawl(context: Context, ownerId: string, id: number): Promise<void> {
  requireOwnerId(ownerId);
  if (!(await context.store.crawls.delete(ownerId, id))) throw crawlNotFound();
  await admitOthers(context);
}

/** The crawl is canceled or deleted: if this fails, the next sweep of a worker does it. */
async function admitOthers(context: Context): Promise<void> {
  await admitCrawls(context).catch(() => {});
}
