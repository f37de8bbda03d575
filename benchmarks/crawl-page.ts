import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';
import type { auditPage as AuditPage } from '../packages/audit/src/audit-page.ts';
import { factsOf } from '../packages/audit/src/checks/fixtures/facts-of.ts';
import { openCpuAccount } from '../packages/audit/src/cpu-account.ts';
import type { auditCrawlPage as AuditCrawlPage } from '../packages/audit/src/crawl-page.ts';
import type { createConnections as CreateConnections } from '../packages/audit/src/fetch/connections.ts';
import type { createNetwork as CreateNetwork } from '../packages/audit/src/fetch/network.ts';
import type { parseTarget as ParseTarget } from '../packages/audit/src/fetch/parse-target.ts';
import type { openSite as OpenSite } from '../packages/audit/src/open-site.ts';
import type { outlinePage as OutlinePage } from '../packages/audit/src/outline-page.ts';
import type { defaultRuleset as DefaultRuleset } from '../packages/audit/src/ruleset.ts';

import type { runChecks as RunChecks } from '../packages/audit/src/run-checks.ts';

// The CPU time of a page of a crawl, and of an outline, relative to a report of the same page: medians of the rounds.
//
//   npm run bench -- crawl-page [folder with pages] [rounds]

const audit = fileURLToPath(new URL('../packages/audit/src/', import.meta.url));
const built = fileURLToPath(new URL('../node_modules/.cache/benchmarks-crawl/', import.meta.url));
// Built as published: running TypeScript directly adds a call to every closure.
await build({
  entry: {
    page: join(audit, 'audit-page.ts'),
    crawl: join(audit, 'crawl-page.ts'),
    connections: join(audit, 'fetch/connections.ts'),
    network: join(audit, 'fetch/network.ts'),
    target: join(audit, 'fetch/parse-target.ts'),
    site: join(audit, 'open-site.ts'),
    ruleset: join(audit, 'ruleset.ts'),
    outline: join(audit, 'outline-page.ts'),
    checks: join(audit, 'run-checks.ts'),
  },
  outDir: built,
  format: 'esm',
  external: [/^[a-z@]/],
  config: false,
  silent: true,
});
const load = (name: string) => import(join(built, `${name}.js`));
const { auditPage } = (await load('page')) as { auditPage: typeof AuditPage };
const { auditCrawlPage } = (await load('crawl')) as { auditCrawlPage: typeof AuditCrawlPage };
const { createConnections } = (await load('connections')) as {
  createConnections: typeof CreateConnections;
};
const { createNetwork } = (await load('network')) as { createNetwork: typeof CreateNetwork };
const { parseTarget } = (await load('target')) as { parseTarget: typeof ParseTarget };
const { openSite } = (await load('site')) as { openSite: typeof OpenSite };
const { defaultRuleset } = (await load('ruleset')) as { defaultRuleset: typeof DefaultRuleset };

const { outlinePage } = (await load('outline')) as { outlinePage: typeof OutlinePage };
const { runChecks } = (await load('checks')) as { runChecks: typeof RunChecks };

const folder = process.argv[2] || join(audit, 'page/fixtures/pages');
const rounds = Number(process.argv[3] ?? 15);

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

const works = {
  'a report': (url: string) => auditPage(parseTarget(url, network), common),
  'a report with known site facts': (url: string) =>
    auditPage(parseTarget(url, network), { ...common, connections, siteFacts }),
  'a page of a crawl': async (url: string) => {
    const page = await auditCrawlPage(new URL(url), { ...common, connections, siteFacts });
    if (page.kind !== 'audited') throw new Error(`${url} is ${page.kind}.`);
  },
} satisfies Record<string, (url: string) => Promise<unknown>>;

const times = new Map<string, number[]>();
const measure = async (name: string, round: number, work: () => Promise<unknown>) => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  if (round >= 0) times.set(name, [...(times.get(name) ?? []), user + system]);
};
for (let round = -3; round < rounds; round++) {
  for (const [name, work] of Object.entries(works)) {
    await measure(name, round, async () => {
      for (const url of urls) await work(url);
    });
  }
}
const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
for (let round = -3; round < rounds; round++) {
  // The checks memoize readings that the outline needs, too.
  const read = await Promise.all(
    texts.map(async (html, at) => {
      const facts = await factsOf({ html, url: `https://site.test/${at}` });
      return { facts, results: Object.fromEntries(await runChecks(defaultRuleset.checks, facts)) };
    }),
  );
  await measure('an outline, of facts with results', round, async () => {
    for (const { facts, results } of read) await outlinePage(facts, results, openCpuAccount());
  });
}
site.kill();
await connections.close();

const median = (values: readonly number[]) =>
  values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
const base = median(times.get('a report') ?? []);
console.log(`${pages} pages, median of ${rounds} rounds, CPU time with that of HTTP`);
for (const [name, values] of times) {
  const time = median(values);
  const perPage = (time / pages).toFixed().padStart(6);
  console.log(`${(time / base).toFixed(3).padStart(7)}  ${perPage} µs per page  ${name}`);
}
