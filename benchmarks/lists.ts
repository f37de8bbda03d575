import { casesOn } from './lists/cases.ts';
import { postgresDatabase, sqliteDatabase } from './lists/databases.ts';
import { type Measured, tableOfCases, tableOfGroups } from './lists/tables.ts';

// What listings, searches and inserts cost on both stores as the tables grow: medians and 99th
// percentiles in milliseconds, and medians as multiples of the smallest size.
//
//   npm run bench:lists -- [--sqlite | --postgres] [--sizes 10000,100000,1000000] [--5m]

const flag = (name: string) => process.argv.includes(`--${name}`);
const sizesAt = process.argv.indexOf('--sizes') + 1;
const sizes =
  sizesAt > 0 ? (process.argv[sizesAt] ?? '').split(',').map(Number) : [10_000, 100_000, 1_000_000];
if (flag('5m')) sizes.push(5_000_000);
if (sizes.some((size) => !(Number.isSafeInteger(size) && size > 0))) {
  throw new TypeError('--sizes takes numbers of reports, with commas between them.');
}

/** How often a case is run at most and at least, and how long if less often than that. */
const runs = { most: 200, least: 5, milliseconds: 400 };

const start = [
  ...(flag('postgres') ? [] : [sqliteDatabase]),
  ...(flag('sqlite') ? [] : [postgresDatabase]),
];
for (const begin of start) {
  const database = await begin();
  const measured = new Map<string, Measured>();
  for (const size of sizes) {
    const before = performance.now();
    await database.grow(size);
    const seconds = ((performance.now() - before) / 1000).toFixed();
    console.error(`${database.name}: ${size} reports after ${seconds} s`);
    for (const { group, name, run } of await casesOn(database.store)) {
      const key = `${group}: ${name}`;
      const times = [...(measured.get(key)?.times ?? []), await timesOf(run)];
      measured.set(key, { group, name, times });
    }
  }
  await database.remove();
  console.log(tableOfCases(database.name, sizes, [...measured.values()]));
  console.log(tableOfGroups(database.name, sizes, [...measured.values()]));
}

async function timesOf(run: () => Promise<unknown>) {
  const times: number[] = [];
  const warmUp = runs.most / 10;
  const began = performance.now();
  for (let round = 0; round < warmUp + runs.most; round += 1) {
    const before = performance.now();
    await run();
    const after = performance.now();
    const isLate = after - began > runs.milliseconds;
    // The first ones prepare statements and fill caches.
    if (round >= warmUp || (isLate && round > 0)) times.push(after - before);
    if (isLate && times.length >= runs.least) break;
  }
  times.sort((left, right) => left - right);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))];
  return { p50: at(0.5) ?? Number.NaN, p99: at(0.99) ?? Number.NaN };
}
