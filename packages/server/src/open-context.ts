import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import {
  type Context,
  type ContextOptions,
  createContext,
  type EventListener,
  embeddedQueue,
  isSitegradeError,
  issueApiKey,
  type NetworkOptions,
  type Queue,
  type Quotas,
  type Store,
} from '@sitegrade/core';
import { loadRuleset } from '@sitegrade/core/internal';
import { pgBossQueue } from '@sitegrade/queue-pg-boss';
import { postgresStore } from '@sitegrade/store-postgres';
import { sqliteStore } from '@sitegrade/store-sqlite';
import PgBoss from 'pg-boss';
import { messageOf } from './message-of.ts';
import { databaseName, type Settings } from './settings.ts';

/** The settings of every command that opens the database. */
export const databaseSettings = ['database', 'databaseFile'] as const;

/** The settings of processes that take requests for reports, jobs and crawls. */
export const quotaSettings = ['quotaQueuedJobs', 'quotaRunningCrawls', 'quotaCrawlPages'] as const;

/** The settings of processes that make reports. */
export const contextSettings = [
  ...databaseSettings,
  'maxConnections',
  'queue',
  'concurrency',
  'crawlMaxPages',
  'crawlPerHost',
  'crawlMaxRunning',
  'defaultPrivacy',
  'ruleset',
  'allowAddresses',
  'allowLocalhost',
  'allowPorts',
  'trustedCertificatesFile',
] as const;

type DatabaseSettings = Pick<Settings, (typeof databaseSettings)[number]>;
type ContextSettings = Pick<Settings, (typeof contextSettings)[number]> &
  Partial<Pick<Settings, (typeof quotaSettings)[number]>>;

/** After this time without a database, a line says what the process waits for. */
const quietMs = 1_000;

/** Connections that pg-boss opens in addition to those of the store. */
const bossConnections = 3;

/** Half of its slots are for jobs: the default of core is enough for 15. */
const defaultSlots = 31;

/** What a process needs to report problems that do not end it. */
export interface Reporter {
  readonly log: (message: string, details?: object) => void;
  readonly logError: (message: string, error: unknown) => void;
  readonly onEvent: EventListener;
}

/** The database and the queue of a process. */
interface OpenContext {
  readonly context: Context;
  /** Rejects if the queue does not respond. */
  readonly checkQueue: () => Promise<unknown>;
  /** Closes the queue and the store. */
  close(): Promise<void>;
}

/**
 * Opens the database, migrates it, and starts the queue. Waits up to 30 seconds for a Postgres that does not
 * accept connections yet.
 *
 * @throws Error that names the setting.
 */
