import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import {
  type AlertOptions,
  type Context,
  type ContextOptions,
  createContext,
  cruxFieldData,
  type EventListener,
  embeddedQueue,
  isSitegradeError,
  issueApiKey,
  type NetworkOptions,
  type OperationListener,
  type Queue,
  type Quotas,
  type Renderer,
  type Store,
  type WorkerOptions,
} from '@sitegrade/core';
import { loadRuleset } from '@sitegrade/core/internal';
import { pgBossQueue } from '@sitegrade/queue-pg-boss';
import {
  inspectPostgres,
  type ListenQueue,
  listenQueue,
  postgresStore,
} from '@sitegrade/store-postgres';
import { sqliteStore } from '@sitegrade/store-sqlite';
import PgBoss from 'pg-boss';
import { reportMailOutages } from './mail-outages.ts';
import { messageOf } from './message-of.ts';
import type { Processes } from './processes.ts';
import { createMailer } from './send-mail.ts';
import { databaseName, hostOf, type Settings, WrongSettings } from './settings.ts';

/** The settings of every command that opens the database. */
export const databaseSettings = ['database', 'databaseFile', 'preparedStatements'] as const;

/** The settings of processes that run jobs and crawls. */
export const workerSettings = [
  'processes',
  'concurrency',
  'pruneOlderThan',
  'pruneKeep',
  'pruneKeepCrawls',
] as const;

/** The settings of processes that make reports. */
export const contextSettings = [
  ...databaseSettings,
  'maxConnections',
  'queue',
  'listenUrl',
  'concurrency',
  'crawlMaxPages',
  'crawlPerHost',
  'crawlMaxRunning',
  // Also of workers, which start the runs of schedules.
  'quotaQueuedJobs',
  'quotaRunningCrawls',
  'quotaCrawlPages',
  'quotaSchedules',
  'quotaWebhooks',
  'quotaWaitingDeliveries',
  'quotaRecipients',
  'quotaMailsPerDay',
  'quotaAcceptedFindings',
  'defaultPrivacy',
  'ruleset',
  'allowAddresses',
  'allowLocalhost',
  'allowPorts',
  'trustedCertificatesFile',
  'render',
  'speedRuns',
  'browserFile',
  'browserUrl',
  'browserProxyListen',
  'browserProxyHost',
  'browserSandbox',
  'cruxApiKey',
  // Workers post to webhooks.
  'webhookAllowAddresses',
  'webhookAllowHttp',
  'publicUrl',
  // Workers send mails.
  'smtpUrl',
  'mailFrom',
  'name',
  'accent',
] as const;

type DatabaseSettings = Pick<Settings, (typeof databaseSettings)[number]>;
type ContextSettings = Pick<Settings, (typeof contextSettings)[number]>;

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
  readonly onOperation: OperationListener;
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
 * @param relay - Makes a queue that wakes the workers of this process wake those of others.
 * @throws Error that names the setting.
 */
