import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Counts, type FuzzOptions, fuzz, totalOf } from './fuzz.ts';
import { storeKinds } from './servers.ts';

// Sends generated requests to both adapters and validates every response.
//
//   npm run fuzz -- [--requests 10000] [--seed N] [--path …] [--store memory|sqlite|postgres]

const maxSeed = 2 ** 31 - 1;
const options = parseArguments(process.argv.slice(2));
const { requests, seed, store } = options;
console.log(`${requests} requests to Fastify and Express on ${store}, seed ${seed}`);
const startedAt = performance.now();
const { counts, operations, failure } = await fuzz(options);
if (failure) {
  console.log(`\n${failure.text}\n`);
  const repeat = `--seed ${seed} --path ${failure.path} --requests ${requests} --store ${store}`;
  console.log(`To repeat it: npm run fuzz -- ${repeat}`);
  process.exitCode = 1;
} else {
  console.log(`\n${tableOf(counts)}\n`);
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

/** A line for each operation, a column for each status. */
function tableOf(counts: Counts): string {
  const statuses = [...new Set([...counts.values()].flatMap((line) => [...line.keys()]))].sort();
  const lines = [...counts].map(([name, line]) => [
    name,
    ...statuses.map((one) => line.get(one) ?? '.'),
  ]);
  return [['', ...statuses], ...lines]
    .map(
      ([name, ...cells]) =>
        String(name).padEnd(16) + cells.map((cell) => String(cell).padStart(6)).join(''),
    )
    .join('\n');
}

/**
 * Reads the arguments of `npm run fuzz --`. Without a seed there is a new one each time.
 *
 * @throws Error that names the argument, and what is allowed.
 */
function parseArguments(given: readonly string[]): FuzzOptions {
  const { values } = parseArgs({
    args: [...given],
    options: {
      requests: { type: 'string', default: '10000' },
      seed: { type: 'string', default: String(randomInt(maxSeed)) },
      path: { type: 'string' },
      store: { type: 'string', default: 'memory' },
    },
  });
  const integer = (name: 'requests' | 'seed', min: number, max: number) => {
    const number = Number(values[name]);
    if (/^-?\d+$/.test(values[name]) && number >= min && number <= max) return number;
    throw new Error(`--${name} must be an integer from ${min} to ${max}.`);
  };
  const store = storeKinds.find((kind) => kind === values.store);
  if (store === undefined) throw new Error(`--store must be one of ${storeKinds.join(', ')}.`);
  if (values.path !== undefined && !/^\d+(?::\d+)*$/.test(values.path)) {
    throw new Error('--path must be numbers separated by colons, as a failure prints it.');
  }
  const { path } = values;
  return {
    requests: integer('requests', 1, 10_000_000),
    seed: integer('seed', -maxSeed - 1, maxSeed),
    ...(path !== undefined && { path }),
    store,
  };
}
