import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { fuzz, totalOf } from './fuzz.ts';

// Sends generated requests to both adapters and validates every response.
//
//   npm run tool -- fuzz [--requests 10000] [--seed N] [--path …]

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31 - 1)) },
    path: { type: 'string' },
  },
});
const { path } = values;
const [requests, seed] = [integer('requests', values.requests), integer('seed', values.seed)];
if (path !== undefined && !/^\d+(?::\d+)*$/.test(path)) {
  throw new Error('--path must be numbers separated by colons, as a failure prints it.');
}

console.log(`${requests} requests to Fastify and Express, seed ${seed}`);
const startedAt = performance.now();
const options = { requests, seed, ...(path !== undefined && { path }) };
const { counts, operations, failure } = await fuzz(options);
if (failure) {
  console.log(`\n${failure.text}\n`);
  const repeat = `--seed ${seed} --path ${failure.path} --requests ${requests}`;
  console.log(`To repeat it: npm run tool -- fuzz ${repeat}`);
  process.exitCode = 1;
} else {
  console.table(
    Object.fromEntries([...counts].map(([name, line]) => [name, Object.fromEntries(line)])),
  );
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const successes = Math.round((totalOf(counts, (status) => status < 400) / totalOf(counts)) * 100);
  console.log(`${totalOf(counts)} requests in ${seconds} s, ${successes} % successful.`);
  const missing = operations.flatMap(({ operationId, statuses }) =>
    statuses
      .filter((status) => !counts.get(operationId)?.has(status))
      .map((status) => `${operationId} ${status}`),
  );
  console.log(`Documented statuses that did not occur: ${missing.join(', ') || 'none'}`);
}

function integer(name: string, text: string): number {
  if (/^\d{1,10}$/.test(text) && Number(text) < 2 ** 31) return Number(text);
  throw new Error(`--${name} must be an integer from 0 to 2147483647.`);
}
