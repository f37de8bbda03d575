import type { Context } from '../context.ts';
import type { SiteIssue } from '../site-issues/site-issue.ts';

/**
 * Finds issues across the pages of a website, from the latest report of each URL: duplicate titles, broken links
 * between its pages, and so on. What only a crawl can decide is `unknown`, with the reason.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param websiteId - The id of the website.
 * @returns an issue for each rule, in order of importance. Of more than 10,000 URLs, only the first 10,000 in
 * alphabetical order are compared.
 * @throws SitegradeError `not_found` if the owner has no website with this id.
 * @example
 * ```ts
 * const issues = await websiteIssues(context, 'user-1', 7);
 * const found = issues.filter(({ status }) => status === 'found');
 * ```
 */
export declare function websiteIssues(
  context: Context,
  ownerId: string,
  websiteId: number,
): Promise<readonly SiteIssue[]>;
