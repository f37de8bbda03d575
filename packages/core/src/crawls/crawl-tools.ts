import type { Connections } from '../audit/fetch/connections.ts';
import type { SiteCache } from './site-cache.ts';

/** What an attempt at a piece of a crawl works with. */
export interface CrawlTools {
  readonly sites: SiteCache;
  /** Of the owner of the crawl. */
  readonly connections: Connections;
  /** Aborts the attempt. With the reason `givingBack`, another worker may start it at once. */
  readonly signal: AbortSignal;
}
