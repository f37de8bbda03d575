import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { factsOf } from '../packages/audit/src/checks/fixtures/facts-of.ts';
import { openCpuAccount } from '../packages/audit/src/limits/cpu-account.ts';
import { median } from '../scripts/budgets/time-node.ts';
import { buildAudit } from './build-audit.ts';
import { publish } from './report/publish.ts';
import { pageFolderOf, readPages } from './typical-pages/page-folder.ts';

// The CPU time of a whole report, of a page of a crawl, and of an outline, beside reading the same page alone: medians
// of the rounds.
//
//   npm run bench -- crawl-page [folder with pages] [--rounds N] [--slow N]

const audit = await buildAudit('crawl-page', [
  'page/read-page',
  'report/audit-page',
  'probes/shared-results',
  'crawl/crawl-page',
  'fetch/connections',
  'fetch/network',
  'fetch/parse-target',
  'crawl/open-site',
  'scoring/ruleset',
  'report/outline-page',
  'scoring/run-checks',
  'scoring/score',
]);
const { readPage } = audit['page/read-page'];
const { auditPage } = audit['report/audit-page'];
const { createSharedResults } = audit['probes/shared-results'];
const { auditCrawlPage } = audit['crawl/crawl-page'];
const { createConnections } = audit['fetch/connections'];
const { createNetwork } = audit['fetch/network'];
const { parseTarget } = audit['fetch/parse-target'];
const { openSite } = audit['crawl/open-site'];
const { defaultRuleset } = audit['scoring/ruleset'];
const { outlinePage } = audit['report/outline-page'];
const { runChecks } = audit['scoring/run-checks'];
const { scoreResults } = audit['scoring/score'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '15' },
    /** Pages of a slow site. */
    slow: { type: 'string', default: '10' },
  },
});
const rounds = Number(values.rounds);
const folder = pageFolderOf(positionals[0]);
const isGenerated = positionals[0] === undefined;
const kind = isGenerated ? 'generated pages' : 'real pages';
const bodies = readPages(folder);

const site = fork(fileURLToPath(new URL('./crawl-page/site.ts', import.meta.url)), [folder]);
const [{ port, dns, pages }] = (await once(site, 'message')) as [
  { port: number; dns: string; pages: number },
];
const network = createNetwork({ ports: 'any', allowAddresses: ['127.0.0.1'], nameServers: [dns] });
const common = {
  network,
  now: () => new Date('2026-01-01T00:00:00Z'),
  randomBytes: (size: number) => new Uint8Array(size),
  ruleset: defaultRuleset,
  expectIndexable: true,
};
const urls = Array.from({ length: pages }, (_, at) => `http://site.test:${port}/${at}`);
const connections = createConnections(network);
const opened = await openSite(parseTarget(urls[0] ?? '', network), {
  ...common,
  connections,
  atOnce: 2,
});
if (opened.startPage !== 'allowed') throw new Error(opened.startPage);
const { siteFacts } = opened;
const results = createSharedResults({ now: common.now, monotonicMs: () => 0 });
let batch = '';

const works = {
  'reading alone': (url: string) =>
    readPage(bodies[Number(new URL(url).pathname.slice(1))] ?? new Uint8Array(), 'text/html'),
  'a report': (url: string) => auditPage(parseTarget(url, network), common),
  'a report of a batch': (url: string) =>
    auditPage(parseTarget(url, network), {
      ...common,
      joinBatch: (signal) => results.join(batch, signal),
    }),
  'a page of a crawl': async (url: string) => {
    const page = await auditCrawlPage(new URL(url), { ...common, connections, siteFacts });
    if (page.kind !== 'audited') throw new Error(`${url} is ${page.kind}.`);
  },
} satisfies Record<string, (url: string) => Promise<unknown>>;

const times = new Map<string, number[]>();
const requestsOf = new Map<string, number>();
const measure = async (name: string, round: number, work: () => Promise<unknown>) => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  if (round >= 0) times.set(name, [...(times.get(name) ?? []), user + system]);
};
for (let round = -3; round < rounds; round++) {
  batch = String(round);
  for (const [name, work] of Object.entries(works)) {
    await measure(name, round, async () => {
      for (const url of urls) await work(url);
    });
    requestsOf.set(name, (await delay(0)) / pages);
  }
}
for (let round = -3; round < rounds; round++) {
  // The checks memoize readings that the outline needs, too.
  const read = await Promise.all(
    bodies.map(async (body, at) => {
      const html = body.toString('utf8');
      const facts = await factsOf({ html, url: `https://site.test/${at}` });
      const results = await runChecks(defaultRuleset.checks, facts);
      return {
        facts,
        scored: scoreResults(defaultRuleset.checks, results, { expectIndexable: true }),
      };
    }),
  );
  await measure('an outline, of facts with results', round, async () => {
    for (const { facts, scored } of read) await outlinePage(facts, scored, openCpuAccount());
  });
}

/** Sets the delay of the site, and returns the number of requests before. */
async function delay(ms: number): Promise<number> {
  const answered = once(site, 'message');
  site.send(ms);
  return (await answered)[0] as number;
}

const delayMs = 300;
const slowUrls = urls.slice(0, Number(values.slow));
const waits: number[] = [];
// A report has more requests at a time where nothing else requests its site.
await connections.close();
await delay(delayMs);
for (const url of slowUrls) {
  const startedAt = performance.now();
  await works['a report'](url);
  waits.push(performance.now() - startedAt);
}
const requests = (await delay(0)) / slowUrls.length;
site.disconnect();

const of = (name: string) => median(times.get(name) ?? []) / pages;
publish(
  {
    kind: 'table',
    title: `A report and a page of a crawl: ${pages} ${kind}`,
    about: `CPU time with that of HTTP, medians of ${rounds} rounds in turns, in one process. The site is another one. A report requests links, images, files, sitemaps and icons, too.`,
    columns: ['', 'ms a page', 'requests a page'],
    rows: [...times.keys()].map((name) => [name, of(name) / 1_000, requestsOf.get(name) ?? 0]),
  },
  {
    kind: 'table',
    title: `Reports of ${slowUrls.length} of these pages, whose sites respond after ${delayMs} ms`,
    about: 'One after the other. Round trips are the time by that delay.',
    columns: ['', 'requests, mean', 'ms, median', 'round trips', 'slowest, ms'],
    rows: [['a report', requests, median(waits), median(waits) / delayMs, Math.max(...waits)]],
  },
  {
    kind: 'goal',
    what: `a report at ${delayMs} ms a response, ${kind}`,
    measured: median(waits) / 1_000,
    unit: ' s',
    atMost: isGenerated ? 1.3 : 1,
    missedBecause:
      'a host gets eight requests at a time ([ADR 12](../docs/adr/0012-jobs-live-in-the-store.md)). Twelve took as long.',
  },
  {
    kind: 'goal',
    what: `its round trips at ${delayMs} ms a response, ${kind}`,
    measured: median(waits) / delayMs,
    unit: '',
    atMost: isGenerated ? 4.5 : 3.5,
    missedBecause:
      'the page and its robots.txt take one, and up to 29 other URLs of its host, eight at a time, four; some depend on others.',
  },
);
