import { applyChanges } from './apply-change.ts';
import type { Mutant } from './mutant.ts';
import { runTests } from './run-tests.ts';

/** Whether tests noticed that a guard was gone. */
export interface Verdict {
  readonly mutant: Mutant;
  readonly noticed: boolean;
  /** The test that failed, or why there is no proof. */
  readonly what: string;
  readonly seconds: number;
}

/** Takes a guard away in a copy of the repository, runs the tests, and puts it back. */
export async function tryMutant(root: string, mutant: Mutant): Promise<Verdict> {
  const startedAt = performance.now();
  const verdict = (noticed: boolean, what: string): Verdict => ({
    mutant,
    noticed,
    what,
    seconds: (performance.now() - startedAt) / 1000,
  });
  let putBack: () => Promise<void>;
  try {
    putBack = await applyChanges(root, mutant.changes);
  } catch (error) {
    return verdict(false, error instanceof Error ? error.message : String(error));
  }
  try {
    const { passed, ran, output } = await runTests(root, {
      files: [mutant.tests],
      by: mutant.by,
      stopAtFirstFailure: true,
    });
    const failed = ran.find(({ status }) => status === 'failed');
    if (failed) return verdict(true, failed.name);
    // Code that does not load proves nothing about a guard.
    if (ran.length === 0) return verdict(false, `no test ran: ${output.slice(-300)}`);
    return passed
      ? verdict(false, `survived ${ran.length} tests of ${mutant.tests}`)
      : verdict(true, 'an error outside of the tests');
  } finally {
    await putBack();
  }
}
