import { parseArgs } from 'node:util';
import type { AuditFacts } from '../packages/audit/src/audit-facts.ts';
import { evaluate, factsOf } from '../packages/audit/src/checks/fixtures/facts-of.ts';
import { buildAudit } from './build-audit.ts';
import { publish } from './report/publish.ts';
import { pageFolderOf, readPages } from './typical-pages/page-folder.ts';

// The most expensive checks. `npm run bench -- page` has the cost of all checks relative to reading, and
// `npm run tool -- attack checks` how long one may block the event loop on facts that are full.
//
//   npm run bench -- checks [folder with pages] [--rounds N]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '15' } },
});
const rounds = Number(values.rounds);
const audit = await buildAudit('checks', ['checks/index']);
const { checks } = audit['checks/index'];
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
