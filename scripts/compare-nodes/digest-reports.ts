import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { factsOf } from '../../packages/audit/src/checks/fixtures/facts-of.ts';
import { checks } from '../../packages/audit/src/checks/index.ts';
import { fragments } from '../../packages/audit/src/page/fixtures/fragments.ts';
import { runChecks } from '../../packages/audit/src/run-checks.ts';

// Prints a digest of the results of each check for many pages on this Node, one per line: `run.ts` compares
// them. COMPARE_PAGES adds the pages of a folder to those of the tests.

const pagesFolder = new URL('../../packages/audit/src/page/fixtures/pages/', import.meta.url);
const pages = [...fragments, ...textsIn(pagesFolder.pathname)];
if (process.env.COMPARE_PAGES) pages.push(...textsIn(process.env.COMPARE_PAGES));

const digests = new Map<string, Hash>(checks.map(({ id }) => [id, createHash('sha256')]));
for (const html of pages) {
  const results = await runChecks(checks, await factsOf({ html }));
  for (const [id, result] of results) {
    digests.get(id)?.update(JSON.stringify(result));
  }
}
for (const [id, digest] of digests) {
  console.log(`check ${id} on ${pages.length} pages\t${digest.digest('hex')}`);
}

function textsIn(folder: string): string[] {
  return readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
}
