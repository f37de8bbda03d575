import type { Store } from '@sitegrade/core';
import { reportOfParent } from './report-of-parent.ts';
import { printLine, waitToBegin } from './wait-to-begin.ts';

/** Starts job after job, like every other process, stores its report, and prints it. Ends when none is due. */
export async function finishJobs(store: Store, json: string): Promise<void> {
  await waitToBegin();
  for (let claims = 1; ; claims += 1) {
    const token = `${process.pid}-${claims}`;
    const claimed = await store.jobs.claim({
      token,
      leaseMs: 60_000,
      perHost: 99,
      now: new Date(),
    });
    if (claimed === undefined) break;
    const { job, lease } = claimed;
    const report = { ...reportOfParent(json), url: job.url };
    if (await store.reports.createOnce(report, lease)) printLine(`done ${job.id}`);
  }
  await store.close();
  process.exit(0);
}
