import type { Job, JobProgress, List } from '@sitegrade/core';
import { jobListing, maxSearchedJobs } from '@sitegrade/core/internal';
import type { JobListQuery } from '@sitegrade/core/store';
import { type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';
import { type FirstPageParts, firstPage } from '../listing/first-page.ts';
import { listPage } from '../listing/list-page.ts';
import { tableListing } from '../listing/table-listing.ts';
import { firstOf, rowOf, rowsOf, type Work } from '../work.ts';
import { type JobRow, jobColumns, toJob } from './job-row.ts';

/** A page of the owner's jobs. */
export function* listJobRows(
  builder: QueryBuilder,
  ownerId: string,
  query: JobListQuery,
): Work<List<Job>> {
  const listing = tableListing<Job>(jobListing, ownerId, query, {
    hasSearchIndex: false,
    visible: query.search === undefined ? undefined : yield* isSearched(builder, ownerId),
    rows: (ids) => jobsById(builder, ids),
  });
  const first = yield* firstPage(builder, query, jobListing, listing, firstPageParts);
  return first ?? (yield* listPage(builder, query, listing));
}

const firstPageParts: FirstPageParts<Job> = {
  select: selectJobs,
  toRow: (values) => toJob(rowOf<JobRow>(jobColumns, values)),
};

/** The condition for jobs that a search covers, if the owner has others. */
function* isSearched(
  { db, dialect }: QueryBuilder,
  ownerId: string,
): Work<RawBuilder<unknown> | undefined> {
  const jobs = dialect.readByIndex('sitegrade_jobs', 'sitegrade_jobs_by_id');
  const newestOfOthers = yield* firstOf(
    sql<{ readonly id: number }>`select id from ${jobs} where owner_id = ${ownerId}
      order by id desc limit 1 offset ${maxSearchedJobs}`.compile(db),
  );
  return newestOfOthers && sql`id > ${Number(newestOfOthers.id)}`;
}

/** The jobs with these ids, unordered. */
function* jobsById(builder: QueryBuilder, ids: readonly number[]): Work<readonly Job[]> {
  return (yield* rowsOf(selectById(builder, { ids }))).map(toJob);
}

const selectById = fixedQuery((builder, { ids }: { readonly ids: readonly number[] }) =>
  selectJobs(builder, builder.dialect.idList(ids)).compile(),
);

function selectJobs({ db }: QueryBuilder, ids: RawBuilder<number>) {
  return db.selectFrom('sitegrade_jobs').select(jobColumns).where('id', 'in', ids);
}

/** How many jobs of a batch of the owner are in each state. */
export function* countJobsOfBatch(
  { db }: QueryBuilder,
  ownerId: string,
  batchId: number,
): Work<JobProgress | undefined> {
  const counts = yield* rowsOf(
    db
      .selectFrom('sitegrade_jobs')
      .select(({ fn }) => ['status', fn.countAll<number>().as('jobs')])
      .where('owner_id', '=', ownerId)
      .where('batch_id', '=', batchId)
      .groupBy('status')
      .compile(),
  );
  if (counts.length === 0) return undefined;
  const progress = { queued: 0, running: 0, done: 0, failed: 0, canceled: 0 };
  for (const { status, jobs } of counts) progress[status] = Number(jobs);
  return progress;
}
