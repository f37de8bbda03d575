import type { Context } from '../context/context.ts';
import { reportNotFound } from '../reports/get-report.ts';
import { makeShareToken } from '../store/share-token.ts';
import { requireOwnerId } from '../validate.ts';
import { websiteNotFound } from '../websites/get-website.ts';

/**
 * Replaces the share link of a report. The old link stops working immediately. The link of the website,
 * whose page lists the report, stays.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the report.
 * @param id - The id of the report.
 * @returns the new share token.
 * @throws SitegradeError `not_found` if the owner has no report with this id.
 * @example
 * ```ts
 * const shareToken = await renewReportLink(context, 'user-1', 42);
 * ```
 */
export async function renewReportLink(
  context: Context,
  ownerId: string,
  id: number,
): Promise<string> {
  requireOwnerId(ownerId);
  const token = makeShareToken(context);
  if (!(await context.store.reports.renewShareToken(ownerId, id, token))) throw reportNotFound();
  context.emit({ type: 'report.link_renewed', ownerId, reportId: id });
  return token;
}

/**
 * Replaces the share link of a website. The old link stops working immediately, and visitors have to enter
 * a password again. Links to its reports stay. Does not change `updatedAt`.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param id - The id of the website.
 * @returns the new share token.
 * @throws SitegradeError `not_found` if the owner has no website with this id.
 * @example
 * ```ts
 * const shareToken = await renewWebsiteLink(context, 'user-1', 7);
 * ```
 */
export async function renewWebsiteLink(
  context: Context,
  ownerId: string,
  id: number,
): Promise<string> {
  requireOwnerId(ownerId);
  const token = makeShareToken(context);
  if (!(await context.store.websites.renewShareToken(ownerId, id, token))) throw websiteNotFound();
  context.emit({ type: 'website.link_renewed', ownerId, websiteId: id });
  return token;
}
