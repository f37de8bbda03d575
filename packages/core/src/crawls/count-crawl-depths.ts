import type { Context } from '../context/context.ts';
import type { CrawlDepth } from '../store/crawl.ts';
import { requireOwnerId } from '../validate.ts';
import { crawlNotFound } from './get-crawl.ts';

/**
 * Counts the pages of a crawl that are `done` by their depth, for a chart. Depths are exact once the crawl is
 * `done`.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the crawl.
 * @param crawlId - The id of the crawl.
 * @returns the depths that have pages, lowest first; pages that are not linked last.
 * @throws SitegradeError `not_found` if the owner has no crawl with this id.
 * @example
 * ```ts
 * for (const { depth, results } of await countCrawlDepths(context, 'user-1', 42)) {
 *   console.log(depth, results.good, results.decent, results.bad);
 * }
 * ```
 */
export async function countCrawlDepths(
  context: Context,
  ownerId: string,
  crawlId: number,
): Promise<readonly CrawlDepth[]> {
  requireOwnerId(ownerId);
  const depths = await context.store.crawls.countDepths(ownerId, crawlId);
  if (depths === undefined) throw crawlNotFound();
  return depths;
}
