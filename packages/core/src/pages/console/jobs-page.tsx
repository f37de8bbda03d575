import { isSitegradeError } from '@sitegrade/foundation/errors';
import { largestBodyLimit } from '../../http/request/raw-body.ts';
import { createJobs } from '../../jobs/create-jobs.ts';
import { english as text } from '../english.ts';
import { pageResponse, seeOther } from '../respond.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { rawText as formText } from './form.ts';
import { type FormIssue, formIssue } from './form-issue.ts';
import { JobList, listedJobs } from './job-list.tsx';
import { lineIssues, urlLines } from './job-urls.ts';
import { type FailedUrls, JobsForm } from './jobs-form.tsx';
import { Live } from './live.tsx';
import { type ConsoleContext, type OwnerRequest, ownerPage } from './owner-page.tsx';
import { idOf, withQuery } from './paging.tsx';
import { WithoutWorker } from './without-worker.tsx';

/** The form for many reports, and the jobs below it. */
export const jobsPage = ownerPage({
  method: 'GET',
  path: '/jobs',
  operationId: 'consoleJobs',
  summary: 'Show the jobs in the console',
  respond: (request, page) => respondJobs(request, page),
});

/** Creates a batch of jobs and leads to it. Errors name their lines at the field. */
export const createJobsPage = ownerPage({
  method: 'POST',
  path: '/jobs',
  operationId: 'consoleCreateJobs',
  bodyLimit: largestBodyLimit,
  summary: 'Create a batch of jobs in the console',
  async respond(request, page) {
    const { context, ownerId } = request;
    const urls = formText(await request.form(), 'urls');
    const lines = urlLines(urls);
    try {
      const { batchId } = await createJobs(context, ownerId, { urls: lines.map(({ url }) => url) });
      return seeOther(page.links.batch(batchId));
    } catch (error) {
      const found = isSitegradeError(error) ? lineIssues(error, lines) : [];
      return respondJobs(request, page, { urls, lines: found, ...formIssue(error, 'urls') });
    }
  },
});

async function respondJobs(
  request: OwnerRequest,
  page: ConsoleContext,
  failed?: FormIssue & FailedUrls,
) {
  const { query } = request;
  const { links } = page;
  const labels = text.jobs;
  const batch = idOf(query, 'batch');
  const jobs = await listedJobs(request, { batchId: batch });
  const path = links.consolePage('/jobs');
  const content = (
    <ConsoleLayout page={page} title={labels.title} current="jobs">
      <h1>{labels.title}</h1>
      <p>{labels.text}</p>
      <WithoutWorker context={request.context} />
      <JobsForm links={links} failed={failed} />
      <section aria-labelledby="list">
        <h2 id="list">{batch === undefined ? labels.list : labels.ofBatch(batch)}</h2>
        {batch !== undefined && (
          <p>
            <a href={links.batch(batch)}>{labels.batch(batch)}</a> ·{' '}
            <a href={path}>{labels.list}</a>
          </p>
        )}
        <Live isActive={jobs.isActive} href={withQuery(path, Object.fromEntries(query))}>
          <JobList jobs={jobs} links={links} path={path} batch={batch} />
        </Live>
      </section>
    </ConsoleLayout>
  );
  return pageResponse(failed?.status ?? (jobs.issue ? 422 : 200), content, failed?.headers);
}
