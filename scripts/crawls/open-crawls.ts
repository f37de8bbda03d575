import { type Context, createContext, embeddedQueue, type Store } from '@sitegrade/core';
import { defaultRuleset, extendRuleset } from '@sitegrade/core/checks';
import { postgresStore } from '@sitegrade/store-postgres';
import { sqliteStore } from '@sitegrade/store-sqlite';
import type { HeldSteps } from './held-steps.ts';

/** What the processes of one crawl share. Plain JSON. */
export interface CrawlSettings {
  /** A file of SQLite. */
  readonly filename?: string;
  /** A Postgres database, otherwise. */
  readonly connectionString?: string;
  /** Of the site under test. */
  readonly nameServer: string;
  /** How many requests the site gets at a time, at most. */
  readonly perHost: number;
  /** How many pages each worker checks at a time. */
  readonly concurrency: number;
  /** Limits of a page that differ. */
  readonly limits?: Readonly<Partial<Record<'totalMs' | 'headersMs' | 'bodyIdleMs', number>>>;
  /** How far the clock of the process is ahead, in milliseconds. */
  readonly clockMs?: number;
  /** If the worker waits in each step for a message to go on. */
  readonly heldSteps?: HeldSteps;
}

// The lease of a page lasts 30 seconds longer: what a scenario waits for when it kills workers.
const pageLimits = { totalMs: 8_000, cpuMs: 3_000 };

/** On a busy machine, what a page is said to take would differ from crawl to crawl. */
const ruleset = extendRuleset(defaultRuleset, {
  version: 'patient',
  options: { ttfb: { max: 60_000 } },
});

/**
 * Opens the database, as each process does.
 *
 * @param change - Changes the store of the context.
 */
export function openCrawls(
  { filename, connectionString = '', nameServer, perHost, limits, clockMs = 0 }: CrawlSettings,
  change = (store: Store) => store,
): {
  readonly context: Context;
  close(): Promise<void>;
} {
  const store = filename
    ? sqliteStore({ filename })
    : postgresStore({ connectionString, maxConnections: 5 });
  const context = createContext({
    store: change(store),
    now: () => new Date(Date.now() + clockMs),
    queue: embeddedQueue(),
    network: {
      allowAddresses: ['127.0.0.1'],
      ports: 'any',
      nameServers: [nameServer],
      limits: { ...pageLimits, ...limits },
    },
    crawls: { perHost },
    ruleset,
    quotas: { runningCrawls: 100, crawlPagesPerDay: 1_000_000 },
  });
  return { context, close: () => store.close() };
}
