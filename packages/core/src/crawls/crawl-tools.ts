import type { Connections } from '@sitegrade/audit/analyze';
import type { NewClaim } from './claim-crawl.ts';
import type { SiteCache } from './site-cache.ts';

/** What an attempt at a piece of a crawl works with. */
export interface CrawlTools {
  readonly sites: SiteCache;
  /** Of the owner of the crawl. */
  readonly connections: Connections;
  /** Headers by name, sent only to the origin of the URL of the crawl. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** The claim of the next piece, when a page ends; `undefined` if the worker starts no further ones. */
  readonly nextClaim: () => NewClaim | undefined;
  /** Aborts the attempt. With the reason `givingBack`, another worker may start it at once. */
  readonly signal: AbortSignal;
}
