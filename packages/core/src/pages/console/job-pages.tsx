import type { VNode } from 'preact';
import { cancelJob, deleteJob } from '../../jobs/cancel-job.ts';
import { getJob } from '../../jobs/get-job.ts';
import type { Job } from '../../store/job.ts';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { PageText } from '../parts/page-text.tsx';
import { Time } from '../parts/time.tsx';
import { pageResponse, seeOther } from '../respond.ts';
import { ConfirmPage } from './confirm-page.tsx';
import { ConsoleLayout } from './console-layout.tsx';
import { doneOf, doneQuery } from './done.ts';
import { JobState } from './job-state.tsx';
import { Live } from './live.tsx';
import { ownerPage } from './owner-page.tsx';

const showJob = ownerPage({
  method: 'GET',
  path: '/jobs/:id',
  params: { id: 'number' },
  operationId: 'consoleJob',
  summary: 'Show a job in the console',
  async respond({ context, ownerId, params: { id }, query }, page) {
    const job = await getJob(context, ownerId, id);
    const path = page.links.job(id);
    const title = text.jobs.job(id);
    const isOpen = job.endedAt === null;
    return pageResponse(
      200,
      <ConsoleLayout page={page} title={title} current="jobs" done={doneOf(query)}>
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
      </ConsoleLayout>,
    );
  },
});

const cancelPath = { path: '/jobs/:id/cancel', params: { id: 'number' } } as const;
const deletePath = { path: '/jobs/:id/delete', params: { id: 'number' } } as const;

const confirmCancel = ownerPage({
  ...cancelPath,
  method: 'GET',
  operationId: 'consoleConfirmCancelJob',
  summary: 'Ask before a job is canceled in the console',
  async respond({ context, ownerId, params: { id } }, page) {
    const { url, endedAt } = await getJob(context, ownerId, id);
    const path = page.links.job(id);
    if (endedAt !== null) return seeOther(path);
    return pageResponse(
      200,
      <ConfirmPage
        page={page}
        title={text.jobs.cancelJob}
        action={`${path}/cancel`}
        verb={text.jobs.cancelJob}
        keep={text.jobs.keep}
        cancel={path}
      >
        <p>
          <PageText>{text.jobs.cancelJobText(url)}</PageText>
        </p>
      </ConfirmPage>,
    );
  },
});

const cancel = ownerPage({
  ...cancelPath,
  method: 'POST',
  operationId: 'consoleCancelJob',
  summary: 'Cancel a job in the console',
  async respond({ context, ownerId, params: { id } }, page) {
    const { status } = await cancelJob(context, ownerId, id);
    // It may have ended in the meantime.
    return seeOther(page.links.job(id) + (status === 'canceled' ? doneQuery('job_canceled') : ''));
  },
});

const confirmDelete = ownerPage({
  ...deletePath,
  method: 'GET',
  operationId: 'consoleConfirmDeleteJob',
  summary: 'Ask before a job is deleted in the console',
  async respond({ context, ownerId, params: { id } }, page) {
    const { url, endedAt } = await getJob(context, ownerId, id);
    const path = page.links.job(id);
    const own = text.jobs;
    return pageResponse(
      200,
      <ConfirmPage
        page={page}
        title={own.deleteJob}
        action={`${path}/delete`}
        verb={own.deleteJob}
        cancel={path}
      >
        <p>
          <PageText>
            {endedAt === null ? own.deleteOpenJobText(url) : own.deleteJobText(url)}
          </PageText>
        </p>
      </ConfirmPage>,
    );
  },
});

const remove = ownerPage({
  ...deletePath,
  method: 'POST',
  operationId: 'consoleDeleteJob',
  summary: 'Delete a job in the console',
  async respond({ context, ownerId, params: { id } }, page) {
    await deleteJob(context, ownerId, id);
    return seeOther(page.links.consolePage('/jobs') + doneQuery('job_deleted'));
  },
});

/** The pages of a single job: its state, and canceling and deleting it after a confirmation. */
export const jobPages = [showJob, confirmCancel, cancel, confirmDelete, remove] as const;

function JobFacts({ job, links }: { readonly job: Job; readonly links: Links }): VNode {
  const own = text.jobs;
  const { batchId, createdAt, startedAt, endedAt } = job;
  return (
    <dl class="facts">
      <div>
        <dt>{own.status}</dt>
        <dd>
          <JobState job={job} links={links} />
        </dd>
      </div>
      {batchId !== null && (
        <div>
          <dt>{own.ofJob}</dt>
          <dd>
            <a href={links.batch(batchId)}>{own.batch(batchId)}</a>
          </dd>
        </div>
      )}
      <Fact name={own.created} time={createdAt} />
      <Fact name={own.started} time={startedAt} />
      <Fact name={own.ended} time={endedAt} />
    </dl>
  );
}

function Fact({ name, time }: { name: string; time: Date | null }): VNode | null {
  if (time === null) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Time date={time} />
      </dd>
    </div>
  );
}
