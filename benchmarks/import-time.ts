import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSampleSite } from '@sitegrade/example-sample-site';
import { importing, type NodeRun, timeInTurns } from '../scripts/budgets/time-node.ts';
import { installBinary } from '../scripts/packed/install-node.ts';
import { publish } from './report/publish.ts';

// What importing the built packages costs: fresh processes in turns, the medians of their times, and the
// CPU time relative to a process that does nothing. `npm run build` first.
//
//   npm run bench -- import [rounds]

const rounds = Number(process.argv[2] ?? 15);
const site = await startSampleSite();

const together = ['@sitegrade/core', '@sitegrade/store-sqlite', '@sitegrade/adapter-fastify'];
const firstReport = `
  import { analyzePage, createContext } from '@sitegrade/core';
  import { memoryStore } from '@sitegrade/store-memory';
  const network = { allowAddresses: ['127.0.0.0/8'], ports: 'any' };
  const context = createContext({ store: memoryStore(), network });
  await analyzePage(context, 'owner', { url: ${JSON.stringify(`${site.url}/prices`)} });
`;

const runs: Record<string, readonly string[]> = {
  'node -e 0': ['--eval', '0'],
  '@sitegrade/core': importing('@sitegrade/core'),
  '@sitegrade/core/http': importing('@sitegrade/core/http'),
  '@sitegrade/core/pages': importing('@sitegrade/core/pages'),
  '@sitegrade/core/records': importing('@sitegrade/core/records'),
  '@sitegrade/core/store': importing('@sitegrade/core/store'),
  '@sitegrade/store-sqlite': importing('@sitegrade/store-sqlite'),
  '@sitegrade/store-postgres': importing('@sitegrade/store-postgres'),
  '@sitegrade/adapter-fastify': importing('@sitegrade/adapter-fastify'),
  '@sitegrade/adapter-express, with Express': importing('@sitegrade/adapter-express'),
  'core, store-sqlite, adapter-fastify': importing(...together),
  'the same and Fastify': importing(...together, 'fastify'),
  'core and the first report': ['--input-type=module', '--eval', firstReport],
  'others: fastify': importing('fastify'),
  'others: express': importing('express'),
  'others: better-sqlite3, a database opened': [
    '--input-type=module',
    '--eval',
    "import Database from 'better-sqlite3'; new Database(':memory:');",
  ],
  'others: pg': importing('pg'),
  'others: kysely': importing('kysely'),
  'others: undici': importing('undici'),
  'others: valibot': importing('valibot'),
  'others: preact-render-to-string': importing('preact-render-to-string'),
};

const folder = mkdtempSync(join(tmpdir(), 'sitegrade-import-time-'));
try {
  const cwd = new URL('..', import.meta.url).pathname;
  const { binary, version } = installBinary('24', join(folder, 'node'));
  const report = ['packages/cli/dist/sitegrade.js', `${site.url}/prices`, '--quiet'];
  const others: Record<string, NodeRun> = {
    [`the command, a report, Node ${process.versions.node}`]: { args: report, cwd },
    [`node -e 0, Node ${version}`]: { args: ['--eval', '0'], cwd, binary },
    [`the command, a report, Node ${version}`]: { args: report, cwd, binary },
  };
  const inRepository = Object.entries(runs).map(([name, args]) => [name, { args, cwd }] as const);
  const all = { ...Object.fromEntries<NodeRun>(inRepository), ...others };
  const times = await timeInTurns<string>(all, rounds);
  const bare = times['node -e 0']?.cpuMs ?? Number.NaN;
  publish({
    kind: 'table',
    title: 'Starting: imports and the first report',
    about: `Fresh processes of the built packages in turns, medians of ${rounds}. Milliseconds.`,
    columns: ['', 'wall', 'CPU', 'CPU beyond node -e 0', 'CPU : node -e 0'],
    rows: Object.entries(times).map(([name, { wallMs, cpuMs }]) => [
      name,
      ...[Math.round(wallMs), Math.round(cpuMs), Math.round(cpuMs - bare), cpuMs / bare],
    ]),
  });
} finally {
  await site.close();
  rmSync(folder, { recursive: true });
}
