import {
  fullFacts,
  fullKinds,
  thoroughFacts,
} from '../../packages/audit/src/checks/fixtures/full-facts.ts';
import { measureChecks } from '../../packages/audit/src/checks/fixtures/measure-checks.ts';
import { checks } from '../../packages/audit/src/checks/index.ts';
import { readStructuredData } from '../../packages/audit/src/readings/structured-data/read-structured-data.ts';
import type { Attack, Figure } from './attack.ts';
import { threadCpuMs } from './thread-cpu.ts';

// Every check on facts of which one kind after the other is full: a check runs at once, so nothing else runs meanwhile.

/** Milliseconds of CPU time of the thread that a check may take: the fastest of some rounds. */
const bound = 20;
const measure = () => {
  const startedAt = threadCpuMs();
  return () => threadCpuMs() - startedAt;
};
/** Checks that are printed: those that take longest. */
const printed = 3;

export const checkAttacks: readonly Attack[] = [
  { name: 'checks on full facts', run: () => longestChecks(fullFacts()) },
  ...fullKinds.map((kind) => ({
    name: `checks on ${kind} one by one`,
    isLong: true,
    run: () => longestChecks(thoroughFacts().filter((full) => full.kind === kind)),
  })),
];

async function longestChecks(full: ReturnType<typeof fullFacts>): Promise<readonly Figure[]> {
  const longest = new Map<string, Figure>();
  for (const { name, facts } of full) {
    const measured = await measureChecks(
      { checks, readStructuredData, measure },
      await facts(),
      bound,
    );
    for (const [id, ms] of measured) {
      if (ms <= (longest.get(id)?.measured ?? 0)) continue;
      longest.set(id, { what: id, measured: ms, bound, unit: 'ms', grows: 'cpu', note: name });
    }
  }
  return [...longest.values()]
    .sort((left, right) => right.measured - left.measured)
    .filter(({ measured }, index) => index < printed || measured > bound);
}
