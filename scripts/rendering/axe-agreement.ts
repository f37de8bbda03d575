import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { factsOf } from '../../packages/audit/src/checks/fixtures/facts-of.ts';
import { checks } from '../../packages/audit/src/checks/index.ts';
import { runChecks } from '../../packages/audit/src/run-checks.ts';
import { pageWith } from '../truth/gds-barriers.ts';
import { knownAxeDifferences } from './axe-differences.ts';
import { sharedDecisions } from './axe-rules.ts';
import { openAxeBrowser } from './run-all-axe.ts';
import { servePages } from './serve-pages.ts';

// Compares our checks of accessibility with the rules of axe-core that decide the same, in Chromium, on the cases of
// W3C's ACT rules and of the Government Digital Service, which are not part of the repository:
//
//   npm run tool -- render-axe a-folder-with-their-files
//
// Fails if there is a difference that `axe-differences.ts` does not explain, or explains although there is none.

interface Case {
  readonly id: string;
  readonly rule: string;
  readonly title: string;
  readonly html: string;
}

interface Barrier {
  readonly barrier: string;
  readonly example: string;
  readonly page: string | null;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name the folder of the cases: npm run tool -- render-axe a-folder');
  process.exit(1);
}
const casesOf = <T>(file: string) =>
  (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { readonly cases: readonly T[] }).cases;

const pages = [
  ...['act.json', 'act-controls.json'].flatMap((file) =>
    casesOf<Case>(file).map(({ rule, title, id, html }) => ({
      name: `${rule} ${title} ${id.slice(0, 8)}`,
      html,
    })),
  ),
  ...casesOf<Barrier>('gds-barriers.json').map(({ barrier, example, page }) => ({
    name: barrier,
    html: page ?? pageWith(example),
  })),
  // Documents of other media types, which are refused.
].filter(({ html }) => !/^\s*<(?:svg|math)[\s>]/.test(html));

const site = await servePages(
  new Map(pages.map(({ html }, index) => [`/${index}`, { body: html }])),
);
const rules = sharedDecisions.flatMap((decision) => decision.rules);
const axe = await openAxeBrowser(rules);
try {
  const differences = new Map<string, string>();
  const count = { agree: 0, bothAccuse: 0, differ: 0, undecided: 0 };
  for (const [index, { name, html }] of pages.entries()) {
    const { violations, undecided } = await axe.run(`${site.origin}/${index}`);
    const results = await runChecks(checks, await factsOf({ html }));
    for (const decision of sharedDecisions) {
      const accusing = decision.checks.filter((id) =>
        /warn|fail/.test(results.get(id)?.status ?? ''),
      );
      const broken = decision.rules.filter((rule) => violations.has(rule));
      const isAccused = accusing.length > 0;
      if (isAccused === broken.length > 0) {
        count.agree++;
        if (isAccused) count.bothAccuse++;
      } else if (isAccused && decision.rules.some((rule) => undecided.has(rule))) {
        count.undecided++;
      } else {
        count.differ++;
        const [said, by] = isAccused
          ? [accusing.map((id) => `${id}: ${results.get(id)?.summary}`), 'only our check']
          : [broken.map((rule) => `${rule}: ${violations.get(rule)}`), 'only axe'];
        const text = said.join('; ').replace(/\s+/g, ' ').slice(0, 300);
        differences.set(`${decision.rules[0]} on ${name}`, `${by} accuses it, ${text}`);
      }
    }
  }
  const known = new Map(
    knownAxeDifferences.flatMap(({ reason, names }) => names.map((name) => [name, reason])),
  );
  const byReason = new Map<string, number>();
  for (const [name, detail] of [...differences].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const reason = known.get(name);
    if (reason !== undefined) byReason.set(reason, (byReason.get(reason) ?? 0) + 1);
    else fail(`${name}: ${detail}`);
  }
  for (const name of known.keys()) {
    if (!differences.has(name)) fail(`${name} agrees now: remove it from axe-differences.ts`);
  }
  const percent = (part: number, all: number) => `${((100 * part) / all).toFixed(1)} %`;
  const { agree, bothAccuse, differ, undecided } = count;
  console.log(`axe-core ${axe.version}: ${rules.length} rules on ${pages.length} pages`);
  console.log(`agree: ${agree} of ${agree + differ} (${percent(agree, agree + differ)})`);
  console.log(
    `agree where one of both accuses: ${bothAccuse} of ${bothAccuse + differ} (${percent(bothAccuse, bothAccuse + differ)})`,
  );
  console.log(`only our check accuses, and axe is undecided: ${undecided}`);
  for (const [reason, times] of byReason) console.log(`  ${times} differ: ${reason}`);
} finally {
  await axe.close();
  await site.close();
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
