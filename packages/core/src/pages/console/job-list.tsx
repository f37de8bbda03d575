import type { VNode } from 'preact';
import { type ListJobsInput, listJobs } from '../../jobs/list-jobs.ts';
import type { List } from '../../listing/listing.ts';
import { type Job, type JobProgress, type JobStatus, jobStatuses } from '../../store/job.ts';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { PageText } from '../parts/page-text.tsx';
import { ShortTime } from '../parts/time.tsx';
import { formIssue } from './form-issue.ts';
import { JobState } from './job-state.tsx';
import type { OwnerRequest } from './owner-page.tsx';
import { Paging, pageNumberOf, rowsPerPage, withQuery } from './paging.tsx';
import { SearchForm } from './search-form.tsx';

/** Which jobs are shown. */
interface JobFilter {
  readonly status: JobStatus | undefined;
  readonly search: string;
}

/** A page of jobs, and where it is. */
interface ListedJobs {
  readonly list: List<Job>;
  readonly filter: JobFilter;
  readonly pageNumber: number;
  /** What is wrong with the search. */
  readonly issue: string | undefined;
  /** Whether a job of the page may still change. */
  readonly isActive: boolean;
}

const noJobs: List<Job> = { rows: [], total: 0, totalRelation: 'eq' };

/** The jobs that the query of a page asks for. */
export async function listedJobs(
  { context, ownerId, query }: OwnerRequest,
  { batchId, sort }: Pick<ListJobsInput, 'batchId' | 'sort'>,
): Promise<ListedJobs> {
  const filter: JobFilter = {
    status: jobStatuses.find((one) => one === query.get('status')),
    search: query.get('search') ?? '',
  };
  const pageNumber = pageNumberOf(query);
  try {
    const list = await listJobs(context, ownerId, {
      ...filter,
      batchId,
      sort,
      perPage: rowsPerPage,
      start: { page: pageNumber },
    });
    const isActive = list.rows.some(({ endedAt }) => endedAt === null);
    return { list, filter, pageNumber, issue: undefined, isActive };
  } catch (error) {
    const { status, issue } = formIssue(error, 'search');
    if (status !== 422) throw error;
    return { list: noJobs, filter, pageNumber, issue, isActive: false };
  }
}

/** A list of jobs with its search, filters and paging. */
export function JobList({
  jobs: { list, filter, pageNumber, issue },
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
  const own = text.jobs;
  const pathOf = (part: Partial<JobFilter>, page?: number) =>
    withQuery(path, { batch, ...filter, ...part, page });
  if (list.total === 0 && isUnfiltered(filter)) return <p>{own.none}</p>;
  return (
    <>
      <SearchForm
        action={path}
        label={own.search}
        search={filter.search}
        issue={issue}
        filters={{ batch, status: filter.status }}
        clear={pathOf({ search: '' })}
      />
      <nav class="filters" aria-label={own.filterStatus}>
        {[undefined, ...jobStatuses].map((status) => (
          <a
            key={status ?? 'all'}
            href={pathOf({ status })}
            aria-current={status === filter.status ? 'true' : undefined}
          >
            {status === undefined ? text.console.all : own.statuses[status]}
            {counts && <> {text.number(countOf(counts, status))}</>}
          </a>
        ))}
      </nav>
      {list.rows.length > 0 ? (
        <JobTable list={list} links={links} showsBatch={batch === undefined && !counts} />
      ) : (
        <p>{text.console.noMatches}</p>
      )}
      <Paging
        list={list}
        page={pageNumber}
        href={(number) => pathOf({}, number === 1 ? undefined : number)}
      />
    </>
  );
}

function isUnfiltered({ status, search }: JobFilter): boolean {
  return status === undefined && search === '';
}

function countOf(counts: JobProgress, status: JobStatus | undefined): number {
  if (status !== undefined) return counts[status];
  return jobStatuses.reduce((sum, one) => sum + counts[one], 0);
}

function JobTable({
  list,
  links,
  showsBatch,
}: {
  list: List<Job>;
  links: Links;
  showsBatch: boolean;
}): VNode {
  const own = text.jobs;
  return (
    <table class="stack jobs">
      <caption>{own.count(list.total, list.totalRelation === 'eq')}</caption>
      <thead>
        <tr>
          <th scope="col">{own.url}</th>
          <th scope="col">{own.status}</th>
          <th scope="col">{own.time}</th>
        </tr>
      </thead>
      <tbody>
        {list.rows.map((job) => (
          <tr key={job.id} id={`job-${job.id}`}>
            <th scope="row">
              <a href={links.job(job.id)}>
                <PageText>{job.url}</PageText>
              </a>
              {showsBatch && job.batchId !== null && (
                <>
                  <br />
                  <a class="soft small" href={links.batch(job.batchId)}>
                    {own.batch(job.batchId)}
                  </a>
                </>
              )}
            </th>
            <td data-label={own.status}>
              <JobState job={job} links={links} />
            </td>
            <td data-label={own.time}>
              <ShortTime date={job.endedAt ?? job.startedAt ?? job.createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
