import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  type Crawl,
  type CrawlPageSummary,
  type CreateCrawlInput,
  createCrawl,
  eachCrawlPage,
  getCrawl,
  listCrawlIssues,
  type SiteIssue,
  startWorker,
} from '@sitegrade/core';
import { openCrawls } from './open-crawls.ts';
import type { Origin } from './origin.ts';
import { whenAvailable } from './when-available.ts';

/** The owner of crawls in these scripts. */
export const owner = 'owner-1';

// A worker in this process is never killed, so long leases cost nothing: no page may fail as the machine is busy.
const patientLimits = { totalMs: 120_000, headersMs: 60_000, bodyIdleMs: 60_000 };

/** A crawl that has ended. */
export interface EndedCrawl {
  readonly crawl: Crawl;
  /** By number. */
  readonly pages: readonly CrawlPageSummary[];
  readonly issues: readonly SiteIssue[];
  readonly seconds: number;
}

/** How a crawl is run. */
interface CrawlRun extends Omit<CreateCrawlInput, 'url'> {
  /** Default 2. */
  readonly perHost?: number;
  /** How many pages each worker checks at a time. Default 5. */
  readonly concurrency?: number;
  /** Milliseconds until the crawl must have ended. Default two minutes. */
  readonly maxMs?: number;
  /** Called when the crawl has ended. */
  readonly whenEnded?: (context: Context, id: number) => Promise<void>;
}

/**
 * Crawls a site under test with a worker in this process, and its own database.
 *
 * @throws Error if the crawl does not end in time.
 */
export async function crawlSite(site: Origin, run: CrawlRun = {}): Promise<EndedCrawl> {
  const { perHost = 2, concurrency = 5, maxMs, whenEnded, ...input } = run;
  const folder = mkdtempSync(join(tmpdir(), 'sitegrade-crawls-'));
  const settings = {
    filename: join(folder, 'crawls.sqlite'),
    nameServer: site.nameServer,
    perHost,
    concurrency,
    limits: patientLimits,
  };
  const { context, close } = openCrawls(settings);
  try {
    await context.store.migrate();
    const startedAt = performance.now();
    const { id } = await createCrawl(context, owner, { ...input, url: `${site.origin}/` });
    const worker = startWorker(context, { concurrency });
    try {
      const crawl = await waitForCrawl(context, id, { maxMs });
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
      await whenEnded?.(context, id);
      return { ...(await readCrawl(context, crawl)), seconds };
    } finally {
      await worker.stop(0);
    }
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
}

/** Waits until a crawl has ended. */
export async function waitForCrawl(
  context: Context,
  id: number,
  {
    maxMs = 120_000,
    whileRunning,
    faults = [],
  }: {
    readonly maxMs?: number | undefined;
    /** Called every 50 ms while the crawl runs. */
    readonly whileRunning?: () => Promise<void>;
    readonly faults?: readonly string[];
  } = {},
): Promise<Crawl> {
  const deadline = performance.now() + maxMs;
  for (;;) {
    const crawl = await whenAvailable(() => getCrawl(context, owner, id));
    if (crawl.endedAt !== null) return crawl;
    if (faults.length > 0) throw new Error(faults.join('\n'));
    if (performance.now() > deadline) {
      throw new Error(`The crawl has not ended: ${JSON.stringify(crawl)}`);
    }
    await whileRunning?.();
    await sleep(50);
  }
}

/** Reads the pages and issues of a crawl. */
export async function readCrawl(
  context: Context,
  crawl: Crawl,
): Promise<Omit<EndedCrawl, 'seconds'>> {
  const pages: CrawlPageSummary[] = [];
  for await (const page of eachCrawlPage(context, owner, crawl.id, { sortBy: 'id', sort: 'asc' })) {
    pages.push(page);
  }
  return { crawl, pages, issues: await listCrawlIssues(context, owner, crawl.id) };
}
