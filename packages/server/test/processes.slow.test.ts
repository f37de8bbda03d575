import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { type SampleSite, startSampleSite } from '@sitegrade/example-sample-site';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest';
import { createApiClient } from '../../../scripts/api-client.ts';
import type { ServerProcess } from '../../../scripts/server-process.ts';
import { runCommand, startCommand } from '../../../scripts/start-command.ts';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';
import { type RunningPostgres, startPostgres } from '../../store-postgres/test/start-postgres.ts';

// `sitegrade serve` and `sitegrade work` as processes that share a database.

/** Three hosts, as a host gets two reports at a time: a worker that runs three at a time leaves work for the other. */
let sites: readonly SampleSite[] = [];
let folder: string;
let started: ServerProcess[] = [];

beforeAll(async () => {
  sites = await Promise.all([startSampleSite(), startSampleSite(), startSampleSite()]);
});
afterAll(() => Promise.all(sites.map((site) => site.close())));
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  for (const child of started) child.kill('SIGKILL');
  await Promise.all(started.map(({ exited }) => exited));
  started = [];
});

type Environment = Readonly<Record<string, string>>;

function start(args: readonly string[], environment: Environment): ServerProcess {
  const child = startCommand(args, {
    ALLOW_ADDRESSES: '127.0.0.1',
    ALLOW_PORTS: 'any',
    METRICS_PORT: '0',
    ...environment,
  });
  started.push(child);
  return child;
}

/** The address of the port for metrics, once it listens. */
async function metricsOf(server: ServerProcess): Promise<string> {
  const find = () => /Metrics are at (http:\/\/[\w.:]+)\/metrics/.exec(server.output())?.[1];
  await vi.waitFor(() => expect(find(), server.output()).toBeDefined(), 20_000);
  return find() ?? '';
}

const readiness = async (address: string) => {
  const response = await fetch(`${address}/ready`);
  return { code: response.status, ...JSON.parse(await response.text()) };
};

/** A server is ready shortly after it listens. */
const untilReady = (address: string) =>
  vi.waitFor(async () => expect(await readiness(address)).toEqual(ready), 30_000);

const ready = { code: 200, status: 'ready', database: 'ok', queue: 'ok' };

/** Creates jobs, and returns a function that reads how many are in each state. */
async function createBatch(address: string, key: string, count: number) {
  const api = createApiClient(address, key);
  const urls = Array.from({ length: count }, (_, index) => {
    return `${sites[index % sites.length]?.url}/prices?${index}`;
  });
  const body = JSON.stringify({ urls });
  const { status, json } = await api.send('POST', '/api/v1/jobs', body, 'application/json');
  expect(status).toBe(202);
  const { batch_id: id } = json.data as { readonly batch_id: number };
  return async () => {
    const { json: shown } = await api.send('GET', `/api/v1/batches/${id}`);
    return (shown.data as { readonly progress: Readonly<Record<string, number>> }).progress;
  };
}

/** Shared by all tests on Postgres: each has its own database. */
let postgres: RunningPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

