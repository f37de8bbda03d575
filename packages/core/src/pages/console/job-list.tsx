import type { VNode } from 'preact';
import { type ListJobsInput, listJobs } from '../../jobs/list-jobs.ts';
import { type Job, type JobProgress, type JobStatus, jobStatuses } from '../../store/job.ts';
import { TextLink } from '../elements/page-text.tsx';
import { Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { FilterLinks } from '../parts/filter-links.tsx';
import { ShortTime } from '../parts/time.tsx';
import { JobState } from './job-state.tsx';
import type { OwnerRequest } from './owner-page.tsx';
import { withQuery } from './paging.tsx';
import { type SearchedList, SearchedListView, searchedList } from './searched-list.tsx';

/** A page of jobs, and where it is. */
interface ListedJobs extends SearchedList<Job> {
  /** Which jobs are shown. */
  readonly status: JobStatus | undefined;
  /** Whether a job of the page may still change. */
  readonly isActive: boolean;
}

/** The jobs that the query of a page asks for. */
export async function listedJobs(
  { context, ownerId, query }: OwnerRequest,
  input: Pick<ListJobsInput, 'batchId' | 'sort'>,
): Promise<ListedJobs> {
  const status = jobStatuses.find((known) => known === query.get('status'));
  const found = await searchedList(query, (page) =>
    listJobs(context, ownerId, { ...input, status, ...page }),
  );
  const isActive = found.list.rows.some(({ endedAt }) => endedAt === null);
  return { ...found, status, isActive };
}

/** A list of jobs with its search, filters and paging. */
export function JobList({
  jobs,
  links,
  path,
  batch,
  counts,
}: {
  readonly jobs: ListedJobs;
  readonly links: Links;
  /** The path of the page. */
  readonly path: string;
  /** The batch that the query names. */
  readonly batch?: number | undefined;
  /** How many jobs are in each state, where they are known. */
  readonly counts?: JobProgress;
}): VNode {
  const labels = text.jobs;
  const { list, status: current, search } = jobs;
  const showsBatch = batch === undefined && !counts;
  if (list.total === 0 && current === undefined && search === '') return <p>{labels.none}</p>;
  return (
    <SearchedListView
      found={jobs}
      path={path}
      filters={{ batch, status: current }}
      searchLabel={labels.search}
      links={
        <FilterLinks
          label={labels.filterStatus}
          values={[undefined, ...jobStatuses]}
          current={current}
          href={(status) => withQuery(path, { batch, status, search })}
          name={(status) => (
            <>
              {status === undefined ? text.console.all : labels.statuses[status]}
              {counts && <> {text.number(countOf(counts, status))}</>}
            </>
          )}
        />
      }
    >
      <Table
        name="jobs"
        caption={labels.count(list.total, list.totalRelation === 'eq')}
        rows={list.rows}
        anchor={({ id }) => `job-${id}`}
        columns={[
          {
            label: labels.url,
            cell: ({ id, url, batchId }) => (
              <>
                <TextLink href={links.job(id)}>{url}</TextLink>
                {showsBatch && batchId !== null && (
                  <>
                    <br />
                    <a class="soft small" href={links.batch(batchId)}>
                      {labels.batch(batchId)}
                    </a>
                  </>
                )}
              </>
            ),
          },
          { label: labels.status, cell: (job) => <JobState job={job} links={links} /> },
          {
            label: labels.time,
            cell: (job) => <ShortTime date={job.endedAt ?? job.startedAt ?? job.createdAt} />,
          },
        ]}
      />
    </SearchedListView>
  );
}

function countOf(counts: JobProgress, status: JobStatus | undefined): number {
  if (status !== undefined) return counts[status];
  return jobStatuses.reduce((sum, status) => sum + counts[status], 0);
}
