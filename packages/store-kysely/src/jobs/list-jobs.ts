import type { Job, JobListQuery, JobProgress, List } from '@sitegrade/core';
import { jobListing } from '@sitegrade/core/internal';
import type { QueryBuilder } from '../dialect.ts';
import { listPage } from '../listing/list-page.ts';
import { tableListing } from '../listing/table-listing.ts';
import { rowsOf, type Work } from '../work.ts';
import { jobColumns, toJob } from './job-row.ts';

/** A page of the owner's jobs. */
export function* listJobRows(
  builder: QueryBuilder,
  ownerId: string,
  query: JobListQuery,
): Work<List<Job>> {
  const listing = tableListing<Job>(jobListing, ownerId, query, {
    hasSearchIndex: false,
    rows: (ids) => jobsById(builder, ids),
  });
  return yield* listPage(builder, query, listing);
}

/** The jobs with these ids, unordered. */
export function* jobsById(
  { db, dialect }: QueryBuilder,
  ids: readonly number[],
): Work<readonly Job[]> {
  const rows = yield* rowsOf(
    db
      .selectFrom('sitegrade_jobs')
      .select(jobColumns)
      .where('id', 'in', dialect.idList(ids))
      .compile(),
  );
  return rows.map(toJob);
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
