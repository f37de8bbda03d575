import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createContext,
  createCrawl,
  eachCrawlPage,
  embeddedQueue,
  getCrawl,
  listCrawlIssues,
  startWorker,
} from '@sitegrade/core';
import { postgresStore } from '@sitegrade/store-postgres';
import { sqliteStore } from '@sitegrade/store-sqlite';
import type { Database } from '../crawls/measure.ts';

// Crawls a site in a process of its own: a small crawl that loads and compiles code, then one for each message, `all`
// or `changed`. Each is answered with what it took. `end` ends the process.

/** What to crawl. */
export interface RecrawlSettings {
  readonly origin: string;
  readonly pages: number;
  readonly database: Database;
}

/** A measured crawl. Times in milliseconds. */
export interface MeasuredCrawl {
  readonly cpuMs: number;
  readonly ms: number;
  readonly done: number;
  readonly unchanged: number;
  readonly fullReason: string | null;
  /** The scores and titles of all pages, and all findings, as text. */
  readonly results: string;
}

const [, , json = ''] = process.argv;
const { origin, pages, database }: RecrawlSettings = JSON.parse(json);
const { filename, connectionString = '' } = database;
const store = filename ? sqliteStore({ filename }) : postgresStore({ connectionString });
const context = createContext({
  store,
  queue: embeddedQueue(),
  network: { allowAddresses: ['127.0.0.1'], ports: 'any' },
  crawls: { perHost: 10 },
  quotas: { runningCrawls: 1_000, crawlPagesPerDay: 10_000_000 },
});
await store.migrate();
const worker = startWorker(context, { concurrency: 10 });
await crawl('all', 40);
process.send?.('ready');
for (;;) {
  const [recrawl] = (await once(process, 'message')) as ['all' | 'changed' | 'end'];
  if (recrawl === 'end') break;
  const [cpu, startedAt] = [process.cpuUsage(), performance.now()];
  const id = await crawl(recrawl, pages);
  const { user, system } = process.cpuUsage(cpu);
  const ms = performance.now() - startedAt;
  const { progress, fullReason } = await getCrawl(context, 'owner-1', id);
  const { done, unchanged } = progress;
  const results = await resultsOf(id);
  const measured = { cpuMs: (user + system) / 1_000, ms, done, unchanged, fullReason, results };
  process.send?.(measured satisfies MeasuredCrawl);
}
await worker.stop(0);
await store.close();
process.disconnect();

async function crawl(recrawl: 'all' | 'changed', maxPages: number): Promise<number> {
  const { id } = await createCrawl(context, 'owner-1', { url: `${origin}/`, maxPages, recrawl });
  for (;;) {
    const { status, error } = await getCrawl(context, 'owner-1', id);
    if (status === 'done') return id;
    if (status !== 'queued' && status !== 'running') throw new Error(JSON.stringify(error));
    // Looking is not what is measured.
    await sleep(100);
  }
}

async function resultsOf(id: number): Promise<string> {
  const found: unknown[] = [];
  for await (const page of eachCrawlPage(context, 'owner-1', id, { sort: 'asc' })) {
    const { isUnchanged: _, ...rest } = page;
    found.push(rest);
  }
  return JSON.stringify([found, await listCrawlIssues(context, 'owner-1', id)]);
}
