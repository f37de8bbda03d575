import { join } from 'node:path';
import { bundleScript } from '../bundle-script.ts';
import { allStepFaults, fullTimes, quickStepFaults, quickTimes } from './disturb-steps.ts';
import { findLostJob } from './find-lost-job.ts';
import { type CrawlOutcome, type CrawlScenario, runCrawlScenario } from './run-crawl-scenario.ts';
import { type Outcome, runScenario, type Scenario } from './run-scenario.ts';

// Kills workers while they do jobs, restarts their database, and loses a ticket: each job must end exactly once
// and create one report, and all counters must be exact. Kills workers while they crawl a site: the crawl must be the
// same as one without kills. Workers are also killed and frozen in steps, and on Postgres their clocks are hours apart.
// Exits with 1 otherwise.
//
//   npm run tool -- faults             1,000 jobs in each scenario, killed until they have ended; crawls with twenty kills
//   npm run tool -- faults --quick  200 jobs, ten kills; a crawl with three
//   npm run tool -- faults --crawls only the crawls

/** A worker that is to take over a step may be busy, or just look for work. */
const lateMs = 30_000;

const isQuick = process.argv.includes('--quick');
const areJobsSkipped = process.argv.includes('--crawls');
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

const crawlScenarios: readonly CrawlScenario[] = isQuick
  ? [
      {
        database: 'postgres',
        items: 150,
        kills: 3,
        stepFaults: quickStepFaults,
        times: quickTimes,
      },
    ]
  : (['sqlite', 'postgres'] as const).map((database) => ({
      database,
      items: 440,
      kills: 20,
      stepFaults: allStepFaults,
      times: fullTimes,
    }));

const script = bundleScript(join(import.meta.dirname, 'worker.ts'));
const crawlScript = bundleScript(join(import.meta.dirname, '..', 'crawls', 'worker.ts'));
const failed: string[] = [];
const startedAt = performance.now();

const lostJob = areJobsSkipped
  ? undefined
  : findLostJob(script).then(
      (seconds) => console.log(`A job whose ticket was lost was done after ${seconds} s.`),
      (error) => {
        console.log(`FAILED: a lost ticket: ${error}`);
        failed.push(String(error));
      },
    );
// Two at a time: most of a scenario is waiting for leases.
const waiting = [
  ...crawlScenarios.map((scenario) => async () => {
    printCrawl(scenario, await runCrawlScenario(scenario, crawlScript));
  }),
  ...(areJobsSkipped ? [] : scenarios).map((scenario) => async () => {
    print(scenario, await runScenario(scenario, script));
  }),
];
const runWaiting = async () => {
  for (let run = waiting.shift(); run; run = waiting.shift()) await run();
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

function printCrawl({ database, stepFaults, times }: CrawlScenario, outcome: CrawlOutcome): void {
  const { seconds, pages, kills, requestedAgain, takenOverAfter } = outcome;
  const isLate = takenOverAfter * 1_000 > times.leaseMs + lateMs;
  const faults = [...outcome.faults, ...(isLate ? ['a step was taken over too late'] : [])];
  console.log(
    `${`${database}, a crawl`.padEnd(40)} ${pages} pages in ${seconds} s, ${kills} kills, ${stepFaults.length} disturbed steps, taken over after ${takenOverAfter} s at most, ${requestedAgain} pages requested again, ${faults.length} faults`,
  );
  for (const fault of faults) console.log(`  FAILED: ${fault}`);
  failed.push(...faults);
}
