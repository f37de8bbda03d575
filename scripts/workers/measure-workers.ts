import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { ApiClient } from '../api-client.ts';
import type { ServerProcess } from '../server-process.ts';
import { stopServers } from '../stop-servers.ts';
import type { Measured } from './broken-bounds.ts';
import type { startCountingSite } from './counting-site.ts';

/** What all measurements share. */
interface Setup {
  readonly site: Awaited<ReturnType<typeof startCountingSite>>;
  /** Of Postgres itself. */
  readonly database: pg.Client;
  /** Clients of the API, each of another owner. */
  readonly clients: readonly ApiClient[];
  /** Starts `sitegrade work`. */
  readonly startWorker: () => ServerProcess;
  /** Fewer jobs and shorter waits. */
  readonly isQuick: boolean;
}

/** The places of a worker. */
export const concurrency = 10;

/** The jobs of one host. */
const jobsOfOneHost = 40;

/** So many hosts that none is busy. */
const manyHosts = 200;
const jobsStartedIdle = 20;
const maxMs = 10 * 60_000;

/** For so long, workers have nothing to do before they count as idle. */
const calmMs = 15_000;

/** Numbers the pages, so that each job has another. */
let pages = 0;
/** Numbers the hosts that only one measurement uses. */
let ownHosts = manyHosts;

/** Starts so many workers on an empty database, and measures them. */
export async function measureWorkers(count: number, setup: Setup): Promise<Measured> {
  const { site, database, clients, startWorker, isQuick } = setup;
  const [client] = clients;
  if (client === undefined) throw new Error('There is no client.');
  await deleteEverything(database);
  const ofServer = await statementsSent(database, isQuick);
  const workers = Array.from({ length: count }, startWorker);
  await untilReady(workers);

  // The first jobs load and compile code.
  await runJobs(setup, clients, 3 * count * concurrency, 'small');
  const host = nextHost();
  await createJobs(client, pagesOf(setup, [host], jobsOfOneHost, 'page'));
  await untilEnded(database, 'sitegrade_jobs');
  const mostOpen = site.mostOpen(host);
  const jobsPerSecond = await measureOwners(setup, count);
  await sleep(calmMs);
  const ofAll = await statementsSent(database, isQuick);
  const startMs = await measureStarts(setup, client);
  const jobs = await countJobs(database);
  const killedStep = count > 1 ? await killStep(setup, client, workers) : undefined;
  await stopServers(workers);
  return {
    mostOpen,
    jobs,
    jobsPerSecond,
    idleStatements: Math.max(0, ofAll.perSecond - ofServer.perSecond) / count,
    mostSent: ofAll.mostSent,
    startMs,
    ...(killedStep && { killedStep }),
  };
}

/** Jobs a second of one owner, and of all, in turns, so that both get the same moments of the machine. */
async function measureOwners(setup: Setup, count: number) {
  const { clients, isQuick } = setup;
  const jobs = clients.length * (isQuick ? 3 : 5) * count;
  const seconds = { oneOwner: 0, manyOwners: 0 };
  for (const name of ['oneOwner', 'manyOwners', 'manyOwners', 'oneOwner'] as const) {
    const owners = name === 'oneOwner' ? clients.slice(0, 1) : clients;
    seconds[name] += await runJobs(setup, owners, jobs, 'small');
  }
  return {
    oneOwner: (2 * jobs) / seconds.oneOwner,
    manyOwners: (2 * jobs) / seconds.manyOwners,
  };
}

/** Has jobs of these owners done on many hosts, and returns the seconds. */
async function runJobs(
  setup: Setup,
  clients: readonly ApiClient[],
  count: number,
  kind: 'small' | 'page',
): Promise<number> {
  const hosts = Array.from({ length: manyHosts }, (_, at) => at);
  const startedAt = performance.now();
  for (const client of clients) {
    await createJobs(client, pagesOf(setup, hosts, Math.ceil(count / clients.length), kind));
  }
  await untilEnded(setup.database, 'sitegrade_jobs');
  return (performance.now() - startedAt) / 1_000;
}

/** Creates jobs one after the other while the workers are idle. Returns how long each waited for its start. */
async function measureStarts(setup: Setup, client: ApiClient): Promise<number[]> {
  const { database } = setup;
  const { rows } = await database.query('select max(id) as last from sitegrade_jobs');
  for (let job = 0; job < jobsStartedIdle; job += 1) {
    await createJobs(client, pagesOf(setup, [nextHost()], 1, 'small'));
    await untilEnded(database, 'sitegrade_jobs');
    await sleep(500);
  }
  const started = await database.query(
    'select started_at - created_at as ms from sitegrade_jobs where id > $1',
    [rows[0]?.last],
  );
  return started.rows.map(({ ms }) => Number(ms));
}

/**
 * Kills the worker of a step: the others are frozen until it has the step, so that it is known which one that is.
 */
