import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate, deflateSync, inflateSync } from 'node:zlib';
import { detailsOf, type ReportDetails } from '@sitegrade/core';
import { defaultRuleset, extendRuleset, type Ruleset } from '@sitegrade/core/checks';
import { hasImprint } from '../examples/custom-check/src/has-imprint.ts';
import { pages as samplePages } from '../examples/sample-site/src/pages.js';
import { factsOf, type PageUnderTest } from '../packages/audit/src/checks/fixtures/facts-of.ts';
import { summarizePage } from '../packages/audit/src/report/audit-page.ts';
import { runChecks } from '../packages/audit/src/scoring/run-checks.ts';
import { scoreResults } from '../packages/audit/src/scoring/score.ts';
import { rulesetChecksOf } from '../packages/core/src/store/check-info.ts';
import { runWork, sqliteQueryBuilder } from '../packages/store-kysely/src/index.ts';
import { packDetails, unpackDetails } from '../packages/store-kysely/src/reports/report-details.ts';
import { rulesetTextsOf, textsReader } from '../packages/store-kysely/src/reports/ruleset-texts.ts';
import { publish } from './report/publish.ts';
import { houseRuleset } from './report-details/house-ruleset.ts';

// The bytes and the time of storing the details of a report, by ruleset, beside the zlib format alone. The
// event loop is busy for less than the CPU time, because zlib compresses in its own threads.
//
//   npm run bench -- details                                   # the pages of the sample site
//   npm run bench -- details a-folder-of-html-files [rounds]

const [folder, rounds = '5'] = process.argv.slice(2);
if (folder !== undefined && !existsSync(folder)) {
  console.error(`There is no folder ${folder}.`);
  process.exit(1);
}

const origin = 'https://www.shop.example';
const pages: readonly string[] =
  folder === undefined
    ? samplePages.map(({ path, html }) => html({ origin, href: origin + path }))
    : readdirSync(folder)
        .filter((name) => /\.html?$/.test(name))
        .map((name) => readFileSync(join(folder, name), 'utf8'));

/** Pages differ in more than their HTML. */
const servers: readonly Pick<PageUnderTest, 'headers' | 'robots'>[] = [
  {
    headers: {
      server: 'nginx',
      'content-encoding': 'gzip',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
    },
  },
  {
    headers: { server: 'Apache/2.4.41 (Ubuntu)', 'set-cookie': 'session=8g3; path=/' },
    robots: `User-agent: *\nDisallow: /admin/\nAllow: /admin/help\nSitemap: ${origin}/index.xml\n`,
  },
  {
    headers: { 'content-encoding': 'br', 'x-frame-options': 'SAMEORIGIN' },
    robots: 'User-agent: *\nDisallow: /search\nCrawl-delay: 10\n',
  },
];

const rulesets: Readonly<Record<string, Ruleset>> = {
  'all checks of sitegrade': defaultRuleset,
  'the same, one added and one removed': extendRuleset(defaultRuleset, {
    version: 'acme-1',
    add: [hasImprint],
    drop: ['favicon'],
    importance: { lang: 'high' },
  }),
  [`${houseRuleset.checks.length} checks of a host`]: houseRuleset,
};

async function detailsFor({ checks }: Ruleset): Promise<readonly ReportDetails[]> {
  const details: ReportDetails[] = [];
  for (const [index, html] of pages.entries()) {
    const url = `https://www.site-${index}.example/articles/${index * 7919}`;
    const facts = await factsOf({ ...servers[index % servers.length], html, url });
    const results = await runChecks(checks, facts);
    const score = scoreResults(checks, results, { expectIndexable: true });
    details.push(detailsOf({ ...score, page: summarizePage(facts) }));
  }
  return details;
}

interface Format {
  readonly pack: (details: ReportDetails, ruleset: Ruleset) => Promise<Uint8Array>;
  readonly unpack: (bytes: Uint8Array, ruleset: Ruleset) => ReportDetails;
}

const readTexts = textsReader(sqliteQueryBuilder());

/** The row with the texts of a ruleset, which is read once. */
function rowsOf(ruleset: Ruleset): readonly unknown[] {
  return [{ texts: deflateSync(rulesetTextsOf(rulesetChecksOf(ruleset)).content) }];
}

const formats: Readonly<Record<string, Format>> = {
  'zlib alone': {
    async pack(details) {
      const text = JSON.stringify(details);
      const bytes = await promisify<string, Buffer>(deflate)(text);
      // The store returns a copy.
      JSON.parse(text);
      return bytes;
    },
    unpack: (bytes) => JSON.parse(inflateSync(bytes).toString()),
  },
  'as stored': {
    async pack(details, ruleset) {
      const rulesetChecks = rulesetChecksOf(ruleset);
      return (await packDetails({ ...details, rulesetChecks })).bytes;
    },
    unpack: (bytes, ruleset) => runWork(unpackDetails(bytes, readTexts), () => rowsOf(ruleset)),
  },
};

const rows: (string | number)[][] = [];
for (const [name, ruleset] of Object.entries(rulesets)) {
  const details = await detailsFor(ruleset);
  const jsonBytes = sum(details.map((detail) => Buffer.byteLength(JSON.stringify(detail))));
  const results = await measure(ruleset, details);
  for (const [format, { storedBytes, cpu, busy, reads }] of results) {
    rows.push([
      `${name}, ${format}`,
      ...[jsonBytes / details.length / 1000, storedBytes / details.length / 1000],
      ...[storedBytes / jsonBytes, at(cpu, 0.5), at(busy, 0.5), at(reads, 0.5)],
    ]);
  }
}
publish(
  {
    kind: 'table',
    title: 'What the details of a report take',
    about: `${pages.length} pages; medians in milliseconds.`,
    columns: ['', 'JSON, KB', 'stored, KB', 'ratio', 'write, CPU', 'event loop busy', 'read'],
    rows,
  },
  {
    kind: 'goal',
    what: 'stored details against their JSON, bytes',
    measured: Number(rows[1]?.[3]),
    unit: '',
    atMost: 0.05,
    missedBecause:
      'what differs between pages, quotes and numbers, is what is left after the texts of the ruleset and a sample for compressing have been taken out.',
  },
);

/** Formats alternate, so that other work on the machine slows them alike. */
async function measure(ruleset: Ruleset, details: readonly ReportDetails[]) {
  const results = new Map(
    Object.keys(formats).map((name) => {
      const times = { cpu: [] as number[], busy: [] as number[], reads: [] as number[] };
      return [name, { storedBytes: 0, ...times }];
    }),
  );
  // The first two rounds warm up.
  for (let round = -2; round < Number(rounds); round += 1) {
    for (const detail of details) {
      for (const [name, { pack, unpack }] of Object.entries(formats)) {
        const before = { cpu: process.cpuUsage(), loop: performance.eventLoopUtilization() };
        const bytes = await pack(detail, ruleset);
        const { active } = performance.eventLoopUtilization(before.loop);
        const { user, system } = process.cpuUsage(before.cpu);
        const began = performance.now();
        const read = unpack(bytes, ruleset);
        const readMs = performance.now() - began;
        if (JSON.stringify(read) !== JSON.stringify(detail))
          throw new Error('The details changed.');
        const result = results.get(name);
        if (round < 0 || result === undefined) continue;
        result.storedBytes += bytes.length / Number(rounds);
        result.cpu.push((user + system) / 1000);
        result.busy.push(active);
        result.reads.push(readMs);
      }
    }
  }
  return results;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
