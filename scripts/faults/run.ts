import { join } from 'node:path';
import { bundleScript } from '../bundle-script.ts';
import { findLostJob } from './find-lost-job.ts';
import { type Outcome, runScenario, type Scenario } from './run-scenario.ts';

// Kills workers while they do jobs, restarts their database, and loses a ticket: each job must end exactly once
// and create one report, and all counters must be exact. Exits with 1 otherwise.
//
//   npm run faults             1,000 jobs in each scenario, killed until they have ended
//   npm run faults -- --quick  200 jobs, ten kills

const isQuick = process.argv.includes('--quick');
const extent = isQuick ? { jobs: 200, kills: 10 } : { jobs: 1_000 };
const scenarios: readonly Scenario[] = [
  { database: 'sqlite', queue: 'embedded', restarts: 0, ...extent },
  ...(isQuick
    ? []
    : [
        { database: 'postgres', queue: 'embedded', restarts: 0, ...extent } as const,
        { database: 'postgres', queue: 'pg-boss', restarts: 0, ...extent } as const,
      ]),
  { database: 'postgres', queue: 'embedded', restarts: 2, ...extent },
  { database: 'postgres', queue: 'pg-boss', restarts: 2, ...extent },
];

// The children end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const bundle = await bundleScript(join(import.meta.dirname, 'worker.ts'));
process.once('exit', bundle.remove);
const failed: string[] = [];
const startedAt = performance.now();

const lostJob = findLostJob(bundle.script).then(
  (seconds) => console.log(`A job whose ticket was lost was done after ${seconds} s.`),
  (error) => {
    console.log(`FAILED: a lost ticket: ${error}`);
    failed.push(String(error));
  },
);
// Two at a time: most of a scenario is waiting for leases.
const waiting = [...scenarios];
const runWaiting = async () => {
  for (let scenario = waiting.shift(); scenario; scenario = waiting.shift()) {
    print(scenario, await runScenario(scenario, bundle.script));
  }
};
await Promise.all([runWaiting(), runWaiting(), lostJob]);

console.log(`${Math.round((performance.now() - startedAt) / 1_000)} s, ${failed.length} faults`);
process.exit(failed.length === 0 ? 0 : 1);

function print(scenario: Scenario, outcome: Outcome): void {
  const { database, queue, jobs, restarts } = scenario;
  const name = `${database}, ${queue} queue${restarts === 0 ? '' : `, ${restarts} restarts`}`;
  const { seconds, kills, startedAgain, attempts, faults } = outcome;
  console.log(
    `${name.padEnd(40)} ${jobs} jobs in ${seconds} s, ${kills} kills, ${startedAgain} jobs started again, at most ${attempts} attempts, ${faults.length} faults`,
  );
  for (const fault of faults) console.log(`  FAILED: ${fault}`);
  failed.push(...faults);
}
