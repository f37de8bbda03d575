import { setTimeout as sleep } from 'node:timers/promises';
import { startSampleSite } from '@sitegrade/example-sample-site';
import { type ApiClient, createApiClient } from '../api-client.ts';
import type { ServerProcess } from '../server-process.ts';
import { runCommand, startCommand } from '../start-command.ts';
import { stopServers } from '../stop-servers.ts';

type ApiObject = Awaited<ReturnType<ApiClient['send']>>['json'];
type Environment = Readonly<Record<string, string>>;

/** The connection strings of one database. */
interface Urls {
  /** Through PgBouncer. */
  readonly pooled: string;
  /** The same over a single connection to Postgres. */
  readonly narrow: string;
  /** Of Postgres itself. */
  readonly direct: string;
}

const jobs = 60;
const maxMs = 120_000;

/**
 * Runs the command through PgBouncer as `docs/deploy.md` says: a server, two workers and the commands for maintenance,
 * without `LISTEN_URL`, with it, and with pg-boss. And without the settings, which the errors must name.
 */
export async function runCommandFlows({ pooled, narrow, direct }: Urls): Promise<void> {
  const site = await startSampleSite();
  const started: ServerProcess[] = [];
  const through = { DATABASE_URL: pooled, PREPARED_STATEMENTS: 'false' };
  const run = (args: readonly string[], environment: Environment) => runCommand(args, environment);
  const start = (args: readonly string[], environment: Environment) => {
    const own = { ALLOW_ADDRESSES: '127.0.0.1', ALLOW_PORTS: 'any', ...environment };
    const child = startCommand(args, own);
    started.push(child);
    return child;
  };
  const stopAll = async () => {
    await stopServers(started);
    started.length = 0;
  };

  /** Reports, jobs, a crawl, lists and maintenance with one server and two workers. */
  const work = async (name: string, environment: Environment, isHeard: boolean) => {
    const settings = { ...through, ...environment };
    const issued = await run(['keys', 'issue', '--owner', name, '--name', 'test'], settings);
    const key = /\bsitegrade_\w{38}\b/.exec(issued.output)?.[0];
    if (key === undefined) throw new Error(`No key was issued: ${issued.errors}`);
    const server = start(['serve', '--no-worker'], settings);
    const workers = [1, 2].map(() => start(['work', '--concurrency', '4'], settings));
    const api = createApiClient(await server.listening, key);
    await createEverything(api, site.url).catch((cause) => {
      const outputs = [server, ...workers].map((child) => child.output());
      throw new Error(`The work failed ${name}:\n${outputs.join('\n')}`, { cause });
    });
    for (const child of [server, ...workers]) {
      if (/DATABASE_URL .* where LISTEN does not work/.test(child.output()) === isHeard) {
        throw new Error(`The log of ${name} is wrong: ${child.output()}`);
      }
    }
    for (const args of [
      ['reconcile', '--dry-run'],
      ['prune', '--keep', '1'],
      ['owners', 'list'],
    ]) {
      const { code, output, errors } = await run(args, settings);
      const isExact = args[0] !== 'reconcile' || output.includes('that differ: 0');
      if (code !== 0 || !isExact) throw new Error(`${args.join(' ')}: ${output}${errors}`);
    }
    await stopAll();
    console.log(`${name}: ${jobs} jobs, reports, a crawl and lists.`);
  };

  try {
    await work('without LISTEN_URL', {}, false);
    await work('with LISTEN_URL', { LISTEN_URL: direct }, true);
    await work('with pg-boss', { QUEUE: 'pg-boss' }, true);
    for (const args of [['serve'], ['work'], ['migrate'], ['keys', 'list']]) {
      // The first one leaves statements there, which end the migrations of the others.
      const { code, errors } = await run(args, { DATABASE_URL: narrow });
      expectRefusal(
        args,
        code,
        errors,
        /set PREPARED_STATEMENTS to false \(--no-prepared-statements\)/,
      );
    }
    const wrong = await run(['work'], { ...through, LISTEN_URL: pooled });
    expectRefusal(
      ['work'],
      wrong.code,
      wrong.errors,
      /LISTEN_URL \(--listen-url\) .* LISTEN does not work through a pooler/,
    );
  } finally {
    for (const child of started) child.kill('SIGKILL');
    await Promise.all(started.map(({ exited }) => exited));
    await site.close();
  }
}

function expectRefusal(
  args: readonly string[],
  code: number | null,
  errors: string,
  message: RegExp,
): void {
  if (code !== 1 || !message.test(errors)) {
    throw new Error(
      `sitegrade ${args.join(' ')} ended with ${code}, and does not name the setting: ${errors}`,
    );
  }
  console.log(`sitegrade ${args.join(' ')}: ${errors.trim()}`);
}

/** Creates a report, a batch of jobs and a crawl, waits for them, and lists them. */
async function createEverything(api: ApiClient, site: string): Promise<void> {
  const report = await api.create(`${site}/`);
  if (report.status !== 201) throw new Error(`A report failed: ${JSON.stringify(report.json)}`);
  const urls = Array.from({ length: jobs }, (_, index) => `${site}/?page=${index}`);
  const batch = await api.send(
    'POST',
    '/api/v1/jobs',
    JSON.stringify({ urls }),
    'application/json',
  );
  const crawl = await api.send(
    'POST',
    '/api/v1/crawls',
    new URLSearchParams({ url: site, max_pages: '20' }).toString(),
  );
  for (const { status, json } of [batch, crawl]) {
    if (status !== 202) throw new Error(`Work was refused: ${JSON.stringify(json)}`);
  }
  const { id } = crawl.json.data as { readonly id: number };
  const endsBy = Date.now() + maxMs;
  const until = async (path: string, isDone: (json: ApiObject) => boolean) => {
    for (;;) {
      const { json } = await api.send('GET', path);
      if (isDone(json)) return;
      if (Date.now() > endsBy) {
        throw new Error(`${path} did not end in two minutes: ${JSON.stringify(json)}`);
      }
      await sleep(200);
    }
  };
  await until(
    '/api/v1/jobs?status=done',
    ({ meta }) => (meta as { readonly total: number }).total === jobs,
  );
  await until(
    `/api/v1/crawls/${id}`,
    ({ data }) => (data as { readonly status: string }).status === 'done',
  );
  const lists = [
    '/api/v1/reports?search=page&sort_by=score&sort=asc',
    '/api/v1/websites',
    `/api/v1/crawls/${id}/pages`,
    `/api/v1/crawls/${id}/issues`,
  ];
  for (const path of lists) {
    const { status, json } = await api.send('GET', path);
    if (status !== 200)
      throw new Error(`GET ${path} has status ${status}: ${JSON.stringify(json)}`);
  }
}
