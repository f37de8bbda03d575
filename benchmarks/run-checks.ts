import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';
import type { AuditFacts } from '../packages/audit/src/audit-facts.ts';
import { evaluate, factsOf } from '../packages/audit/src/checks/fixtures/facts-of.ts';
import { fullFacts } from '../packages/audit/src/checks/fixtures/full-facts.ts';
import { measureChecks } from '../packages/audit/src/checks/fixtures/measure-checks.ts';
import type { checks as Checks } from '../packages/audit/src/checks/index.ts';
import { openCpuAccount } from '../packages/audit/src/cpu-account.ts';
import type { readPage as ReadPage } from '../packages/audit/src/page/read-page.ts';
import type { resolvePageUrls as ResolvePageUrls } from '../packages/audit/src/readings/page-urls.ts';
import type { readStructuredData as ReadStructuredData } from '../packages/audit/src/readings/structured-data/read-structured-data.ts';
import type { runChecks as RunChecks } from '../packages/audit/src/run-checks.ts';
import type { scoreResults as ScoreResults } from '../packages/audit/src/score.ts';
import { hostileShapes } from './hostile-shapes.ts';

// The cost of all checks and the score relative to reading the page: medians of the rounds, in CPU time;
// the most expensive checks; and the longest time that one check blocks the event loop on hostile pages and full
// facts.
//
//   npm run bench -- checks [folder with pages] [rounds]

const audit = fileURLToPath(new URL('../packages/audit/src/', import.meta.url));
const built = fileURLToPath(new URL('../node_modules/.cache/benchmarks-checks/', import.meta.url));
// Built as published: running TypeScript directly adds a call to every closure.
await build({
  entry: {
    page: join(audit, 'page/read-page.ts'),
    urls: join(audit, 'readings/page-urls.ts'),
    data: join(audit, 'readings/structured-data/read-structured-data.ts'),
    checks: join(audit, 'checks/index.ts'),
    run: join(audit, 'run-checks.ts'),
    score: join(audit, 'score.ts'),
  },
  outDir: built,
  format: 'esm',
  config: false,
  silent: true,
});
const load = (name: string) => import(join(built, `${name}.js`));
const { readPage } = (await load('page')) as { readPage: typeof ReadPage };
const { resolvePageUrls } = (await load('urls')) as { resolvePageUrls: typeof ResolvePageUrls };
const { readStructuredData } = (await load('data')) as {
  readStructuredData: typeof ReadStructuredData;
};
const { checks } = (await load('checks')) as { checks: typeof Checks };
const { runChecks } = (await load('run')) as { runChecks: typeof RunChecks };
const { scoreResults } = (await load('score')) as { scoreResults: typeof ScoreResults };

const folder = process.argv[2] ?? join(audit, 'page/fixtures/pages');
const rounds = Number(process.argv[3] ?? 15);
const pages = readdirSync(folder)
  .filter((name) => /\.html?(?:\.txt)?$/.test(name))
  .map((name) => new Uint8Array(readFileSync(join(folder, name))));
const facts = await Promise.all(
  pages.map((page) => factsOf({ html: Buffer.from(page).toString('utf8') })),
);

/** The facts of a new report, without memoized values of checks. */
const fresh = (original: AuditFacts): AuditFacts => ({
  ...original,
  page: { ...original.page },
  urls: { ...original.urls },
});

const times = { read: [] as number[], urls: [] as number[], checks: [] as number[] };
/** The code of a check runs once for a page: V8 needs a thousand pages to compile it, and longer for the last. */
const warmUp = 20;
// Page by page, like reports: each is read, resolved and checked before the next.
for (let round = -warmUp; round < rounds; round++) {
  const spent = { read: 0, urls: 0, checks: 0 };
  const timed = async <Result>(name: keyof typeof spent, work: () => Promise<Result>) => {
    const before = process.cpuUsage();
    const result = await work();
    const { user, system } = process.cpuUsage(before);
    spent[name] += user + system;
    return result;
  };
  for (const [index, factsOfPage] of facts.entries()) {
    const body = pages[index] ?? new Uint8Array();
    const page = await timed('read', () => readPage(body, 'text/html; charset=utf-8'));
    const urls = await timed('urls', () =>
      resolvePageUrls(page, factsOfPage.response.finalUrl, openCpuAccount()),
    );
    await timed('checks', async () => {
      const results = await runChecks(checks, { ...factsOfPage, page, urls });
      return scoreResults(checks, results, { expectIndexable: true });
    });
  }
  if (round < 0) continue;
  for (const name of ['read', 'urls', 'checks'] as const) times[name].push(spent[name]);
}

const median = (values: readonly number[]) =>
  values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
const base = median(times.read);
console.log(`${pages.length} pages, ${checks.length} checks, median of ${rounds} rounds`);
const names = { read: 'readPage', urls: 'resolving URLs', checks: 'all checks and the score' };
for (const [name, values] of Object.entries(times)) {
  const time = median(values);
  const perPage = (time / pages.length).toFixed().padStart(6);
  const label = names[name as keyof typeof names];
  console.log(`${(time / base).toFixed(2).padStart(6)}  ${perPage} µs per page  ${label}`);
}

// Values that several checks share count for the first of them.
const costs = new Map<string, number>();
for (let round = 0; round < rounds; round++) {
  for (const factsOfPage of facts.map(fresh)) {
    for (const check of checks) {
      const before = performance.now();
      evaluate(check, factsOfPage);
      costs.set(check.id, (costs.get(check.id) ?? 0) + performance.now() - before);
    }
  }
}
console.log('\nThe most expensive checks, µs per page:');
for (const [id, total] of [...costs].sort(([, left], [, right]) => right - left).slice(0, 10)) {
  const each = (total * 1_000) / rounds / facts.length;
  console.log(`${each.toFixed(1).padStart(8)}  ${id}`);
}

const longest: { shape: string; id: string; ms: number }[] = [];
const hostile = [
  ...Object.entries(hostileShapes).map(([name, html]) => ({
    name,
    facts: () => factsOf({ html: html() }),
  })),
  ...fullFacts(),
];
for (const { name: shape, facts } of hostile) {
  const times = await measureChecks({ checks, readStructuredData }, await facts(), 0);
  const [[id, ms] = ['', 0]] = [...times].sort(([, left], [, right]) => right - left);
  longest.push({ shape, id, ms });
}
console.log('\nThe longest single check on hostile pages, ms:');
for (const { shape, id, ms } of longest.sort((left, right) => right.ms - left.ms)) {
  console.log(`${ms.toFixed(1).padStart(8)}  ${shape}: ${id}`);
}
