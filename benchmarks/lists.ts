import { type Case, casesOn } from './lists/cases.ts';
import { postgresStores, sqliteStores } from './lists/databases.ts';
import {
  type Measured,
  percentilesOf,
  tableOfCases,
  tableOfComparisons,
  tableOfGroups,
} from './lists/tables.ts';
import type { Goal } from './report/finding.ts';
import { publish } from './report/publish.ts';

// The cost of listings, searches and inserts on both stores as the tables grow: medians and 99th
// percentiles in milliseconds, and medians as multiples of the smallest size; of filters by URL and date also
// as multiples of the list without them. All sizes exist at the same
// time and are measured alternately, so that other work on the machine affects all of them.
//
//   npm run bench -- lists [--sqlite | --postgres] [--sizes 10000,100000,1000000] [--5m]
//     --cases  (each case, not groups of cases alone)  --milliseconds 1500  (the time of a case)

const flag = (name: string) => process.argv.includes(`--${name}`);
const option = (name: string, fallback: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? '');
};
const sizes = option('sizes', '10000,100000,1000000').split(',').map(Number);
if (flag('5m')) sizes.push(5_000_000);
if (sizes.some((size) => !(Number.isSafeInteger(size) && size > 0))) {
  throw new TypeError('--sizes takes numbers of reports, with commas between them.');
}

/** Maximum and minimum number of runs of a case at each size, and the time limit between them. */
const runs = { most: 200, least: 7, milliseconds: Number(option('milliseconds', '1500')) };

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
  if (flag('cases')) {
    publish(tableOfCases(name, sizes, measured), tableOfComparisons(name, sizes, measured));
  }
  publish(tableOfGroups(name, sizes, measured), ...goalsOf(name, measured));
}

/** The worst search, and an insert, in the largest table. */
function goalsOf(name: string, measured: readonly Measured[]): Goal[] {
  const largest = `${name} with ${Math.max(...sizes).toLocaleString('en')} reports`;
  const p50 = ({ times }: Measured) => times.at(-1)?.p50 ?? Number.NaN;
  const of = (group: string) => measured.filter((one) => one.group.startsWith(group)).map(p50);
  const [insert = Number.NaN, byHand = Number.NaN] = of('insert');
  return [
    {
      kind: 'goal',
      what: `worst search on ${largest}`,
      measured: Math.max(...of('search')),
      unit: ' ms',
      atMost: 150,
      missedBecause:
        'of a text that is rare, and whose trigrams are frequent, all rows with these trigrams are read; so are all matches of a frequent text at the far end of a list.',
    },
    {
      kind: 'goal',
      what: `an insert against the same rows by hand, with their indexes, on ${largest}`,
      measured: insert / byHand,
      unit: ' ×',
      atMost: 1.5,
      missedBecause:
        'the store finds the website, renews its counters and those of the owner, and the score of the website.',
    },
    {
      kind: 'goal',
      what: `the rows of a report with their indexes on ${largest}`,
      measured: byHand,
      unit: ' ms',
      atMost: 0.35,
      missedBecause:
        '14 indexes and that of searches are written with a row ([ADR 6](../docs/adr/0006-one-set-of-queries-for-two-databases.md) has what each is worth), and each transaction is synced to the disk.',
    },
  ];
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
