import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { median } from '../scripts/budgets/time-node.ts';

// The CPU time of a request on each host: of a handler of its own, and of sitegrade, which finds the report in a store in
// memory and sends the same text. In turns; medians. `npm run build`, and `npm ci` in `benchmarks/hosts`, first.
//
//   npm run bench -- hosts [--rounds N] [--requests N]

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    requests: { type: 'string', default: '2000' },
  },
});
const requests = Number(values.requests);
const names = ['hono', 'h3', 'koa', 'fastify', 'express'];
const paths = { bare: '/bare', sitegrade: '/api/v1/reports/1' } as const;

const servers = await Promise.all(names.map(startHost));
const times = new Map<string, number[]>();
for (let round = 0; round <= Number(values.rounds); round += 1) {
  for (const { name, cpuOf } of servers) {
    for (const [what, path] of Object.entries(paths)) {
      const micros = await cpuOf(path);
      const key = `${name} ${what}`;
      // The first round compiles the code.
      if (round > 0) times.set(key, [...(times.get(key) ?? []), micros / requests]);
    }
  }
}
for (const { stop } of servers) stop();

const of = (name: string, what: keyof typeof paths) => median(times.get(`${name} ${what}`) ?? []);
console.log(
  `Node ${process.version}, ${values.rounds} rounds of ${requests} requests, 10 at a time`,
);
console.table(
  Object.fromEntries(
    names.map((name) => [
      name,
      {
        'own handler, µs': Math.round(of(name, 'bare')),
        'sitegrade, µs': Math.round(of(name, 'sitegrade')),
        'more, µs': Math.round(of(name, 'sitegrade') - of(name, 'bare')),
        ratio: Number((of(name, 'sitegrade') / of(name, 'bare')).toFixed(2)),
      },
    ]),
  ),
);

/** Starts a host in a process of its own. */
async function startHost(name: string) {
  const child = spawn(process.execPath, ['hosts/serve.mjs', name], {
    cwd: import.meta.dirname,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const numberOf = async () => Number((await lines.next()).value);
  const origin = `http://127.0.0.1:${await numberOf()}`;
  const dispatcher = new Agent({ connections: 10 });
  const usedMicros = () => {
    child.stdin.write('\n');
    return numberOf();
  };
  return {
    name,
    /** The CPU time of all requests for a path, in microseconds. */
    cpuOf: async (path: string): Promise<number> => {
      const before = await usedMicros();
      let left = requests;
      const one = async () => {
        while (left > 0) {
          left -= 1;
          const { statusCode, body } = await request(origin + path, { dispatcher });
          if (statusCode !== 200) throw new Error(`${name} ${path}: ${statusCode}`);
          await body.dump({ limit: 1_000_000 });
        }
      };
      await Promise.all(Array.from({ length: 10 }, one));
      return (await usedMicros()) - before;
    },
    stop: () => {
      child.stdin.end();
      void once(child, 'close');
    },
  };
}
