import type { VNode } from 'preact';
import { cancelJob, deleteJob } from '../../jobs/cancel-job.ts';
import { getJob } from '../../jobs/get-job.ts';
import type { Job } from '../../store/job.ts';
import { PageText } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { Facts } from '../parts/page-facts.tsx';
import { Time } from '../parts/time.tsx';
import { confirmedStep } from './confirm-page.tsx';
import { ConsoleLayout } from './console-layout.tsx';
import { doneQuery } from './done.ts';
import { JobState } from './job-state.tsx';
import { Live } from './live.tsx';
import { ownerPage } from './owner-page.tsx';

const showJob = ownerPage({
  path: '/jobs/:id',
  params: { id: 'number' },
  operationId: 'consoleJob',
  summary: 'Show a job in the console',
  async respond({ context, ownerId, params: { id } }, page) {
    const job = await getJob(context, ownerId, id);
    const path = page.links.job(id);
    const title = text.jobs.job(id);
    const isOpen = job.endedAt === null;
    return (
      <ConsoleLayout page={page} title={title} current="jobs">
        <p class="kind">{title}</p>
        <h1>
          <PageText>{job.url}</PageText>
        </h1>
        <Live isActive={isOpen} href={path}>
          <JobFacts job={job} links={page.links} />
          <div class="actions">
            {isOpen && (
              <a class="button plain" href={`${path}/cancel`}>
                {text.jobs.cancelJob}
              </a>
            )}
            <a class="button plain" href={`${path}/delete`}>
              {text.jobs.deleteJob}
            </a>
          </div>
        </Live>
      </ConsoleLayout>
    );
  },
});

const cancel = confirmedStep({
  path: '/jobs/:id/cancel',
  operation: 'CancelJob',
  summary: 'Cancel a job in the console',
  askSummary: 'Ask before a job is canceled in the console',
  title: text.jobs.cancelJob,
  keep: text.jobs.keep,
  back: ({ job }, { id }) => job(id),
  async lost({ context, ownerId, params: { id } }) {
    const { url, endedAt } = await getJob(context, ownerId, id);
    if (endedAt !== null) return null;
    return text.jobs.cancelJobText(url);
  },
  async take({ context, ownerId, params: { id } }, { links }) {
    const { status } = await cancelJob(context, ownerId, id);
    // It may have ended in the meantime.
    return links.job(id) + (status === 'canceled' ? doneQuery('job_canceled') : '');
  },
});

const remove = confirmedStep({
  path: '/jobs/:id/delete',
  operation: 'DeleteJob',
  summary: 'Delete a job in the console',
  askSummary: 'Ask before a job is deleted in the console',
  title: text.jobs.deleteJob,
  back: ({ job }, { id }) => job(id),
  async lost({ context, ownerId, params: { id } }) {
    const { url, endedAt } = await getJob(context, ownerId, id);
    const labels = text.jobs;
    return endedAt === null ? labels.deleteOpenJobText(url) : labels.deleteJobText(url);
  },
  async take({ context, ownerId, params: { id } }, { links }) {
    await deleteJob(context, ownerId, id);
    return links.consolePage('/jobs') + doneQuery('job_deleted');
  },
});

/** The pages of a single job: its state, and canceling and deleting it after a confirmation. */
export const jobPages = [showJob, ...cancel, ...remove] as const;

function JobFacts({ job, links }: { readonly job: Job; readonly links: Links }): VNode {
  const labels = text.jobs;
  const { batchId, createdAt, startedAt, endedAt } = job;
  return (
    <Facts
      facts={{
        [labels.status]: <JobState job={job} links={links} />,
        [labels.ofJob]: batchId !== null && (
          <a href={links.batch(batchId)}>{labels.batch(batchId)}</a>
        ),
        [labels.created]: <Time date={createdAt} />,
        [labels.started]: startedAt && <Time date={startedAt} />,
        [labels.ended]: endedAt && <Time date={endedAt} />,
      }}
    />
  );
}
