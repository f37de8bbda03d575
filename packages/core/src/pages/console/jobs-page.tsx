import { largestBodyLimit } from '../../http/request/raw-body.ts';
import { createJobs, maxJobsAtOnce } from '../../jobs/create-jobs.ts';
import { PageText } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import { WithFlags } from '../parts/with-flags.tsx';
import { pageResponse } from '../respond.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { FormView, LinesField } from './field.tsx';
import { filledLines } from './filled-lines.ts';
import { type Form, filledForm, rawText } from './form.ts';
import { JobList, listedJobs } from './job-list.tsx';
import { Live } from './live.tsx';
import type { ConsoleContext, OwnerRequest } from './owner-page.tsx';
import { idOf, withQuery } from './paging.tsx';
import { formPages } from './post-page.ts';
import { WithoutWorker } from './without-worker.tsx';

/** The form for many reports, and the jobs below it. */
export const jobsPages = formPages({
  path: '/jobs',
  show: { operationId: 'consoleJobs', summary: 'Show the jobs in the console' },
  send: {
    operationId: 'consoleCreateJobs',
    bodyLimit: largestBodyLimit,
    summary: 'Create a batch of jobs in the console',
  },
  fields: ['urls'],
  respond: respondJobs,
  async take({ context, ownerId }, { links }, sent) {
    const lines = filledLines(rawText(sent, 'urls'), maxJobsAtOnce);
    const urls = lines.map((line) => line.text);
    return links.batch((await createJobs(context, ownerId, { urls })).batchId);
  },
});

async function respondJobs(
  request: OwnerRequest,
  page: ConsoleContext,
  form: Form = filledForm({}),
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
      <FormView action={path} busy={labels.creating} button={labels.create}>
        <LinesField
          form={form}
          name="urls"
          label={labels.urls}
          hint={labels.urlsHint(maxJobsAtOnce)}
          max={maxJobsAtOnce}
          lineIssue={urlIssue}
          rows={6}
          inputMode="url"
          required
        />
      </FormView>
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
  return pageResponse(jobs.issue ? 422 : 200, content);
}

const maxShownLength = 100;

function urlIssue(issue: string, url: string) {
  const shown = url.length <= maxShownLength ? url : `${url.slice(0, maxShownLength)}…`;
  return (
    <>
      (<PageText>{shown}</PageText>): <WithFlags>{text.jobs.urlError(issue)}</WithFlags>
    </>
  );
}