async function killStep(
  { site, database }: Setup,
  client: ApiClient,
  workers: ServerProcess[],
): Promise<NonNullable<Measured['killedStep']>> {
  const [lost, ...others] = workers;
  if (lost === undefined) throw new Error('There is no worker.');
  const host = nextHost();
  const held = site.hold(host);
  for (const other of others) other.kill('SIGSTOP');
  const url = site.urlOf(host, '/');
  await send(client, '/api/v1/crawls', new URLSearchParams({ url, max_pages: '5' }).toString());
  const isClaimed = await inTime(held.arrived(1));
  lost.kill('SIGKILL');
  const killedAt = performance.now();
  for (const other of others) other.kill('SIGCONT');
  workers.shift();
  const isTakenOver = isClaimed && (await inTime(held.arrived(2)));
  const takenOverAfter = isTakenOver ? (performance.now() - killedAt) / 1_000 : null;
  held.release();
  await untilEnded(database, 'sitegrade_crawls').catch(() => {});
  const { rows } = await database.query('select status from sitegrade_crawls');
  return { takenOverAfter, status: rows[0]?.status };
}

/** Whether something happens within two minutes. */
function inTime(happens: Promise<unknown>): Promise<boolean> {
  const late = new AbortController();
  const ended = sleep(120_000, false, { signal: late.signal }).catch(() => false);
  return Promise.race([happens.then(() => true), ended]).finally(() => late.abort());
}

/** The statements that all processes send, except those of this one. */
async function statementsSent(database: pg.Client, isQuick: boolean) {
  // Idle processes work once a minute.
  const seconds = isQuick ? 15 : 60;
  await database.query('select pg_stat_statements_reset()');
  await sleep(seconds * 1_000);
  const { rows } = await database.query<{ statement: string; calls: string }>(
    `select left(query, 150) as statement, calls from pg_stat_statements
      where query not like '%pg_stat_statements%' order by calls desc`,
  );
  const sent = rows.map(({ statement, calls }) => ({ statement, calls: Number(calls) }));
  const all = sent.reduce((sum, { calls }) => sum + calls, 0);
  return { perSecond: all / seconds, mostSent: sent.slice(0, 10) };
}

async function countJobs(database: pg.Client): Promise<Measured['jobs']> {
  const { rows } = await database.query(`select
    (select count(*) from sitegrade_jobs) as created,
    (select count(*) from sitegrade_jobs where status = 'done') as done,
    (select count(*) from sitegrade_reports) as reports,
    (select count(distinct url) from sitegrade_reports) as urls`);
  const { created, done, reports, urls } = rows[0];
  const [all, ended, stored, different] = [created, done, reports, urls].map(Number);
  return { created: all ?? 0, done: ended ?? 0, reports: stored ?? 0, urls: different ?? 0 };
}

/** Everything but the API keys. */
async function deleteEverything(database: pg.Client): Promise<void> {
  const tables = ['reports', 'report_details', 'websites', 'owner_totals', 'jobs', 'lanes'];
  const ofCrawls = ['crawls', 'crawl_pages', 'crawl_page_details', 'crawl_sites', 'crawl_issues'];
  const names = [...tables, ...ofCrawls, 'crawl_hosts'].map((name) => `sitegrade_${name}`);
  await database.query(`truncate ${names.join()}`);
}

/** Waits until all jobs, or crawls, have ended. */
async function untilEnded(database: pg.Client, table: string): Promise<void> {
  const endsBy = performance.now() + maxMs;
  for (;;) {
    const { rows } = await database.query(
      `select count(*) as left from ${table} where ended_at is null`,
    );
    const left = Number(rows[0]?.left);
    if (left === 0) return;
    if (performance.now() > endsBy) throw new Error(`${left} of ${table} have not ended.`);
    await sleep(50);
  }
}

/** Waits until the workers say that they wait for jobs. */
async function untilReady(workers: readonly ServerProcess[]): Promise<void> {
  for (const worker of workers) {
    while (!worker.output().includes('Waiting for jobs')) {
      await Promise.race([sleep(50), worker.exited.then(() => failed(worker))]);
    }
  }
}

function failed(worker: ServerProcess): never {
  throw new Error(`A worker ended:\n${worker.output()}`);
}

function nextHost(): number {
  ownHosts += 1;
  return ownHosts;
}

/** So many pages, of which no job had one before. */
function pagesOf({ site }: Setup, hosts: readonly number[], count: number, kind: string): string[] {
  return Array.from({ length: count }, () => {
    pages += 1;
    return site.urlOf(hosts[pages % hosts.length] ?? 0, `/${kind}-${pages}`);
  });
}

async function createJobs(client: ApiClient, urls: readonly string[]): Promise<void> {
  await send(client, '/api/v1/jobs', JSON.stringify({ urls }), 'application/json');
}

async function send(client: ApiClient, path: string, body: string, type?: string): Promise<void> {
  const { status, json } = await client.send('POST', path, body, type);
  if (status !== 202) throw new Error(`POST ${path}: ${status} ${JSON.stringify(json)}`);
}
