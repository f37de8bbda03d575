import { deepStrictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suites } from './suites.ts';

// Compares our results with published test cases, which are not part of the repository:
//
//   npm run tool -- truth a-folder-with-their-files
//
// Fails if a comparison disagrees that `suites.ts` does not list, or agrees although it is listed.

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name the folder of the cases: npm run tool -- truth a-folder');
  process.exit(1);
}

for (const { file, compare, known } of suites) {
  const { cases } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const expected = new Map(
    known.flatMap(({ reason, names }) => names.map((name) => [name, reason])),
  );
  const stale = new Set(expected.keys());
  const byReason = new Map<string, number>();
  let total = 0;
  let disagreeing = 0;
  for (const [index, testCase] of cases.entries()) {
    for (const { name, ours, expected: theirs } of await compare(testCase, index)) {
      total++;
      try {
        deepStrictEqual(ours, theirs);
      } catch (error) {
        disagreeing++;
        stale.delete(name);
        const reason = expected.get(name);
        if (reason !== undefined) byReason.set(reason, (byReason.get(reason) ?? 0) + 1);
        else fail(`${file}: ${name} disagrees: ${String(error).slice(0, 2_000)}`);
      }
    }
  }
  const agreeing = total - disagreeing;
  const percent = ((agreeing / total) * 100).toFixed(1);
  console.log(`${file}: ${agreeing} of ${total} agree (${percent} %)`);
  for (const [reason, count] of byReason) console.log(`  ${count} disagree: ${reason}`);
  for (const name of stale) fail(`${file}: ${name} agrees now: remove it from suites.ts`);
  if (total === 0) fail(`${file}: no cases`);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
