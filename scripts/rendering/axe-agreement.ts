import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { factsOf } from '../../packages/audit/src/checks/fixtures/facts-of.ts';
import { checks } from '../../packages/audit/src/checks/index.ts';
import { runChecks } from '../../packages/audit/src/scoring/run-checks.ts';
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
  const byReason = new Map(knownAxeDifferences.map(({ reason }) => [reason, 0]));
  const stale = new Set(
    knownAxeDifferences.flatMap(({ rule, cases }) =>
      caseNames(cases).map((name) => `${rule} on ${name}`),
    ),
  );
  const count = { agree: 0, bothAccuse: 0, differ: 0, notOurs: 0, undecided: 0 };
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
        const by = isAccused ? 'us' : 'axe';
        const isOurs = decision.checks.some((id) => results.get(id)?.status !== 'na');
        if (!isOurs) count.notOurs++;
        const [rule = ''] = decision.rules;
        const known = knownAxeDifferences.find(
          (each) =>
            each.rule === rule &&
            each.by === by &&
            (each.cases === 'all' ? !isOurs : each.cases.includes(name)),
        );
        if (known === undefined) {
          const said = isAccused
            ? accusing.map((id) => `${id}: ${results.get(id)?.summary}`)
            : broken.map((id) => `${id}: ${violations.get(id)}`);
          const text = said.join('; ').replace(/\s+/g, ' ').slice(0, 300);
          fail(`${rule} on ${name}: only ${isAccused ? 'we accuse' : 'axe accuses'} it: ${text}`);
        } else {
          byReason.set(known.reason, (byReason.get(known.reason) ?? 0) + 1);
          for (const each of caseNames(known.cases)) {
            if (each === name || each === 'any case') stale.delete(`${rule} on ${each}`);
          }
        }
      }
    }
  }
  for (const name of stale) fail(`${name}: both agree now: remove it from axe-differences.ts`);
  const percent = (part: number, all: number) => `${((100 * part) / all).toFixed(1)} %`;
  const { agree, bothAccuse, differ, notOurs, undecided } = count;
  const accused = bothAccuse + differ;
  console.log(`axe-core ${axe.version}: ${rules.length} rules on ${pages.length} pages`);
  console.log(`agree: ${agree} of ${agree + differ} (${percent(agree, agree + differ)})`);
  console.log(
    `agree where one of both accuses: ${bothAccuse} of ${accused} (${percent(bothAccuse, accused)})`,
  );
  console.log(
    `the same without ${notOurs} where our check does not apply to the page: ${percent(bothAccuse, accused - notOurs)}`,
  );
  console.log(`only our check accuses, and axe is undecided: ${undecided}`);
  for (const [reason, times] of byReason) console.log(`  ${times} differ: ${reason}`);
} finally {
  await axe.close();
  await site.close();
}

/** The cases of a known difference, each of which must occur. */
function caseNames(cases: 'all' | readonly string[]): readonly string[] {
  return cases === 'all' ? ['any case'] : cases;
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
