import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';
import { factsOf } from '../packages/core/src/audit/checks/fixtures/facts-of.ts';
import type { checks as Checks } from '../packages/core/src/audit/checks/index.ts';
import type { readPage as ReadPage } from '../packages/core/src/audit/page/read-page.ts';
import type { resolvePageUrls as ResolvePageUrls } from '../packages/core/src/audit/page-urls.ts';
import type { runChecks as RunChecks } from '../packages/core/src/audit/run-checks.ts';
import type { scoreResults as ScoreResults } from '../packages/core/src/audit/score.ts';

// What all checks and the score cost, against reading the page: medians of the rounds, in CPU time, and
// the checks that cost most.
//
//   node --import tsx benchmarks/run-checks.ts [folder with pages] [rounds]

const audit = fileURLToPath(new URL('../packages/core/src/audit/', import.meta.url));
const built = fileURLToPath(new URL('../node_modules/.cache/benchmarks-checks/', import.meta.url));
// As it is published: what runs TypeScript directly adds a call to every closure.
await build({
  entry: {
    page: join(audit, 'page/read-page.ts'),
    urls: join(audit, 'page-urls.ts'),
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

const times = { read: [] as number[], urls: [] as number[], checks: [] as number[] };
const timed = async (name: keyof typeof times, work: () => Promise<void>, counts: boolean) => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  if (counts) times[name].push(user + system);
};
for (let round = -3; round < rounds; round++) {
  const counts = round >= 0;
  await timed(
    'read',
    async () => {
      for (const page of pages) await readPage(page, 'text/html; charset=utf-8');
    },
    counts,
  );
  await timed(
    'urls',
    async () => {
      for (const { page, response } of facts) await resolvePageUrls(page, response.finalUrl);
    },
    counts,
  );
  await timed(
    'checks',
    async () => {
      for (const one of facts) {
        scoreResults(checks, await runChecks(checks, one), { expectIndexable: true });
      }
    },
    counts,
  );
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
  console.log(`${(time / base).toFixed(2).padStart(6)}  ${perPage} µs a page  ${label}`);
}

const costs = checks.map((check) => {
  const before = performance.now();
  for (let round = 0; round < rounds; round++) for (const one of facts) check.run(one);
  const each = ((performance.now() - before) * 1_000) / rounds / facts.length;
  return { id: check.id, each };
});
console.log('\nWhat costs most, µs a page:');
for (const { id, each } of costs.toSorted((left, right) => right.each - left.each).slice(0, 10)) {
  console.log(`${each.toFixed(1).padStart(8)}  ${id}`);
}
