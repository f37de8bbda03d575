import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from '../scripts/budgets/time-node.ts';
import { bundleScript } from '../scripts/bundle-script.ts';
import { connectClient } from './read-routes/client.ts';
import type { Started } from './read-routes/serve.ts';
import { publish } from './report/publish.ts';

// Each route that reads, beside the same route written by hand: the same framework, driver, login and JSON, with
// prepared statements. Requests per second and CPU time of the server, in turns, as ratios of medians.
//
//   npm run bench -- read-routes [--rounds N] [--requests N] [--on fastify-sqlite,…] [--only reports,…]

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    requests: { type: 'string', default: '300' },
    on: {
      type: 'string',
      default: 'fastify-sqlite,express-sqlite,fastify-postgres,express-postgres',
    },
    only: { type: 'string' },
    /** A folder for CPU profiles of the servers. */
    profile: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const requests = Number(values.requests);
const atOnce = 10;

const paths: Readonly<Record<string, (started: Started) => string>> = {
  reports: () => '/reports',
  'reports, filter and sort': () => '/reports?result=bad&sort_by=score&sort=asc',
  'reports, page 2': () => '/reports?page=2',
  'one report': ({ reportId }) => `/reports/${reportId}`,
  websites: () => '/websites',
  'one website': ({ websiteId }) => `/websites/${websiteId}`,
  jobs: () => '/jobs',
  crawls: () => '/crawls',
};
const script = bundleScript(fileURLToPath(new URL('read-routes/serve.ts', import.meta.url)), {
  keepNames: false,
});
const titles: Readonly<Record<string, string>> = {
  fastify: 'Fastify',
  express: 'Express',
  sqlite: 'SQLite',
  postgres: 'Postgres',
};
const names = values.only?.split(',') ?? Object.keys(paths);

const lowest = new Map<string, number>();
for (const on of values.on.split(',')) {
  const [framework = '', database = ''] = on.split('-');
  const server = await startServer(framework, database);
  await compareBodies(server.started);
  const measured = names.map((name) => ({ name, hand: [] as Sample[], api: [] as Sample[] }));
  // The first rounds compile the code.
  for (let round = -4; round < rounds; round += 1) {
    for (const route of measured) {
      for (const kind of ['hand', 'api'] as const) {
        const sample = await server.measure(pathOf(server.started, kind, route.name));
        if (round >= 0) route[kind].push(sample);
      }
    }
  }
  publish({
    kind: 'table',
    title: `Read routes beside the same routes by hand: ${titles[framework]} and ${titles[database]}`,
    about: `CPU time of the server for a request; ratios are by hand divided by sitegrade. Medians of ${rounds} rounds of ${requests} requests, ${atOnce} at a time, in turns.`,
    columns: ['', 'by hand, µs', 'sitegrade, µs', 'of its CPU', 'of its requests/s'],
    rows: measured.map(({ name, hand, api }) => [name, ...ratiosOf(hand, api)]),
  });
  for (const { name, hand, api } of measured) {
    const [, , ratio = Number.NaN] = ratiosOf(hand, api);
    lowest.set(name, Math.min(lowest.get(name) ?? ratio, ratio));
  }
  await server.end();
}
for (const [name, measured] of lowest) {
  publish({
    kind: 'goal',
    what: `${name}, against the route by hand with the same JSON, CPU, the lowest of ${values.on.split(',').length}`,
    measured,
    unit: '',
    atLeast: name === 'one report' ? 0.9 : 0.8,
    missedBecause:
      name === 'one report'
        ? 'by hand, the whole JSON is stored. Here a thirtieth of it is: the texts of the ruleset, the columns and the fingerprints of findings are put together for each request, which take a fifth of it.'
        : 'spread over steps of some microseconds: the layers of promises of a request and of a statement, links, headers, the log line, the look at time limits, and the garbage of all of them. SQLite itself takes as long as by hand.',
  });
}

interface Sample {
  readonly cpuMicros: number;
  readonly wallMs: number;
}

function ratiosOf(hand: readonly Sample[], api: readonly Sample[]): number[] {
  const of = (samples: readonly Sample[], what: keyof Sample) =>
    median(samples.map((sample) => sample[what])) / requests;
  return [
    Math.round(of(hand, 'cpuMicros')),
    Math.round(of(api, 'cpuMicros')),
    of(hand, 'cpuMicros') / of(api, 'cpuMicros'),
    of(hand, 'wallMs') / of(api, 'wallMs'),
  ];
}

function pathOf(started: Started, kind: 'hand' | 'api', name: string): string {
  const path = paths[name]?.(started);
  if (path === undefined) throw new Error(`There is no route ${name}.`);
  return `/${kind}/v1${path}`;
}

async function startServer(framework: string, database: string) {
  const profile =
    values.profile === undefined
      ? []
      : ['--cpu-prof', '--cpu-prof-interval=250', `--cpu-prof-dir=${values.profile}`];
  const child = fork(script, [framework, database], {
    execArgv: profile,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [started] = (await once(child, 'message')) as [Started];
  const client = await connectClient(started.origin, { connections: atOnce, key: started.key });
  const usedMicros = async (): Promise<number> => {
    const [micros] = await Promise.all([once(child, 'message'), child.send('cpu')]);
    return Number(micros[0]);
  };
  return {
    started,
    async measure(path: string): Promise<Sample> {
      const before = await usedMicros();
      const start = performance.now();
      await client.send(path, requests);
      const wallMs = performance.now() - start;
      return { wallMs, cpuMicros: (await usedMicros()) - before };
    },
    async end() {
      client.close();
      const ended = once(child, 'exit');
      child.send('end');
      await ended;
    },
  };
}

/** Both must send the same JSON, except for what is in cursors, and where the routes are. */
async function compareBodies(started: Started) {
  const headers = { authorization: `Bearer ${started.key}` };
  for (const name of names) {
    const [hand, api] = await Promise.all(
      (['hand', 'api'] as const).map(async (kind) => {
        const body: unknown = JSON.parse(
          await get(started.origin + pathOf(started, kind, name), headers),
          (key, value) => (isRecord(value) && key !== '' ? sorted(value) : value),
        );
        return JSON.stringify(body)
          .replace(/cursor=[\w-]*/g, '')
          .replaceAll(`/${kind}/v1`, '');
      }),
    );
    if (hand !== api) throw new Error(`${name} differs:\n${hand}\n${api}`);
  }
}

async function get(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(url, { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return text;
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
