import type { AuditFacts } from '../packages/audit/src/audit-facts.ts';
import { evaluate, factsOf } from '../packages/audit/src/checks/fixtures/facts-of.ts';
import { openCpuAccount } from '../packages/audit/src/limits/cpu-account.ts';
import { hostilePages } from '../packages/audit/src/page/fixtures/hostile-pages.ts';
import { buildAudit } from './build-audit.ts';

// How work grows with hostile pages: the CPU time of a page of double size relative to the original, for
// each shape, best of some rounds, for reading it, resolving its URLs and running all checks. 2 is linear;
// times below a few milliseconds are not compared. Tests count the same work without a clock. Then the
// longest check of each shape, which nothing interrupts.
//
//   npm run bench -- growth [characters] [rounds] [part of a shape's name]

const audit = await buildAudit('growth', ['page/read-page', 'readings/page-urls', 'checks/index']);
const { readPage } = audit['page/read-page'];
const { resolvePageUrls } = audit['readings/page-urls'];
const { checks } = audit['checks/index'];

const size = Number(process.argv[2] ?? 400_000);
const rounds = Number(process.argv[3] ?? 3);
const named = process.argv[4] ?? '';
/** Times in milliseconds below which ratios are not meaningful. */
const least = 5;

/** Milliseconds of CPU time. */
async function timed(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function costsOf(html: string, plain: AuditFacts) {
  const body = new TextEncoder().encode(html);
  const { finalUrl } = plain.response;
  const best = { read: Infinity, urls: Infinity, checks: Infinity };
  const longest = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    let page = plain.page;
    let urls = plain.urls;
    const read = await timed(async () => {
      page = await readPage(body, 'text/html; charset=utf-8');
    });
    const resolved = await timed(async () => {
      urls = await resolvePageUrls(page, finalUrl, openCpuAccount());
    });
    // One object: values that several checks share are computed once for it.
    const facts = { ...plain, page, urls };
    let all = 0;
    for (const check of checks) {
      const ms = await timed(() => evaluate(check, facts));
      longest.set(check.id, Math.min(ms, longest.get(check.id) ?? ms));
      all += ms;
    }
    best.read = Math.min(best.read, read);
    best.urls = Math.min(best.urls, resolved);
    best.checks = Math.min(best.checks, all);
  }
  const [check = ''] = [...longest].sort(([, left], [, right]) => right - left)[0] ?? [];
  return { ...best, check, longest: longest.get(check) ?? 0 };
}

function column(once: number, twice: number): string {
  const ratio = twice < least ? '-' : (twice / once).toFixed(2);
  return `${ratio.padStart(6)} ${once.toFixed(1).padStart(7)} ${twice.toFixed(1).padStart(7)} ms`;
}

console.log(
  `${size / 1_000} and ${(2 * size) / 1_000} thousand characters, best of ${rounds} rounds: read | URLs | checks | longest check`,
);
const plain = await factsOf();
for (const [id, name, make] of hostilePages) {
  if (!name.includes(named)) continue;
  const once = await costsOf(make(size), plain);
  const twice = await costsOf(make(2 * size), plain);
  const columns = (['read', 'urls', 'checks'] as const).map((part) =>
    column(once[part], twice[part]),
  );
  const longest = `${twice.longest.toFixed(1).padStart(6)} ms ${twice.check}`;
  console.log(`${columns.join(' |')} | ${longest} | ${id} ${name}`);
}
