import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createContext, issueApiKey } from '@sitegrade/core';
import { postgresStore } from '@sitegrade/store-postgres';
import pg from 'pg';
import { startPostgres } from '../../packages/store-postgres/test/start-postgres.ts';
import { createApiClient } from '../api-client.ts';
import { installAlone } from '../budgets/install.ts';
import { packedPackages } from '../packed/pack-packages.ts';
import { requirePgBouncer, startPgBouncer } from '../pgbouncer/start-pgbouncer.ts';
import type { ServerProcess } from '../server-process.ts';
import { startCommand } from '../start-command.ts';
import { stopServers } from '../stop-servers.ts';
import { brokenBounds, type Measured } from './broken-bounds.ts';
import { startCountingSite } from './counting-site.ts';
import { concurrency, measureWorkers } from './measure-workers.ts';

// What any number of machines promise, shown by one, two and four processes of `sitegrade work`: the requests that one
// host gets, the jobs a second of one owner beside those of twenty, a killed step, and what idle workers cost. The command
// is installed from packed packages. Fails if a bound is broken that does not depend on time, or a process has logged an
// error.
//
//   npm run tool -- workers
//   npm run tool -- workers --pgbouncer                # through PgBouncer in transaction mode
//   npm run tool -- workers --quick --workers 2

const { values } = parseArgs({
  options: {
    tarballs: { type: 'string' },
    pgbouncer: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    workers: { type: 'string', default: '1,2,4' },
  },
});
const counts = values.workers.split(',').map(Number);
if (!counts.every((count) => Number.isInteger(count) && count > 0 && count <= 8)) {
  throw new Error(`--workers is ${values.workers}; allowed are integers from 1 to 8: 1,2,4.`);
}

const ownerCount = 20;
const delayMs = 50;
const closers: (() => unknown)[] = [];
try {
  const folder = mkdtempSync(join(tmpdir(), 'sitegrade-workers-'));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  const project = join(folder, 'project');
  installAlone(
    ['sitegrade', '@sitegrade/server'],
    packedPackages(values.tarballs, folder),
    project,
  );
  const script = [join(project, 'node_modules/sitegrade/dist/sitegrade.js')];

  const postgres = await startPostgres('-c', 'shared_preload_libraries=pg_stat_statements');
  closers.push(() => postgres.remove());
  const direct = postgres.connectionString;
  const keys = await issueKeys(direct);
  const database = new pg.Client({ connectionString: direct });
  await database.connect();
  closers.push(() => database.end());
  await database.query('create extension pg_stat_statements');
  const site = await startCountingSite(delayMs);
  closers.push(site.close);

  const environment = {
    ...(await databaseSettings(direct)),
    ALLOW_ADDRESSES: '127.0.0.0/8',
    ALLOW_PORTS: 'any',
    CONCURRENCY: String(concurrency),
  };
  const started: ServerProcess[] = [];
  closers.push(() => {
    for (const child of started) child.kill('SIGKILL');
  });
  const start = (...args: readonly string[]) => {
    const child = startCommand(args, environment, script);
    started.push(child);
    return child;
  };
  const server = start('serve', '--no-worker');
  const url = await server.listening;
  const clients = keys.map((key) => createApiClient(url, key));
  const startWorker = () => start('work');
  const setup = { site, database, clients, startWorker, isQuick: values.quick };
  const all: { readonly count: number; readonly measured: Measured }[] = [];
  for (const count of counts) {
    const measured = await measureWorkers(count, setup);
    all.push({ count, measured });
    console.error(`${count}: ${JSON.stringify(measured)}`);
  }
  await stopServers([server]);

  console.log(`Node ${process.version}${values.pgbouncer ? ', through PgBouncer' : ''}\n`);
  console.log(tableOf(all));
  for (const { count, measured } of all) {
    for (const broken of brokenBounds(measured)) {
      console.error(`${count} workers: ${broken}`);
      process.exitCode = 1;
    }
  }
} finally {
  for (const close of closers.reverse()) await close();
}

/** Issues an API key for each owner. */
async function issueKeys(connectionString: string): Promise<readonly string[]> {
  const store = postgresStore({ connectionString });
  await store.migrate();
  const context = createContext({ store });
  const keys: string[] = [];
  for (let owner = 0; owner < ownerCount; owner += 1) {
    keys.push((await issueApiKey(context, `owner-${owner}`, { name: 'workers' })).key);
  }
  await store.close();
  return keys;
}

/** The settings that `docs/deploy.md` names. */
async function databaseSettings(direct: string): Promise<Readonly<Record<string, string>>> {
  if (!values.pgbouncer) return { DATABASE_URL: direct };
  requirePgBouncer();
  const bouncer = await startPgBouncer(new URL(direct));
  closers.push(() => bouncer.stop());
  const { connectionString } = bouncer;
  return { DATABASE_URL: connectionString, PREPARED_STATEMENTS: 'false', LISTEN_URL: direct };
}

function tableOf(all: readonly { readonly count: number; readonly measured: Measured }[]): string {
  const row = (what: string, cell: (measured: Measured) => string) =>
    `| ${what} | ${all.map(({ measured }) => cell(measured)).join(' | ')} |`;
  const ratio = ({ oneOwner, manyOwners }: Measured['jobsPerSecond']) =>
    (oneOwner / manyOwners).toFixed(2);
  return [
    `| workers | ${all.map(({ count }) => count).join(' | ')} |`,
    `| --- |${' ---: |'.repeat(all.length)}`,
    row('requests of one host open at a time, at most', ({ mostOpen }) => String(mostOpen)),
    row('jobs done, of those created', ({ jobs }) => `${jobs.done} of ${jobs.created}`),
    row('jobs a second of one owner', (each) => each.jobsPerSecond.oneOwner.toFixed(1)),
    row(`of ${ownerCount} owners`, (each) => each.jobsPerSecond.manyOwners.toFixed(1)),
    row('ratio', ({ jobsPerSecond }) => ratio(jobsPerSecond)),
    row('seconds until a killed step was taken over', ({ killedStep }) =>
      killedStep === undefined ? '' : (killedStep.takenOverAfter?.toFixed(0) ?? 'never'),
    ),
    row('statements a second of an idle worker', (each) => each.idleStatements.toFixed(2)),
    row('ms until a job starts, idle: median', ({ startMs }) => String(at(startMs, 0.5))),
    row('the slowest of 20', ({ startMs }) => String(at(startMs, 1))),
  ].join('\n');
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