export async function openContext(
  settings: ContextSettings,
  { log, logError, onEvent }: Reporter,
): Promise<OpenContext> {
  const network = networkOf(settings);
  const ruleset = await rulesetOf(settings);
  const store = await openStore(settings, { log, maxConnections: settings.maxConnections });
  try {
    const { queue, check, stop } = await openQueue(settings, logError);
    const crawls = {
      maxPages: settings.crawlMaxPages,
      perHost: settings.crawlPerHost,
      maxRunning: settings.crawlMaxRunning,
    };
    const context = createContext({
      ...{ store, queue, network, crawls, onEvent },
      ...ruleset,
      quotas: quotasOf(settings),
      defaultPrivacy: settings.defaultPrivacy,
      ...slotsFor(settings),
    });
    return {
      context,
      checkQueue: check,
      async close() {
        await stop();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * Opens the database and migrates it. A file is created where it is missing.
 *
 * @throws Error that names the setting.
 */
export async function openStore(
  settings: DatabaseSettings,
  { log = () => {}, maxConnections = 2 }: { log?: Reporter['log']; maxConnections?: number } = {},
): Promise<Store> {
  const waiting = setTimeout(
    () =>
      log(`${databaseName(settings)}, which does not respond yet. Waiting for up to 30 seconds.`),
    quietMs,
  );
  try {
    const { database, databaseFile } = settings;
    const store = database
      ? postgresStore({ connectionString: database, maxConnections })
      : sqliteStore({ filename: databaseFile });
    try {
      await store.migrate();
      return store;
    } catch (error) {
      await store.close();
      throw error;
    }
  } catch (cause) {
    throw new Error(`${databaseName(settings)}, which cannot be used: ${reasonOf(cause)}`, {
      cause,
    });
  } finally {
    clearTimeout(waiting);
  }
}

/** @throws Error if there is no database file yet, so that a wrong path is noticed. */
export function requireDatabase(settings: DatabaseSettings): void {
  if (settings.database === undefined && !existsSync(settings.databaseFile)) {
    throw new Error(`${databaseName(settings)}, which does not exist.`);
  }
}

/**
 * Issues an API key where there is none yet, and prints it. Not to the log, because a key is a secret,
 * and only once, because the database stores only its digest.
 *
 * @param url Where to use it.
 */
export async function printFirstKey(context: Context, url: string): Promise<void> {
  const keys = await context.store.apiKeys.list(undefined);
  if (keys.length > 0) return;
  const { key } = await issueApiKey(context, 'owner', { name: 'first key' });
  process.stdout.write(
    `\nOpen ${url} in a browser, and sign in with this API key. It is the first, and is shown only once:\n\n  ${key}\n\n`,
  );
}

async function openQueue(
  { database, queue }: Pick<Settings, 'database' | 'queue'>,
  logError: Reporter['logError'],
): Promise<{ queue: Queue; check(): Promise<unknown>; stop(): Promise<void> }> {
  if (queue === 'embedded' || database === undefined) {
    return { queue: embeddedQueue(), check: async () => {}, stop: async () => {} };
  }
  const boss = new PgBoss({ connectionString: database, max: bossConnections });
  // Without a listener, a lost connection would end the process.
  boss.on('error', (error) => logError('pg-boss failed, and tries again', error));
  try {
    await boss.start();
  } catch (cause) {
    throw new Error(`QUEUE (--queue) is "pg-boss", which cannot be used: ${reasonOf(cause)}`, {
      cause,
    });
  }
  return {
    queue: pgBossQueue({ boss }),
    check: () => boss.schemaVersion(),
    // Tickets need no graceful end: jobs are in the store.
    stop: () => boss.stop({ graceful: false, wait: true, timeout: 2_000 }),
  };
}

function slotsFor({
  concurrency,
}: Pick<Settings, 'concurrency'>): Pick<ContextOptions, 'analyses'> {
  return concurrency * 2 <= defaultSlots ? {} : { analyses: { total: concurrency * 2 } };
}

/** Only processes that take requests have quotas: workers do what has been accepted. */
function quotasOf({
  quotaQueuedJobs: queuedJobs,
  quotaRunningCrawls: runningCrawls,
  quotaCrawlPages: crawlPagesPerDay,
}: ContextSettings): Partial<Quotas> {
  return {
    ...(queuedJobs !== undefined && { queuedJobs }),
    ...(runningCrawls !== undefined && { runningCrawls }),
    ...(crawlPagesPerDay !== undefined && { crawlPagesPerDay }),
  };
}

/** @throws Error that names the setting. */
async function rulesetOf({
  ruleset: file,
}: Pick<Settings, 'ruleset'>): Promise<Pick<ContextOptions, 'ruleset'>> {
  if (file === undefined) return {};
  try {
    return { ruleset: await loadRuleset(file) };
  } catch (cause) {
    throw new Error(`RULESET (--ruleset) cannot be used: ${messageOf(cause)}`, { cause });
  }
}

function networkOf(settings: ContextSettings): NetworkOptions {
  const { allowAddresses, allowLocalhost, allowPorts: ports } = settings;
  const { trustedCertificatesFile: file } = settings;
  return {
    ...(allowAddresses && { allowAddresses }),
    ...(allowLocalhost && { allowLocalhost }),
    ...(ports && { ports }),
    ...(file !== undefined && { trustedCertificates: [readCertificates(file)] }),
  };
}

function readCertificates(file: string): string {
  try {
    const certificates = readFileSync(file, 'utf8');
    new X509Certificate(certificates);
    return certificates;
  } catch (cause) {
    throw new Error(
      `TRUSTED_CERTIFICATES_FILE (--trusted-certificates-file) is ${JSON.stringify(file)}, which must hold certificates in PEM: ${reasonOf(cause)}.`,
      { cause },
    );
  }
}

/** Callers of the API must not learn the cause of an error; the person who starts the process must. */
function reasonOf(error: unknown): string {
  const reason = isSitegradeError(error) && error.cause !== undefined ? error.cause : error;
  return messageOf(reason);
}
