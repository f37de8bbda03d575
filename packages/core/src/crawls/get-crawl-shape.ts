import type { Context } from '../context/context.ts';
import type { CrawlShape } from '../store/crawl-shape.ts';
import { requireOwnerId } from '../validate.ts';
import { crawlNotFound } from './get-crawl.ts';

/**
 * What the pages of a crawl are like, in numbers for charts: by depth, score, status and folder.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the crawl.
 * @param crawlId - The id of the crawl.
 * @returns `null` unless the crawl is `done`.
 * @throws SitegradeError `not_found` if the owner has no crawl with this id.
 * @example
 * ```ts
 * const shape = await getCrawlShape(context, 'user-1', 42);
 * for (const { depth, results } of shape?.depths ?? []) {
 *   console.log(depth, results.good, results.decent, results.bad);
 * }
 * ```
 */
export async function getCrawlShape(
  context: Context,
  ownerId: string,
  crawlId: number,
): Promise<CrawlShape | null> {
  requireOwnerId(ownerId);
  const shape = await context.store.crawls.shape(ownerId, crawlId);
  if (shape === undefined) throw crawlNotFound();
  return shape;
}
