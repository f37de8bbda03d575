import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { CrawledUrl } from '../store/crawl.ts';
import type { UrlsQuery } from '../store/crawl-store.ts';
import type { Store } from '../store/store.ts';

/** URLs to read at once, without outlines. */
export const urlsAtOnce = 500;

/** Yields the URLs of a crawl by number, from those after `query.after`, reading `query.limit` at once. */
export async function* readAllUrls(
  store: Pick<Store, 'crawls'>,
  crawlId: number,
  query: UrlsQuery,
): AsyncGenerator<CrawledUrl, void, undefined> {
  for await (const rows of readUrlChunks(store, crawlId, query)) yield* rows;
}

/** The same in chunks of at most `query.limit`. */
export async function* readUrlChunks(
  { crawls }: Pick<Store, 'crawls'>,
  crawlId: number,
  query: UrlsQuery,
): AsyncGenerator<readonly CrawledUrl[], void, undefined> {
  for (let { after } = query; ; ) {
    const rows = await crawls.readUrls(crawlId, { ...query, after });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < query.limit) return;
    after = last.id;
    // A store may answer without waiting.
    await yieldToEventLoop();
  }
}

/** Yields chunks of the URLs of a crawl by code point, without outlines. */
export async function* readChunksByUrl(
  { crawls }: Pick<Store, 'crawls'>,
  crawlId: number,
): AsyncGenerator<readonly CrawledUrl[], void, undefined> {
  for (let after = ''; ; ) {
    const rows = await crawls.readUrls(crawlId, { after, limit: urlsAtOnce });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < urlsAtOnce) return;
    after = last.url;
    await yieldToEventLoop();
  }
}