export async function openContext(
  settings: ContextSettings,
  { log, logError, onEvent, onOperation }: Reporter,
  relay: Processes['relay'] = (queue) => queue,
): Promise<OpenContext> {
  const network = networkOf(settings);
  const ruleset = await rulesetOf(settings);
  const { smtpUrl, mailFrom, cruxApiKey } = settings;
  const mailer = smtpUrl && mailFrom && createMailer(smtpUrl, mailFrom);
  const renderer = await rendererOf(settings);
  const store = await openStore(settings, { log, maxConnections: settings.maxConnections });
  try {
    const { queue, check, stop } = await openQueue(settings, { log, logError, relay });
    const crawls = {
      maxPages: settings.crawlMaxPages,
      perHost: settings.crawlPerHost,
      maxRunning: settings.crawlMaxRunning,
    };
    const context = createContext({
      store,
      queue,
      network,
      crawls,
      onEvent,
      onOperation,
      ...ruleset,
      ...(renderer && { renderer, render: settings.render, speedRuns: settings.speedRuns }),
      ...(cruxApiKey !== undefined && { fieldData: cruxFieldData({ apiKey: cruxApiKey }) }),
      alerts: {
        ...alertsOf(settings),
        ...(mailer && { sendMail: reportMailOutages(mailer.sendMail, { log, logError }) }),
      },
      quotas: quotasOf(settings),
      defaultPrivacy: settings.defaultPrivacy,
      ...slotsFor(settings),
    });
    return {
      context,
      checkQueue: check,
      async close() {
        await mailer?.close();
        await stop();
        await renderer?.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** What a command says while it waits. Its output may be read by a program. */
function logToTerminal(message: string): void {
  process.stderr.write(`${message}\n`);
}

/**
 * Opens the database and migrates it. A file is created where it is missing.
 *
 * @throws Error that names the setting.
 */
export async function openStore(
  settings: DatabaseSettings,
  {
    log = logToTerminal,
    maxConnections = 2,
  }: { log?: Reporter['log']; maxConnections?: number } = {},
): Promise<Store> {
  const waiting = setTimeout(
    () =>
      log(`${databaseName(settings)}, which does not respond yet. Waiting for up to 30 seconds.`),
    quietMs,
  );
  try {
    const { database, databaseFile, preparedStatements } = settings;
    const store = database
      ? postgresStore({ connectionString: database, maxConnections, preparedStatements })
      : sqliteStore({ filename: databaseFile });
    try {
      await store.migrate();
      if (database !== undefined && preparedStatements) await requirePreparedStatements(database);
      return store;
    } catch (error) {
      await store.close();
      // Statements that another process left on a connection of a pooler end the migration already.
      const hasFailed = isSitegradeError(error) && error.code === 'internal';
      if (database !== undefined && preparedStatements && hasFailed) {
        await requirePreparedStatements(database);
      }
      throw error;
    }
  } catch (cause) {
    // Not a fault of the file.
    if (isSitegradeError(cause) && cause.reason === 'native_part_missing') {
      throw new Error(cause.message, { cause });
    }
    throw new Error(`${databaseName(settings)}, which cannot be used: ${reasonOf(cause)}`, {
      cause,
    });
  } finally {
    clearTimeout(waiting);
  }
}

/** @throws Error that names the setting, where a pooler loses prepared statements. */
async function requirePreparedStatements(database: string): Promise<void> {
  const { keepsPrepared } = await inspectPostgres(database);
  if (keepsPrepared) return;
  throw new Error(
    'a pooler, such as PgBouncer in transaction mode, loses prepared statements: set PREPARED_STATEMENTS to false (--no-prepared-statements).',
  );
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

/** A queue, and how to check and to stop it. */
interface OpenQueue {
  readonly queue: Queue;
  readonly check: () => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

type QueueSettings = Pick<Settings, 'database' | 'queue' | 'listenUrl'>;

async function openQueue(
  { database, queue, listenUrl }: QueueSettings,
  { log, logError, relay }: Pick<Reporter, 'log' | 'logError'> & Pick<Processes, 'relay'>,
): Promise<OpenQueue> {
  // Workers that hear of nothing look for jobs: nothing to check.
  const check = async () => {};
  if (database === undefined) return { queue: relay(embeddedQueue()), check, stop: async () => {} };
  if (queue === 'embedded') {
    const listening = await openListenQueue(database, listenUrl, log);
    return {
      queue: listening ?? relay(embeddedQueue()),
      check,
      stop: async () => listening?.close(),
    };
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

/**
 * Listens on Postgres; `undefined` where that is not possible without a setting.
 *
 * @throws Error that names the setting, if it is wrong.
 */
async function openListenQueue(
  database: string,
  listenUrl: string | undefined,
  log: Reporter['log'],
): Promise<ListenQueue | undefined> {
  const connectionString = listenUrl ?? database;
  if (listenUrl === undefined && (await inspectPostgres(database)).isShared) {
    log(
      'DATABASE_URL (--database) goes through a pooler, such as PgBouncer in transaction mode, where LISTEN does not work. Jobs start after up to five seconds; with LISTEN_URL (--listen-url), at once.',
    );
    return undefined;
  }
  const queue = listenQueue({ connectionString });
  try {
    await queue.listen();
    if (listenUrl !== undefined) await requireSameDatabase(database, listenUrl);
    return queue;
  } catch (cause) {
    await queue.close();
    const name =
      listenUrl === undefined ? 'DATABASE_URL (--database)' : 'LISTEN_URL (--listen-url)';
    throw new Error(
      `${name} is a database on ${hostOf(connectionString)}, where this process cannot hear of jobs: ${reasonOf(cause)}`,
      { cause },
    );
  }
}

/** @throws Error if notifications to one would not be heard at the other. */
async function requireSameDatabase(database: string, listenUrl: string): Promise<void> {
  const [stored, heard] = await Promise.all([
    inspectPostgres(database),
    inspectPostgres(listenUrl),
  ]);
  if (stored.database === heard.database) return;
  throw new Error('it is not the database of DATABASE_URL.');
}

/** The options of the worker of a process. */
export function workerOptionsOf({
  concurrency,
  pruneOlderThan: olderThanMs,
  pruneKeep: keepPerUrl,
  pruneKeepCrawls: keepCrawlsPerWebsite,
}: Pick<Settings, Exclude<(typeof workerSettings)[number], 'processes'>>): Pick<
  WorkerOptions,
  'concurrency' | 'retention'
> {
  const retention = {
    keepCrawlsPerWebsite,
    ...(olderThanMs !== undefined && { olderThanMs }),
    ...(keepPerUrl !== undefined && { keepPerUrl }),
  };
  return { concurrency, retention };
}

function slotsFor({
  concurrency,
}: Pick<Settings, 'concurrency'>): Pick<ContextOptions, 'analyses'> {
  return concurrency * 2 <= defaultSlots ? {} : { analyses: { total: concurrency * 2 } };
}

function quotasOf({
  quotaQueuedJobs: queuedJobs,
  quotaRunningCrawls: runningCrawls,
  quotaCrawlPages: crawlPagesPerDay,
  quotaSchedules: schedules,
  quotaWebhooks: webhooks,
  quotaWaitingDeliveries: waitingDeliveries,
  quotaRecipients: recipients,
  quotaMailsPerDay: mailsPerDay,
  quotaAcceptedFindings: acceptedFindings,
}: ContextSettings): Quotas {
  const ofAlerts = { webhooks, waitingDeliveries, recipients, mailsPerDay };
  const known = { queuedJobs, runningCrawls, crawlPagesPerDay, schedules, acceptedFindings };
  return { ...known, ...ofAlerts };
}

function alertsOf({
  webhookAllowAddresses: allowAddresses,
  webhookAllowHttp: allowHttp,
  publicUrl,
  name,
  accent,
}: ContextSettings): AlertOptions {
  const brand = { ...(name !== undefined && { name }), ...(accent !== undefined && { accent }) };
  return {
    allowHttp,
    brand: () => brand,
    ...(allowAddresses && { allowAddresses }),
    ...(publicUrl !== undefined && { consoleUrl: `${publicUrl.replace(/\/+$/, '')}/sitegrade` }),
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
    throw new WrongSettings(`RULESET (--ruleset) cannot be used: ${messageOf(cause)}`, { cause });
  }
}

/** The browser starts with the first page. */
async function rendererOf({
  render,
  speedRuns,
  browserFile,
  browserUrl,
  browserProxyListen: listen,
  browserProxyHost: host,
  browserSandbox,
}: ContextSettings): Promise<Renderer | undefined> {
  if (render === 'off' && speedRuns === 0) return undefined;
  const { chromiumRenderer } = await import('@sitegrade/renderer-chromium');
  if (browserUrl !== undefined) {
    return chromiumRenderer({
      trustedRemoteBrowser: browserUrl,
      ...(listen !== undefined && host !== undefined && { proxy: { listen, host } }),
    });
  }
  return chromiumRenderer({
    sandbox: browserSandbox,
    ...(browserFile !== undefined && { executablePath: browserFile }),
  });
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
    throw new WrongSettings(
      `TRUSTED_CERTIFICATES_FILE (--trusted-certificates-file) is ${JSON.stringify(file)}, which must hold certificates in PEM: ${reasonOf(cause)}.`,
      { cause },
    );
  }
}

/**
 * Callers of the API must not learn the cause of an error; the person who starts the process must. An error that is not
 * temporary says itself what to change.
 */
function reasonOf(error: unknown): string {
  const isExplained = !isSitegradeError(error) || error.code === 'internal';
  return messageOf(isExplained ? error : (error.cause ?? error));
}
