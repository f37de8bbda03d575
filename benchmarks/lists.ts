import { type Case, casesOn } from './lists/cases.ts';
import { postgresStores, sqliteStores } from './lists/databases.ts';
import {
  type Measured,
  percentilesOf,
  tableOfCases,
  tableOfComparisons,
  tableOfGroups,
} from './lists/tables.ts';

// The cost of listings, searches and inserts on both stores as the tables grow: medians and 99th
// percentiles in milliseconds, and medians as multiples of the smallest size; of filters by URL and date also
// as multiples of the list without them. All sizes exist at the same
// time and are measured alternately, so that other work on the machine affects all of them.
//
//   npm run bench -- lists [--sqlite | --postgres] [--sizes 10000,100000,1000000] [--5m]

const flag = (name: string) => process.argv.includes(`--${name}`);
const sizesAt = process.argv.indexOf('--sizes') + 1;
const sizes =
  sizesAt > 0 ? (process.argv[sizesAt] ?? '').split(',').map(Number) : [10_000, 100_000, 1_000_000];
if (flag('5m')) sizes.push(5_000_000);
if (sizes.some((size) => !(Number.isSafeInteger(size) && size > 0))) {
  throw new TypeError('--sizes takes numbers of reports, with commas between them.');
}

/** Maximum and minimum number of runs of a case at each size, and the time limit between them. */
const runs = { most: 200, least: 7, milliseconds: 1_500 };

const start = [
  ...(flag('postgres') ? [] : [sqliteStores]),
  ...(flag('sqlite') ? [] : [postgresStores]),
];
for (const fill of start) {
  const before = performance.now();
  const { name, stores, remove } = await fill(sizes);
  console.error(`${name}: filled after ${((performance.now() - before) / 1000).toFixed()} s`);
  const measured: Measured[] = [];
  const [first = [], ...others] = await Promise.all(stores.map(casesOn));
  for (const [index, smallest] of first.entries()) {
    measured.push(await timesOf([smallest, ...others.flatMap((cases) => cases[index] ?? [])]));
  }
  await remove();
  console.log(tableOfCases(name, sizes, measured));
  console.log(tableOfGroups(name, sizes, measured));
  console.log(tableOfComparisons(name, sizes, measured));
}

/** Runs a case at every size alternately. */
async function timesOf(atSizes: readonly Case[]): Promise<Measured> {
  const times = atSizes.map((): number[] => []);
  const began = performance.now();
  // The first rounds prepare statements and fill caches.
  const warmUp = runs.most / 10;
  for (let round = 0; round < warmUp + runs.most; round += 1) {
    const isLate = performance.now() - began > runs.milliseconds;
    if (isLate && (times[0]?.length ?? 0) >= runs.least) break;
    for (const [index, { run }] of atSizes.entries()) {
      const before = performance.now();
      await run();
      const after = performance.now();
      if (round >= warmUp || (isLate && round > 0)) times[index]?.push(after - before);
    }
  }
  const { group = '', name = '', comparedTo } = atSizes[0] ?? {};
  return { group, name, comparedTo, times: times.map(percentilesOf) };
}
