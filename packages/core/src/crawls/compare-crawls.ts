import { openCpuAccount, type TimeSlices, takeSlices } from '@sitegrade/audit';
import { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../context/context.ts';
import type { Crawl } from '../store/crawl.ts';
import { invalidInput, requireOwnerId } from '../validate.ts';
import {
  type CrawlComparison,
  compareReadCrawls,
  type ReadCrawl,
  type ReadRow,
  readRow,
} from './crawl-comparison.ts';
import { getCrawl } from './get-crawl.ts';
import { listCrawlIssues } from './list-crawl-issues.ts';

/** How many URLs are read at once. */
const chunk = 1_000;

/** As that of checks. */
const sliceMs = 5;

/** What is wrong with crawls of different websites. */
export const otherWebsite = 'must be a crawl of the same website as the other one.';

/**
 * Compares two crawls of a website. What one of them did not examine is neither new nor gone or fixed: a page that
 * it did not reach, or an issue that it could not decide. It counts as one of the owner's concurrent analyses.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of both crawls.
 * @param ids - The id of the crawl to compare, `to`, and of the one to compare it with, `from`.
 * @throws SitegradeError `not_found` if the owner has no crawl with one of the ids; `conflict` if one of them is
 * not done; `invalid_input` if they are of different websites; `rate_limited` or `overloaded` if there are too many
 * concurrent analyses.
 * @example
 * ```ts
 * const { score, fixed, found } = await compareCrawls(context, 'user-1', { from: 3, to: 7 });
 * console.log(score, fixed.total, found.total);
 * ```
 */
export async function compareCrawls(
  context: Context,
  ownerId: string,
  ids: { readonly from: number; readonly to: number },
): Promise<CrawlComparison> {
  const [from, to] = await Promise.all([
    getCrawl(context, ownerId, ids.from),
    getCrawl(context, ownerId, ids.to),
  ]);
  for (const { id, status } of [from, to]) {
    if (status !== 'done') {
      const message = `Crawl ${id} is ${status}. Only crawls that are done can be compared.`;
      throw new SitegradeError('conflict', message);
    }
  }
  if (from.websiteId !== to.websiteId) {
    throw invalidInput({ from: [otherWebsite] });
  }
  return context.analyses.run(ownerId, undefined, async (signal) => {
    const slices = takeSlices(sliceMs, openCpuAccount({ ownerId, signal }));
    const earlier = await readCrawl(context, ownerId, from, slices);
    const later = await readCrawl(context, ownerId, to, slices);
    return compareReadCrawls(earlier, later, slices);
  });
}

async function readCrawl(
  context: Context,
  ownerId: string,
  crawl: Crawl,
  slices: TimeSlices,
): Promise<ReadCrawl<Crawl>> {
  const issues = await listCrawlIssues(context, ownerId, crawl.id);
  const rows = new Map<string, ReadRow>();
  for (let after = 0; ; ) {
    const query = { after, limit: chunk, outlines: false };
    const read = await context.store.crawls.readUrls(crawl.id, query);
    for (const row of read) {
      if (slices.isOver()) await slices.next();
      rows.set(row.url, readRow(row));
    }
    const last = read.at(-1);
    if (last === undefined || read.length < chunk)
      return { crawl, name: `crawl ${crawl.id}`, issues, rows };
    after = last.id;
  }
}

/**
 * Finds the crawl of the same website before this one that is done.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the crawl.
 * @param crawl - A crawl of the owner; only its id and website matter.
 * @returns the crawl, or `undefined` if this is the first one.
 * @example
 * ```ts
 * const crawl = await getCrawl(context, 'user-1', 7);
 * const previous = await findPreviousCrawl(context, 'user-1', crawl);
 * ```
 */
export async function findPreviousCrawl(
  context: Context,
  ownerId: string,
  crawl: Pick<Crawl, 'id' | 'websiteId'>,
): Promise<Crawl | undefined> {
  requireOwnerId(ownerId);
  return context.store.crawls.findPrevious(ownerId, crawl);
}
