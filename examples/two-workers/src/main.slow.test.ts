import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SampleSite, startSampleSite } from '@sitegrade/example-sample-site';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  type RunningPostgres,
  startPostgres,
} from '../../../packages/store-postgres/test/start-postgres.ts';
import { codeBlocks } from '../../../scripts/code-blocks.ts';
import { type ServerProcess, startServerProcess } from '../../../scripts/server-process.ts';

const folder = join(import.meta.dirname, '..');
const commands = codeBlocks(readFileSync(join(folder, 'README.md'), 'utf8'))
  .filter(({ language }) => language === 'sh')
  .flatMap(({ code }) => code.trim().split('\n'));
const manifest: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(folder, 'package.json'), 'utf8'),
);

let site: SampleSite;
let postgres: RunningPostgres;
const processes: ServerProcess[] = [];

beforeAll(async () => {
  [site, postgres] = await Promise.all([startSampleSite(), startPostgres()]);
});
afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL');
  await Promise.all(processes.map(({ exited }) => exited));
  await site.close();
  await postgres.remove();
});

/** Runs a script of package.json, as the commands of the README do. */
function start(script: string): ServerProcess {
  const [, , ...args] = manifest.scripts[script]?.split(' ') ?? [];
  const environment = {
    DATABASE_URL: postgres.connectionString,
    ALLOW_ADDRESSES: '127.0.0.1',
    PORT: '0',
  };
  const started = startServerProcess({ name: script, folder, args, environment });
  processes.push(started);
  return started;
}

it('two workers do the jobs that the commands of the README create', async () => {
  const scripts = commands.flatMap((command) =>
    [...command.matchAll(/^npm run (\w+) -w examples\/two-workers$/g)].map(([, name]) => name),
  );
  expect(scripts).toEqual(['api', 'worker', 'worker']);
  const [api, ...workers] = scripts.map((script) => start(script ?? ''));
  const address = await api?.listening;
  const curls = commands.filter((command) => command.startsWith('curl '));
  expect(curls).toHaveLength(4);
  const [create, showBatch, listDone, listReports] = curls.map((command) => () => {
    const env = {
      ...process.env,
      KEY: api?.key(),
      API: `${address}/api/v1`,
      SITE: site.url,
    };
    return JSON.parse(
      execFileSync('bash', ['-c', `${command} --silent`], { env, encoding: 'utf8' }),
    );
  });
  // Both wait before there is work.
  for (const worker of workers) {
    await vi.waitFor(() => expect(worker.output()).toContain('is waiting for jobs'), 30_000);
  }
  await vi.waitFor(() => expect(api?.key()).toBeDefined());
  expect(create?.()).toMatchObject({ status: 202, data: { batch_id: 1, jobs_count: 60 } });
  await vi.waitFor(
    () => expect(showBatch?.()).toMatchObject({ data: { progress: { done: 60, queued: 0 } } }),
    { timeout: 150_000, interval: 500 },
  );
  expect(listDone?.()).toMatchObject({ meta: { total: 60 } });
  expect(listReports?.()).toMatchObject({ meta: { total: 60 } });

  const lines = () =>
    workers.map((worker) => worker.output().match(/^Job \d+: report \d+$/gm) ?? []);
  // The output of a process arrives later than what it stores.
  await vi.waitFor(() => expect(lines().flat()).toHaveLength(60), 30_000);
  await vi.waitFor(
    () => {
      // One may be quick enough to do all of a batch before the other begins.
      if (lines().some((done) => done.length === 0)) create?.();
      for (const done of lines()) expect(done.length).toBeGreaterThan(0);
    },
    { timeout: 60_000, interval: 3_000 },
  );
  for (const child of [api, ...workers]) {
    child?.kill('SIGTERM');
    expect(await child?.exited, child?.output()).toBe(0);
  }
});
