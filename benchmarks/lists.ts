import { casesOn } from './lists/cases.ts';
import { postgresDatabase, sqliteDatabase } from './lists/databases.ts';

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

const start = [
  ...(flag('postgres') ? [] : [sqliteDatabase]),
  ...(flag('sqlite') ? [] : [postgresDatabase]),
];
for (const begin of start) {
  const database = await begin();
  const times = new Map<string, { readonly p50: number; readonly p99: number }[]>();
  for (const size of sizes) {
    const before = performance.now();
    await database.grow(size);
    const seconds = ((performance.now() - before) / 1000).toFixed();
    console.error(`${database.name}: ${size} reports after ${seconds} s`);
    for (const { name, run, runs } of await casesOn(database.store, size)) {
      times.set(name, [...(times.get(name) ?? []), await timesOf(run, runs)]);
    }
  }
  await database.remove();
  console.log(
    `\n| ${database.name}, ms p50 / p99 | ${sizes.map((size) => `${size}`).join(' | ')} | p50: largest to smallest |`,
  );
  console.log(`| --- |${sizes.map(() => ' --- |').join('')} --- |`);
  for (const [name, ofSizes] of times) {
    const cells = ofSizes.map(({ p50, p99 }) => `${p50.toFixed(2)} / ${p99.toFixed(2)}`);
    const ratio = (ofSizes.at(-1)?.p50 ?? Number.NaN) / (ofSizes[0]?.p50 ?? Number.NaN);
    console.log(`| ${name} | ${cells.join(' | ')} | ${ratio.toFixed(2)} |`);
  }
}

async function timesOf(run: () => Promise<unknown>, runs: number) {
  const times: number[] = [];
  // The first ones prepare statements and fill caches.
  for (let round = -Math.ceil(runs / 10); round < runs; round += 1) {
    const before = performance.now();
    await run();
    if (round >= 0) times.push(performance.now() - before);
  }
  times.sort((left, right) => left - right);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))];
  return { p50: at(0.5) ?? Number.NaN, p99: at(0.99) ?? Number.NaN };
}
