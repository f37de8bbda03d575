import { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../context/context.ts';
import type { Crawl } from '../store/crawl.ts';
import { requireOwnerId } from '../validate.ts';

/**
 * Returns a crawl of the owner, with its progress.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the crawl.
 * @param id - The id of the crawl.
 * @throws SitegradeError `not_found` if the owner has no crawl with this id, even if another owner has.
 * @example
 * ```ts
 * const { status, progress } = await getCrawl(context, 'user-1', 42);
 * ```
 */
export async function getCrawl(context: Context, ownerId: string, id: number): Promise<Crawl> {
  requireOwnerId(ownerId);
  const crawl = await context.store.crawls.find(ownerId, id);
  if (crawl === undefined) throw crawlNotFound();
  return crawl;
}

/** The error for a crawl that does not exist, or belongs to another owner. */
export function crawlNotFound(): SitegradeError {
  return new SitegradeError('not_found', 'There is no crawl with this id.');
}
