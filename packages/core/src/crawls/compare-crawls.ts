import { openCpuAccount, type TimeSlices, takeSlices } from '@sitegrade/audit';
import { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../context/context.ts';
import type { Crawl } from '../store/crawl.ts';
import { invalidInput, requireOwnerId } from '../validate.ts';
import { type CrawlComparison, compareReadCrawls } from './crawl-comparison.ts';
import { getCrawl } from './get-crawl.ts';
import { listCrawlIssues } from './list-crawl-issues.ts';
import { readChunksByUrl } from './read-all-urls.ts';
import { type ReadCrawl, type ReadRow, toReadRow } from './read-crawl.ts';

/** As that of checks. */
const sliceMs = 5;

/** What is wrong with crawls of different websites. */
export const otherWebsite = 'must be a crawl of the same website as the other one.';

/**
 * Compares two crawls of a website: pages, and findings place by place. What one of them did not examine is neither
 * new nor gone or fixed: a page that it did not reach, or an issue that it could not decide. It counts as one of the
 * owner's concurrent analyses, and takes more than a minute of CPU time for 100,000 pages.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of both crawls.
 * @param ids - The id of the crawl to compare, `to`, and of the one to compare it with, `from`.
 * @throws SitegradeError `not_found` if the owner has no crawl with one of the ids; `conflict` if one of them is
 * not done; `invalid_input` if they are of different websites; `rate_limited` or `overloaded` if there are too many
 * concurrent analyses.
 * @example
 * ```ts
 * const { score, findings } = await compareCrawls(context, 'user-1', { from: 3, to: 7 });
 * console.log(score, findings?.found.total, findings?.fixed.total);
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
  const { crawls } = context.store;
  return context.analyses.run(ownerId, undefined, async (signal) => {
    const slices = takeSlices(sliceMs, openCpuAccount({ ownerId, signal }));
    const comparison = await compareReadCrawls(
      await readCrawl(context, ownerId, from, slices),
      await readCrawl(context, ownerId, to, slices),
      slices,
      (pages) => crawls.readChangedDetails(from.id, to.id, pages),
    );
    // Of a crawl that is deleted meanwhile, the rest of the pages would seem gone.
    await Promise.all([from, to].map(({ id }) => getCrawl(context, ownerId, id)));
    return comparison;
  });
}

async function readCrawl(
  context: Context,
  ownerId: string,
  crawl: Crawl,
  slices: TimeSlices,
): Promise<ReadCrawl<Crawl>> {
  const issues = await listCrawlIssues(context, ownerId, crawl.id);
  return { crawl, name: `crawl ${crawl.id}`, issues, rows: readRows(context, crawl.id, slices) };
}

async function* readRows(
  { store }: Context,
  crawlId: number,
  slices: TimeSlices,
): AsyncGenerator<readonly ReadRow[], void, undefined> {
  for await (const rows of readChunksByUrl(store, crawlId)) {
    if (slices.isOver()) await slices.next();
    yield rows.map(toReadRow);
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