describe.each<[name: string, environment: () => Environment]>([
  ['SQLite', () => ({ DATABASE_FILE: join(folder, 'test.sqlite') })],
  ['Postgres', () => ({ DATABASE_URL: postgres.connectionString })],
  ['Postgres and pg-boss', () => ({ DATABASE_URL: postgres.connectionString, QUEUE: 'pg-boss' })],
])('on %s', (name, environment) => {
  it('two workers do the jobs that the server takes, and lose none when they are stopped', async () => {
    const issued = await runCommand(
      ['keys', 'issue', '--owner', 'ann', '--name', 'test'],
      environment(),
    );
    const key = /\bsitegrade_\w{38}\b/.exec(issued.output)?.[0] ?? issued.errors;
    const server = start(['serve', '--no-worker'], environment());
    const workers = [1, 2].map(() => start(['work', '--concurrency', '3'], environment()));
    const address = await server.listening;
    await untilReady(address);
    for (const worker of workers) {
      const metrics = await metricsOf(worker);
      await vi.waitFor(async () => expect(await readiness(metrics)).toEqual(ready), 20_000);
    }

    const count = 24;
    const progress = await createBatch(address, key, count);
    const jobsDone = () =>
      workers.map(({ output }) => output().split('"sitegrade: job done"').length - 1);
    await vi.waitFor(() => expect(Math.max(...jobsDone())).toBeGreaterThan(0), 30_000);
    // One that works is stopped: the other does what it gives back.
    const first = jobsDone().findIndex((done) => done > 0);
    const [stoppedFirst, remaining] = [workers[first], workers[1 - first]];
    stoppedFirst?.kill('SIGTERM');
    expect(await stoppedFirst?.exited, stoppedFirst?.output()).toBe(0);
    await vi.waitFor(async () => expect(await progress()).toMatchObject({ done: count }), 60_000);

    // A worker says so after the database does.
    const total = () => jobsDone().reduce((sum, done) => sum + done, 0);
    await vi.waitFor(() => expect(total()).toBe(count), 20_000);
    const metrics = await (await fetch(`${await metricsOf(remaining ?? server)}/metrics`)).text();
    const doneByIt = jobsDone()[1 - first];
    expect(metrics).toContain(`sitegrade_jobs_ended_total{outcome="done"} ${doneByIt}\n`);
    const ofServer = await (await fetch(`${await metricsOf(server)}/metrics`)).text();
    expect(ofServer).toContain(`sitegrade_jobs_created_total ${count}\n`);
    expect(ofServer).toMatch(/^sitegrade_jobs\{state="queued"\} \d+$/m);
    for (const text of [metrics, ofServer]) expect(text).not.toMatch(/127\.0\.0\.1|"ann"/);
    // Nor on the port of the API.
    expect((await fetch(`${address}/metrics`)).status).toBe(404);

    const stopped = [server, remaining];
    for (const child of stopped) child?.kill('SIGTERM');
    for (const child of stopped) expect(await child?.exited, child?.output()).toBe(0);
    for (const child of started) expect(child.output()).not.toContain(key);
  });

  it('a server that works on jobs gives them back on SIGTERM, and the next one does them', async () => {
    const server = start(['serve'], environment());
    const address = await server.listening;
    const issued = await runCommand(
      ['keys', 'issue', '--owner', `bob on ${name}`, '--name', 'x'],
      environment(),
    );
    const key = /\bsitegrade_\w{38}\b/.exec(issued.output)?.[0] ?? issued.errors;
    const progress = await createBatch(address, key, 40);
    await vi.waitFor(async () => expect((await progress()).done).toBeGreaterThan(2), 30_000);
    server.kill('SIGTERM');
    expect(await server.exited, server.output()).toBe(0);

    const next = start(['serve'], environment());
    const api = createApiClient(await next.listening, key);
    await vi.waitFor(
      async () => {
        const { json } = await api.send('GET', '/api/v1/jobs?status=done');
        expect(json.meta).toMatchObject({ total: 40 });
      },
      { timeout: 60_000, interval: 200 },
    );
    const { json } = await api.send('GET', '/api/v1/reports');
    expect(json.meta).toMatchObject({ total: 40 });

    // Maintenance, while the server runs.
    const maintain = (...args: readonly string[]) => runCommand(args, environment());
    expect(await maintain('migrate')).toMatchObject({ code: 0 });
    const drifts = 'Websites and owners with counters that differ: 0\n';
    const reconciled = { code: 0, output: expect.stringContaining(drifts) };
    expect(await maintain('reconcile', '--dry-run')).toMatchObject(reconciled);
    const pruned = { code: 0, output: expect.stringContaining('Reports deleted: ') };
    expect(await maintain('prune', '--older-than', '1h', '--keep', '1')).toMatchObject(pruned);
    expect((await maintain('backup', join(folder, 'copy'))).code).toBe(name === 'SQLite' ? 0 : 2);
  });
});

