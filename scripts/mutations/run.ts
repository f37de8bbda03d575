import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { checkBaseline } from './check-baseline.ts';
import { copyRepository } from './copy-repository.ts';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutants/index.ts';
import { tryMutant, type Verdict } from './try-mutant.ts';

// Takes each guard of the engine away in turn, and fails where no test notices.
// `npm run mutations -- redirect` tries those whose name or file holds "redirect".

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
const wanted = process.argv.slice(2).join(' ');
const chosen = mutants.filter(({ name, changes }) =>
  [name, ...changes.map(({ file }) => file)].some((text) => text.includes(wanted)),
);
const startedAt = performance.now();

/** Two at a time: most of a run is spent waiting for servers that stall on purpose. */
const copies = await Promise.all([copyRepository(root), copyRepository(root)]);
try {
  process.exitCode = (await tryAll(chosen)) ? 0 : 1;
} finally {
  for (const copy of copies) await rm(copy, { recursive: true, force: true });
}

async function tryAll(list: readonly Mutant[]): Promise<boolean> {
  const [first = root] = copies;
  const wrong = await checkBaseline(first, list);
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) return false;

  const queue = [...list];
  const verdicts: Verdict[] = [];
  const work = async (copy: string) => {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const verdict = await tryMutant(copy, mutant);
      verdicts.push(verdict);
      console.log(lineOf(verdict));
    }
  };
  await Promise.all(copies.map(work));

  const failed = verdicts.filter(({ noticed }) => !noticed);
  if (failed.length > 0) console.log('\nNot noticed:');
  for (const verdict of failed) console.log(lineOf(verdict));
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(
    `\n${verdicts.length - failed.length} passed, ${failed.length} failed, in ${seconds} s`,
  );
  return failed.length === 0 && verdicts.length > 0;
}

function lineOf({ mutant, noticed, what, seconds }: Verdict): string {
  const mark = noticed ? 'ok  ' : 'FAIL';
  return `${mark} ${seconds.toFixed(1).padStart(5)} s  ${mutant.name.padEnd(58)}  ${what}`;
}
