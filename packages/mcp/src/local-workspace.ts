import {
  type Context,
  type ContextOptions,
  createCrawl,
  deleteCrawl,
  deleteReport,
  type JobWorker,
  listCrawls,
  type Store,
  startWorker,
} from '@sitegrade/core';
import { trimUrl } from '@sitegrade/core/internal';
import { readHtmlFile } from './read-html-file.ts';
import type { Workspace } from './workspace.ts';

/** The owner of everything: there is one user. */
const ownerId = 'mcp';

/** What is kept in memory, for agents that run for hours. */
const kept = { reports: 50, crawls: 3, contexts: 20 } as const;
/** A page of a crawl that is full of faults takes up to 600 kB. */
const maxCrawlPages = 200;
/** Pages that are requested of a site at a time. */
const concurrency = 4;

/** What a context of {@link localWorkspace} needs in addition to its network and checks. */
export type LocalContextOptions = Pick<
  ContextOptions,
  'store' | 'analyses' | 'crawls' | 'quotas' | 'onEvent'
>;

/** Options of {@link localWorkspace}. */
export interface LocalWorkspaceOptions {
  /** Empty, and in memory. */
  readonly store: Store;
  /** Creates a context that may fetch a URL, as it was typed, and such as this one. */
  readonly createContextFor: (url: string, options: LocalContextOptions) => Context;
  /** Files below it may be analysed. */
  readonly directory: string;
  /** Writes an error that the agent must not see. */
  readonly logError: (error: unknown) => void;
}

/** A workspace of this process, and how to end it. */
interface LocalWorkspace {
  readonly workspace: Workspace;
  /** Ends analyses and crawls in progress. */
  readonly close: () => Promise<void>;
}

/** A workspace for one user on this machine: it keeps what it makes in memory, and only the latest. */
export function localWorkspace({
  store,
  createContextFor,
  directory,
  logError,
}: LocalWorkspaceOptions): LocalWorkspace {
  const reports: number[] = [];
  const contexts = new Map<string, Context>();
  /** Of the crawl that runs: there is one at a time. */
  let worker: JobWorker | undefined;
  const stopWorker = async (graceMs: number) => {
    const stopped = worker?.stop(graceMs);
    worker = undefined;
    await stopped;
  };
  const options: LocalContextOptions = {
    store,
    analyses: { total: 2 * (concurrency + 1) },
    crawls: { maxPages: maxCrawlPages, perHost: concurrency },
    quotas: { runningCrawls: 1, crawlPagesPerDay: 1_000_000 },
    onEvent: ({ type }) => {
      if (crawlEnds.includes(type)) stopWorker(graceMs).catch(logError);
    },
  };
  const contextFor = (url: string): Context => {
    const key = originOf(url);
    const known = contexts.get(key) ?? createContextFor(url, options);
    // The one that was used last is the last one.
    contexts.delete(key);
    contexts.set(key, known);
    const [oldest] = contexts.keys();
    if (contexts.size > kept.contexts && oldest !== undefined) contexts.delete(oldest);
    return known;
  };
  // Reads records, and checks HTML: it fetches nothing.
  const context = createContextFor('https://page.invalid/', options);

  return {
    workspace: {
      ownerId,
      context,
      contextFor,
      kept: 'of this session',
      logError,
      readHtmlFile: (path) => readHtmlFile(directory, path),
      async startCrawl(input) {
        const crawling = contextFor(input.url);
        const crawl = await createCrawl(crawling, ownerId, input);
        await deleteOldCrawls(crawling);
        await stopWorker(0);
        worker = startWorker(crawling, { concurrency: concurrency + 1, retention: false });
        return crawl;
      },
      async keepReport(id) {
        reports.push(id);
        if (reports.length <= kept.reports) return;
        const [oldest] = reports.splice(0, 1);
        if (oldest !== undefined) await deleteReport(context, ownerId, oldest);
      },
    },
    async close() {
      await Promise.all([
        stopWorker(0),
        ...[context, ...contexts.values()].map(({ analyses }) => analyses.close(0)),
      ]);
    },
  };
}

const crawlEnds: readonly string[] = ['crawl.completed', 'crawl.failed', 'crawl.canceled'];
/** For what a worker does after the end of a crawl. */
const graceMs = 5_000;

/** What is left of them, such as their pages, is deleted by the next worker. */
async function deleteOldCrawls(context: Context): Promise<void> {
  const { rows } = await listCrawls(context, ownerId, { perPage: 100 });
  for (const { id } of rows.slice(kept.crawls)) await deleteCrawl(context, ownerId, id);
}

/** What decides which network a URL needs: its scheme, host and port. A separate context for what is not a URL. */
function originOf(written: string): string {
  const url = trimUrl(written);
  const absolute = /^https?:\/\//i.test(url) ? url : `https://${url}`;
  return URL.canParse(absolute) ? new URL(absolute).origin : '';
}
