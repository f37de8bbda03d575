import { parseArgs } from 'node:util';
import type { AuditFacts } from '../packages/audit/src/audit-facts.ts';
import { evaluate, factsOf } from '../packages/audit/src/checks/fixtures/facts-of.ts';
import { fullFacts } from '../packages/audit/src/checks/fixtures/full-facts.ts';
import { measureChecks } from '../packages/audit/src/checks/fixtures/measure-checks.ts';
import { buildAudit } from './build-audit.ts';
import { hostileShapes } from './hostile-shapes.ts';
import { publish } from './report/publish.ts';
import { pageFolderOf, readPages } from './typical-pages/page-folder.ts';

// The most expensive checks, and the longest time that one check blocks the event loop on hostile pages and full facts.
// `npm run bench -- page` has the cost of all checks relative to reading.
//
//   npm run bench -- checks [folder with pages] [--rounds N]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '15' } },
});
const rounds = Number(values.rounds);
const audit = await buildAudit('checks', [
  'checks/index',
  'readings/structured-data/read-structured-data',
]);
const { checks } = audit['checks/index'];
const { readStructuredData } = audit['readings/structured-data/read-structured-data'];
const pages = readPages(pageFolderOf(positionals[0]));
const facts = await Promise.all(pages.map((page) => factsOf({ html: page.toString('utf8') })));

/** The facts of a new report, without memoized values of checks. */
const fresh = (original: AuditFacts): AuditFacts => ({
  ...original,
  page: { ...original.page },
  urls: { ...original.urls },
});

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
const byCost = [...costs].sort(([, left], [, right]) => right - left);
publish({
  kind: 'table',
  title: `The most expensive of ${checks.length} checks`,
  columns: ['', 'µs a page'],
  rows: byCost.slice(0, 10).map(([id, total]) => [id, (total * 1_000) / rounds / facts.length]),
});

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
longest.sort((left, right) => right.ms - left.ms);
publish(
  {
    kind: 'table',
    title: `The longest time of one check on ${longest.length} hostile pages`,
    about: 'Pages of 5 MB or with as much as facts hold, made to be slow to check.',
    columns: ['', 'check', 'ms'],
    rows: longest.slice(0, 5).map(({ shape, id, ms }) => [shape, id, ms]),
  },
  {
    kind: 'goal',
    what: 'longest block of one check on a hostile page',
    measured: longest[0]?.ms ?? Number.NaN,
    unit: ' ms',
    atMost: 50,
  },
);
