import type { Context } from '../context/context.ts';
import type { List } from '../listing/listing.ts';
import type { ReportSummary } from '../store/report.ts';
import { requireOwnerId } from '../validate.ts';

/** What a page can show at once. */
const limit = 100;

/** SQLite examines these in 20 milliseconds, and blocks the process meanwhile. */
const maxUrls = 5_000;

/**
 * Lists the latest report of each URL of a website, lowest score first: what to fix first on a website.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param websiteId - The id of the website. An unknown one has no reports.
 * @returns at most 100 reports. The total is the number of URLs. Of more than 5,000
 * URLs, only the last 5,000 in alphabetical order are examined, and the total's relation is `gte`.
 * @throws SitegradeError `invalid_input` if the owner id is invalid.
 * @example
 * ```ts
 * const { rows, total } = await listLatestReports(context, 'user-1', 7);
 * ```
 */
export async function listLatestReports(
  context: Context,
  ownerId: string,
  websiteId: number,
): Promise<List<ReportSummary>> {
  requireOwnerId(ownerId);
  return context.store.reports.latestByUrl(ownerId, websiteId, { limit, maxUrls });
}
