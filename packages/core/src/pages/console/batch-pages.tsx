import type { VNode } from 'preact';
import type { Context } from '../../context/context.ts';
import { cancelBatch } from '../../jobs/cancel-batch.ts';
import { getJobProgress } from '../../jobs/get-job.ts';
import { listJobs } from '../../jobs/list-jobs.ts';
import type { JobProgress } from '../../store/job.ts';
import { english as text } from '../english.ts';
import { pageResponse } from '../respond.ts';
import { confirmedStep } from './confirm-page.tsx';
import { ConsoleLayout } from './console-layout.tsx';
import { doneQuery } from './done.ts';
import { JobList, listedJobs } from './job-list.tsx';
import { Live } from './live.tsx';
import { ownerPage } from './owner-page.tsx';
import { withQuery } from './paging.tsx';

/** How long jobs wait before the page says that a worker has to run. Busy workers look every second. */
const waitingMs = 10_000;

const showBatch = ownerPage({
  path: '/batches/:id',
  params: { id: 'number' },
  operationId: 'consoleBatch',
  summary: 'Show a batch of jobs in the console',
  async respond(request, page) {
    const { context, ownerId, query, params } = request;
    const progress = await getJobProgress(context, ownerId, params.id);
    // In the order in which they start.
    const jobs = await listedJobs(request, { batchId: params.id, sort: 'asc' });
    const isWaiting = await waitsForWorker(context, ownerId, params.id, progress);
    const path = page.links.batch(params.id);
    const title = text.jobs.batch(params.id);
    const isActive = openJobs(progress) > 0;
    return pageResponse(
      jobs.issue === undefined ? 200 : 422,
      <ConsoleLayout page={page} title={title} current="jobs">
        <h1>{title}</h1>
        <Live isActive={isActive} href={withQuery(path, Object.fromEntries(query))}>
          <BatchProgress progress={progress} />
          <div>{isWaiting && <p class="notice">{text.jobs.waiting}</p>}</div>
          <div class="actions">
            {isActive && (
              <a class="button plain" href={`${path}/cancel`}>
                {text.jobs.cancelBatch}
              </a>
            )}
          </div>
          <JobList jobs={jobs} links={page.links} path={path} counts={progress} />
        </Live>
      </ConsoleLayout>,
    );
  },
});

const cancel = confirmedStep({
  path: '/batches/:id/cancel',
  operation: 'CancelBatch',
  summary: 'Cancel a batch in the console',
  askSummary: 'Ask before a batch is canceled in the console',
  title: text.jobs.cancelBatch,
  keep: text.jobs.keep,
  back: ({ batch }, { id }) => batch(id),
  async lost({ context, ownerId, params: { id } }) {
    const open = openJobs(await getJobProgress(context, ownerId, id));
    return open === 0 ? null : text.jobs.cancelBatchText(open);
  },
  async take({ context, ownerId, params: { id } }, { links }) {
    await cancelBatch(context, ownerId, id);
    return links.batch(id) + doneQuery('batch_canceled');
  },
});

/** The pages of a batch of jobs: its progress, and canceling it after a confirmation. */
export const batchPages = [showBatch, ...cancel] as const;

function BatchProgress({ progress }: { readonly progress: JobProgress }): VNode {
  const labels = text.jobs;
  const open = openJobs(progress);
  const ended = progress.done + progress.failed + progress.canceled;
  return (
    <div class="progress">
      <label for="progress">{labels.progress}</label>
      <progress id="progress" value={ended} max={ended + open} aria-describedby="finished" />
      <p id="finished" aria-live="polite">
        {labels.finished(progress)}
      </p>
    </div>
  );
}

function openJobs({ queued, running }: JobProgress): number {
  return queued + running;
}

/** Whether no job has started for so long that there may be no worker. */
async function waitsForWorker(
  context: Context,
  ownerId: string,
  batchId: number,
  { queued, running, done, failed }: JobProgress,
): Promise<boolean> {
  if (queued === 0 || running + done + failed > 0) return false;
  const [oldest] = (
    await listJobs(context, ownerId, { batchId, status: 'queued', sort: 'asc', perPage: 10 })
  ).rows;
  // A job that waits for its next attempt was started before.
  if (oldest === undefined || oldest.attempts > 0) return false;
  return context.now().getTime() - oldest.createdAt.getTime() >= waitingMs;
}
