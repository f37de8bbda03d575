import type { Context } from '../context/context.ts';
import type { SiteIssue } from '../store/site-issue.ts';
import { requireOwnerId } from '../validate.ts';
import { crawlNotFound } from './get-crawl.ts';

/**
 * Returns all that was found in a crawl: an entry for each rule about several pages, and for each check that failed or
 * warned on a page. What was found comes first: pages that search engines or visitors do not get to see, and then what
 * gains most points of the score of the site. Then come the rules that cannot be decided, and then the others. Empty until
 * the crawl is `done`.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the crawl.
 * @param crawlId - The id of the crawl.
 * @throws SitegradeError `not_found` if the owner has no crawl with this id.
 * @example
 * ```ts
 * const issues = await listCrawlIssues(context, 'user-1', 42);
 * const found = issues.filter(({ status }) => status === 'found');
 * ```
 */
export async function listCrawlIssues(
  context: Context,
  ownerId: string,
  crawlId: number,
): Promise<readonly SiteIssue[]> {
  requireOwnerId(ownerId);
  const issues = await context.store.crawls.issues(ownerId, crawlId);
  if (issues === undefined) throw crawlNotFound();
  return issues;
}
