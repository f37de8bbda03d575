import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { factsOf } from '../packages/audit/src/checks/fixtures/facts-of.ts';
import { checks } from '../packages/audit/src/checks/index.ts';
import { runChecks } from '../packages/audit/src/scoring/run-checks.ts';
import { corpusPage } from './corpus-page.ts';
import { differencesOf, tableHead, tableRow } from './corpus-table.ts';

// Runs every check on a folder of real pages, which cannot be part of the repository, and prints how
// often each passes, warns and fails. No requests are sent: the facts from the network are those of a page
// without problems. Ends with an error if a check could not be evaluated, or if the table of a document differs.
//
//   npm run tool -- corpus-checks a-folder-of-html-files [a check's id, to print its summaries]
//   npm run tool -- corpus-checks a-folder-of-html-files --table docs/checks-on-real-pages.md

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { table: { type: 'string' } },
});
const [folder, wanted] = positionals;
if (folder === undefined) {
  console.error('Name a folder of .html files: npm run tool -- corpus-checks a-folder');
  process.exit(1);
}

const pages = readdirSync(folder).filter((name) => /\.html?$/.test(name));
const counts = new Map(
  checks.map(({ id }) => [id, { pass: 0, warn: 0, fail: 0, na: 0, error: 0 }]),
);
let broken = 0;
for (const name of pages) {
  const results = await runChecks(
    checks,
    await factsOf(corpusPage(readFileSync(join(folder, name)))),
  );
  for (const [id, { status, summary, evidence }] of results) {
    const count = counts.get(id);
    if (count) count[status]++;
    if (status === 'error') broken++;
    if (id !== wanted || status === 'na') continue;
    console.log(`${name} ${status}: ${summary}`);
    for (const { text, line } of evidence.slice(0, 3)) {
      console.log(`    ${line ?? ''} ${text.replace(/\s+/g, ' ').slice(0, 150)}`);
    }
  }
}

const differences =
  values.table === undefined
    ? []
    : differencesOf(readFileSync(values.table, 'utf8'), counts, pages.length);
if (values.table !== undefined) {
  for (const difference of differences) {
    console.error(`${values.table} differs, this is right: ${difference}`);
  }
} else if (wanted === undefined) {
  console.log(tableHead);
  for (const [id, count] of counts) console.log(tableRow(id, count));
}
console.error(`${pages.length} pages, ${checks.length} checks, ${broken} not evaluated`);
if (pages.length === 0 || broken > 0 || differences.length > 0) process.exit(1);
