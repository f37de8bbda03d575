import { fuzz } from './fuzz.ts';
import { parseArguments } from './parse-arguments.ts';
import { countsTable, successShare, unmetStatuses } from './report/counts.ts';
import { failureText } from './report/failure-text.ts';

// Sends generated requests to both adapters and holds every answer against the OpenAPI document.
//
//   npm run fuzz -- [--requests 10000] [--seed N] [--path …] [--store memory|sqlite|postgres]

const options = parseArguments(process.argv.slice(2));
const { requests, seed, store } = options;
console.log(`${requests} requests to Fastify and Express on ${store}, seed ${seed}`);

const startedAt = performance.now();
const { counts, operations, failure } = await fuzz(options);
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);

if (failure) {
  console.log(`\n${failureText(failure.error)}\n`);
  const replay = `--seed ${seed} --path ${failure.path} --requests ${requests} --store ${store}`;
  console.log(`To see it again: npm run fuzz -- ${replay}`);
  process.exitCode = 1;
} else {
  console.log(`\n${countsTable(counts)}\n`);
  const share = Math.round(successShare(counts) * 100);
  console.log(`${counts.total()} requests in ${seconds} s, ${share} % of them successes.`);
  const unmet = unmetStatuses(operations, counts);
  console.log(`Documented and never met: ${unmet.length === 0 ? 'none' : unmet.join(', ')}`);
}
