import { createJobs, createReport, getJobProgress, startWorker } from '@sitegrade/core';
import { openQueue } from './open-queue.ts';

// The CPU time of reports of requests and of jobs in this process, in milliseconds for each.

process.setSourceMapsEnabled(false);
const { shared, concurrency, rounds, origin } = JSON.parse(process.argv[2] ?? '');
const { context, close } = await openQueue(shared);
await context.store.migrate();

const perRound = 60;
const urls = Array.from({ length: perRound }, (_, at) => `${origin}/${at}`);

async function createReports(): Promise<void> {
  const waiting = [...urls];
  const next = async () => {
    for (let url = waiting.shift(); url; url = waiting.shift()) {
      await createReport(context, 'reports', { url });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, next));
}

/** Two owners, since one never has all slots of a worker. A batch for each URL, so that reports share nothing. */
async function runJobs(): Promise<void> {
  const worker = startWorker(context, { concurrency });
  const batches: { readonly ownerId: string; readonly batchId: number }[] = [];
  for (const [at, url] of urls.entries()) {
    const ownerId = at < perRound / 2 ? 'jobs-1' : 'jobs-2';
    batches.push({ ownerId, ...(await createJobs(context, ownerId, { urls: [url] })) });
  }
  for (const { ownerId, batchId } of batches) {
    while ((await getJobProgress(context, ownerId, batchId)).done === 0) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  await worker.stop();
}

async function cpuMs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / perRound;
}

// The first ones load and compile code.
for (const work of [createReports, runJobs, createReports, runJobs]) await work();
const reports: number[] = [];
const jobs: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  reports.push(await cpuMs(createReports));
  jobs.push(await cpuMs(runJobs));
}
await close();
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
process.send?.({ report: median(reports), job: median(jobs) });
process.disconnect();