/** The ids of the processes that have written this to the log, in order. */
const pidsOf = (server: ServerProcess, message: string): number[] =>
  [...server.output().matchAll(/^\{.*"pid":(\d+),.*"msg":"([^"]+)"/gm)]
    .filter(([, , written]) => written === message)
    .map(([, pid]) => Number(pid));

describe.each<[name: string, environment: () => Environment]>([
  ['SQLite', () => ({ DATABASE_FILE: join(folder, 'test.sqlite') })],
  ['Postgres', () => ({ DATABASE_URL: postgres.connectionString })],
])('several processes of a command on %s', (name, environment) => {
  const issueKey = async (owner: string) => {
    const args = ['keys', 'issue', '--owner', `${owner} on ${name}`, '--name', 'x'];
    const { output, errors } = await runCommand(args, environment());
    return /\bsitegrade_\w{38}\b/.exec(output)?.[0] ?? errors;
  };

  it('share the jobs, are started again, and stop with the main one', async () => {
    const key = await issueKey('cat');
    const server = start(['serve', '--no-worker'], environment());
    const work = start(['work', '--processes', '2', '--concurrency', '2'], environment());
    const address = await server.listening;
    // They write their lines themselves, in any order.
    const workers = () => pidsOf(work, 'Waiting for jobs');
    await vi.waitFor(() => expect(pidsOf(work, 'Started')).toHaveLength(1), 60_000);
    await vi.waitFor(() => expect(workers()).toHaveLength(2), 60_000);
    const [first = 0, second = 0] = workers();
    // Each has its own port.
    const ports = [...work.output().matchAll(/Metrics are at (http:\/\/[\w.:]+)\/metrics/g)];
    expect(ports).toHaveLength(3);
    for (const [, at = ''] of ports) await untilReady(at);

    await createBatch(address, key, 60);
    const working = () => new Set(pidsOf(work, 'sitegrade: job done'));
    await vi.waitFor(() => expect(working()).toEqual(new Set([first, second])), 60_000);
    process.kill(first, 'SIGKILL');
    await vi.waitFor(() => expect(workers()).toHaveLength(3), 60_000);
    const restarted = 'A process has ended, and is started again';
    expect(pidsOf(work, restarted)).toEqual(pidsOf(work, 'Started'));
    expect(work.output()).toContain('"ended":"SIGKILL","delayMs":1000');

    work.kill('SIGTERM');
    // Its output is closed when all have ended.
    expect(await work.exited, work.output()).toBe(0);
    const [, ...others] = [...workers(), ...pidsOf(work, 'Started')];
    expect(pidsOf(work, 'Stopping').toSorted()).toEqual(others.toSorted());
  });

  it('give their work back when the main one is killed', async () => {
    const key = await issueKey('dan');
    const server = start(['serve', '--processes', '2', '--concurrency', '2'], environment());
    const address = await server.listening;
    await vi.waitFor(() => expect(pidsOf(server, 'Started')).toHaveLength(1), 60_000);
    const count = 60;
    const progress = await createBatch(address, key, count);
    await vi.waitFor(async () => expect((await progress()).done).toBeGreaterThan(2), 60_000);
    server.kill('SIGKILL');
    expect(await server.exited).toBeNull();
    const workers = pidsOf(server, 'Waiting for jobs');
    expect(workers, server.output()).toHaveLength(2);
    expect(pidsOf(server, 'Stopping').toSorted()).toEqual(workers.toSorted());
    expect(workers).toEqual(
      expect.arrayContaining([...new Set(pidsOf(server, 'sitegrade: job done'))]),
    );

    const next = start(['serve', '--no-worker'], environment());
    const api = createApiClient(await next.listening, key);
    const totalOf = async (status: string) =>
      (await api.send('GET', `/api/v1/jobs?status=${status}`)).json.meta as { total: number };
    expect(await totalOf('running')).toMatchObject({ total: 0 });
    const [done, queued] = [await totalOf('done'), await totalOf('queued')];
    expect(done.total + queued.total).toBe(count);
  });
});

it('what only the other processes notice at their start ends the command, with one message', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const { code, errors } = await runCommand(['work', '--processes', '3'], {
    DATABASE_FILE: join(folder, 'test.sqlite'),
    METRICS_PORT: String(port - 1),
  });
  expect(code).toBe(1);
  expect(errors.split(`METRICS_PORT (--metrics-port) is ${port}, where`)).toHaveLength(2);
  expect(errors).toMatch(
    /PROCESSES \(--processes\) is 3, and process 1 ended at its start, with exit code 1\.$/m,
  );
});

describe('while Postgres is away', () => {
  let other: RunningPostgres;
  beforeAll(async () => {
    other = await startPostgres();
  });
  afterAll(() => other.remove());

  it('processes wait for it at the start, are not ready without it, and then are again', async () => {
    const environment = { DATABASE_URL: other.connectionString, QUEUE: 'pg-boss' };
    await other.stop();
    const server = start(['serve'], environment);
    const metrics = await metricsOf(server);
    expect(await readiness(metrics)).toEqual({ code: 503, status: 'starting' });
    await vi.waitFor(() => expect(server.output()).toContain('does not respond yet'), 10_000);
    expect(server.output()).not.toContain('password');
    await other.start();
    const address = await server.listening;
    await untilReady(address);

    await other.stop();
    await vi.waitFor(
      async () => {
        expect(await readiness(address)).toEqual({
          code: 503,
          status: 'unavailable',
          database: 'unavailable',
          queue: 'unavailable',
        });
      },
      { timeout: 20_000, interval: 500 },
    );
    expect((await fetch(`${address}/health`)).status).toBe(200);
    expect(await (await fetch(`${metrics}/metrics`)).text()).toContain('process_cpu');
    await other.start();
    await vi.waitFor(async () => expect(await readiness(address)).toEqual(ready), {
      timeout: 30_000,
      interval: 500,
    });
    server.kill('SIGTERM');
    expect(await server.exited, server.output()).toBe(0);
    expect(server.output()).toContain('the database is not available');
    expect(server.output()).not.toContain('postgres:password');
  });

  it('a process ends on a signal while it waits', async () => {
    await other.stop();
    const server = start(['work'], { DATABASE_URL: other.connectionString });
    await vi.waitFor(() => expect(server.output()).toContain('does not respond yet'), 10_000);
    server.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    await other.start();
  });

  it('a wrong password or database is reported at once, without the password', async () => {
    const wrong = other.connectionString.replace(/postgres$/, 'missing');
    const result = await runCommand(['serve'], { DATABASE_URL: wrong });
    expect(result).toMatchObject({
      code: 1,
      errors: expect.stringContaining('database "missing" does not exist'),
    });
    expect(result.errors).toContain('DATABASE_URL (--database) is a database on 127.0.0.1:');
    expect(result.errors + result.output).not.toContain('password');
  });
});
