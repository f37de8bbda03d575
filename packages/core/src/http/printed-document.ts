import { SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../context/context.ts';
import type { Crawl } from '../store/crawl.ts';
import type { Report } from '../store/report.ts';
import type { Website } from '../store/website.ts';
import type { PagesSettings } from './pages-options.ts';

/** A record of an owner that is printed. */
export type Printed =
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'crawl'; readonly crawl: Crawl }
  | { readonly kind: 'website'; readonly website: Website };

/** What is printed, and for whom. */
export interface PrintRequest {
  readonly context: Context;
  readonly ownerId: string;
  readonly printed: Printed;
  /** Logs an error that does not change the document. */
  readonly logError: (error: unknown) => void;
}

/** Draws an HTML document about a record that loads nothing, in the brand of its owner. */
export type DrawDocument = (settings: PagesSettings, request: PrintRequest) => Promise<string>;

/**
 * A crawl to print.
 *
 * @throws SitegradeError `conflict` if it has not ended.
 */
export function endedCrawl(crawl: Crawl): Printed {
  if (crawl.endedAt !== null) return { kind: 'crawl', crawl };
  const message = `Crawl ${crawl.id} is ${crawl.status}. Only crawls that have ended can be printed.`;
  throw new SitegradeError('conflict', message);
}
