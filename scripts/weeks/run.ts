import { parseArgs } from 'node:util';
import { folderSite, pageNamesIn } from '../crawls/folder-site.ts';
import { openPostgres, openSqlite, type SimulatedDatabase } from './databases.ts';
import { type HourOfLoad, sumOfLoad } from './hourly-load.ts';
import { type RecordedSite, recordSite } from './record-site.ts';
import { sampleSite } from './sample-site.ts';
import { type Simulation, simulateWeeks, weekMs } from './simulate.ts';

// A thousand websites that are checked weekly, with a simulated clock: the load by the hour, and what the disk needs. Each
// website gets a report and a crawl; in the last week all of them at nine on Monday, before that spread over the week.
// Reports and crawls are those of generated sites, or of a folder of real pages, which are recorded first. A crawl has
// two pages, each of which takes as long as fifty, so that the load is that of a hundred pages. What is older than two
// weeks is deleted once a day.
//
//   npm run tool -- simulate-weeks
//   npm run tool -- simulate-weeks a-folder-of-html-files --sqlite --weeks 8

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sqlite: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
    websites: { type: 'string', default: '1000' },
    weeks: { type: 'string', default: '5' },
    places: { type: 'string', default: '10' },
  },
});
const [folder] = positionals;
const pages = 2;
const reports = 1;
const recordedSites = 4;
/** The pages of a crawl that are simulated. */
const crawledPages = 100;
const simulation: Simulation = {
  websites: countOf('websites'),
  perOwner: 20,
  weeks: countOf('weeks'),
  mondays: 1,
  places: countOf('places'),
  pagesPerPage: crawledPages / pages,
  keepDays: 14,
};

/** What the tables hold; all others are counted as the last one. */
const groups = {
  reports: /reports|report_details/,
  'pages of crawls': /crawl_page/,
  crawls: /crawl/,
  jobs: /jobs|lanes/,
  'all else': /^/,
} as const;
type Group = keyof typeof groups;

const recorded: RecordedSite[] = [];
for (let site = 0; site < recordedSites; site += 1) {
  recorded.push(await recordSite((origin) => siteOf(origin, site), { pages, reports }));
}
const urls = recorded.map(({ outcomes }) => outcomes.size);
console.log(
  `${simulation.websites} websites, ${reports} report and a crawl of ${pages} pages each; ${urls.join(', ')} URLs a crawl; ${simulation.places} places`,
);
if (!values.postgres) await simulateOn(await openSqlite());
if (!values.sqlite) await simulateOn(await openPostgres());

function countOf(name: 'websites' | 'weeks' | 'places'): number {
  const count = Number(values[name]);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new Error(`--${name} must be a positive integer, not ${values[name]}.`);
}

function siteOf(origin: string, site: number) {
  if (folder === undefined) return sampleSite(origin, site, pages);
  const names = pageNamesIn(folder);
  const own = Array.from({ length: pages }, (_, at) => names[(site * pages + at) % names.length]);
  return folderSite(
    origin,
    folder,
    own.filter((name) => name !== undefined),
  );
}

async function simulateOn(database: SimulatedDatabase): Promise<void> {
  const startedAt = performance.now();
  try {
    const rows: string[] = [];
    const hours = await simulateWeeks(database, recorded, simulation, async (week) => {
      const sizes = await groupedBytes(database);
      const all = Object.values(sizes).reduce((sum, size) => sum + size, 0);
      const cells = [...Object.values(sizes), all, scaled(sizes)].map(megabytes);
      rows.push(`| ${week + 1} | ${cells.join(' | ')} |`);
      console.error(`${database.name}, week ${week + 1}: ${rows.at(-1)}`);
    });
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    console.log(`\n## ${database.name}, ${seconds} s\n`);
    console.log(`MB at the end of a week\n
| week | ${[...Object.keys(groups), 'sum', `crawls of ${crawledPages} pages`].join(' | ')} |
| ---: |${' ---: |'.repeat(Object.keys(groups).length + 2)}\n${rows.join('\n')}\n`);
    console.log(await unitsOf(database));
    printLoad(hours);
  } finally {
    await database.close();
  }
}

async function groupedBytes(database: SimulatedDatabase): Promise<Record<Group, number>> {
  const sizes: Record<Group, number> = {
    ...{ reports: 0, 'pages of crawls': 0, crawls: 0, jobs: 0, 'all else': 0 },
  };
  for (const [table, size] of await database.tableBytes()) {
    const group = Object.keys(groups).find((name) => groups[name as Group].test(table)) as Group;
    sizes[group] += size;
  }
  return sizes;
}

/** The bytes with as many pages of crawls as are simulated. */
function scaled(sizes: Readonly<Record<Group, number>>): number {
  const all = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  return all + sizes['pages of crawls'] * (simulation.pagesPerPage - 1);
}

/** The bytes of what is stored now, each. */
async function unitsOf(database: SimulatedDatabase): Promise<string> {
  const sizes = await groupedBytes(database);
  const each = async (group: Group, table: string) =>
    `${(sizes[group] / (await database.count(table)) / 1_000).toFixed(1)} kB`;
  return [
    `A report: ${await each('reports', 'reports')}; a page of a crawl: ${await each('pages of crawls', 'crawl_pages')}`,
    `a crawl without its pages: ${await each('crawls', 'crawls')}; a job: ${await each('jobs', 'jobs')}\n`,
  ].join('; ');
}

function printLoad(hours: readonly Readonly<HourOfLoad>[]): void {
  const perWeek = weekMs / 3_600_000;
  console.log(`| hours | created | refused | started | ended | longest wait, min | busy places |
| --- |${' ---: |'.repeat(6)}`);
  const print = (name: string, some: readonly Readonly<HourOfLoad>[]) => {
    const { created, refused, started, ended, longestWaitMs, busy } = sumOfLoad(some);
    const wait = (longestWaitMs / 60_000).toFixed(1);
    console.log(
      `| ${name} | ${[created, refused, started, ended, wait, busy.toFixed(1)].join(' | ')} |`,
    );
  };
  const spread = hours.slice(perWeek, (simulation.weeks - simulation.mondays) * perWeek);
  const busiest = spread.toSorted((a, b) => b.busy - a.busy)[0];
  print('spread: all', spread);
  if (busiest) print('spread: the busiest hour', [busiest]);
  const lastWeek = hours.slice((simulation.weeks - 1) * perWeek);
  for (const [index, hour] of lastWeek.entries()) {
    if (hour.created + hour.started + hour.ended > 0) print(`Monday, ${index}:00`, [hour]);
  }
}

function megabytes(size: number): string {
  return (size / 1_000_000).toFixed(1);
}
