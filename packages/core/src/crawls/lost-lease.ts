import type { Context } from '../context/context.ts';
import type { ClaimedCrawl } from '../store/crawl-store.ts';

/** Reports that work on a piece of a crawl was lost, unless the crawl was canceled or has ended otherwise. */
export async function emitLostLease(
  { store, emitOperation }: Pick<Context, 'store' | 'emitOperation'>,
  { ownerId, crawl: { id } }: Pick<ClaimedCrawl, 'ownerId' | 'crawl'>,
): Promise<void> {
  // What cannot be read now is not counted.
  const crawl = await store.crawls.find(ownerId, id).catch(() => undefined);
  if (crawl === undefined || crawl.endedAt !== null) return;
  emitOperation({ type: 'lease.lost', kind: 'crawl', ownerId, id });
}
