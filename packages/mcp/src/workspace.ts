import type { Context, Crawl, CreateCrawlInput } from '@sitegrade/core';

/** What the tools of one caller work on. */
export interface Workspace {
  /** Who owns what the tools make, and all that they may read. */
  readonly ownerId: string;
  /** Where reports and crawls are read from. */
  readonly context: Context;
  /** The context that may fetch a URL, as it was typed. */
  readonly contextFor: (url: string) => Context;
  /** Creates a crawl, and sees to it that it is run. */
  readonly startCrawl: (input: CreateCrawlInput) => Promise<Crawl>;
  /** Called with the id of each new report. */
  readonly keepReport: (id: number) => Promise<void>;
  /** Reads an HTML file; `null` where the caller has no files here. */
  readonly readHtmlFile: ((path: string) => Promise<string>) | null;
  /** What the lists hold, for the caller: `reports of this session`. */
  readonly kept: string;
  /** Writes an error that callers must not see to the log of the operator. */
  readonly logError: (error: unknown) => void;
}
