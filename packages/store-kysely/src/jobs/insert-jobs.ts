import {
  type DoneAttempt,
  hostOfJob,
  type JobCreation,
  type NewJobs,
  searchForm,
} from '@sitegrade/core/store';
import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { completeAttempt, lockAttempt } from '../idempotency/idempotency-keys.ts';
import { rowsOf, type Work } from '../work.ts';
import { type JobRow, jobColumns, toJob } from './job-row.ts';
import { countQueued, queueInLane } from './lanes.ts';

/** Inserts queued jobs and counts them, unless the quota would be exceeded. */
export function* insertJobs(
  builder: QueryBuilder,
  jobs: NewJobs,
): Work<Exclude<JobCreation, { readonly outcome: 'key_lost' }>> {
  const { ownerId, urls, isBatch, maxQueued } = jobs;
  // First, because it locks the counters: two requests at once must not exceed the quota together.
  if (!(yield* queueInLane(builder, ownerId, urls.length, maxQueued))) {
    return { outcome: 'quota_exceeded', queued: yield* countQueued(builder, ownerId) };
  }
  // The batch has the id of its first job.
  const [first] = yield* rowsOf(insertRows(builder, jobs, urls.slice(0, 1), null));
  if (first === undefined) throw new Error('The job was inserted without a row.');
  if (!isBatch) return { outcome: 'created', jobs: [toJob(first)] };

  const batchId = Number(first.id);
  yield builder.db
    .updateTable('sitegrade_jobs')
    .set({ batch_id: batchId })
    .where('id', '=', batchId)
    .compile();
  const others =
    urls.length === 1 ? [] : yield* rowsOf(insertRows(builder, jobs, urls.slice(1), batchId));
  const rows = [{ ...first, batch_id: batchId }, ...others];
  // Databases may return inserted rows in any order.
  const inserted = rows.map(toJob).sort((a, b) => a.id - b.id);
  return { outcome: 'created', jobs: inserted };
}

/** Inserts the jobs and records them with their key, if there is an attempt, and it still holds the key. */
export function* createJobs(
  builder: QueryBuilder,
  jobs: NewJobs,
  attempt: DoneAttempt | undefined,
): Work<JobCreation> {
  if (attempt && !(yield* lockAttempt(builder, attempt))) return { outcome: 'key_lost' };
  const creation = yield* insertJobs(builder, jobs);
  const [first] = creation.outcome === 'created' ? creation.jobs : [];
  if (attempt && first) {
    const kind = jobs.isBatch ? 'batch' : 'job';
    yield completeAttempt(builder, attempt, { kind, id: first.id });
  }
  return creation;
}

function insertRows(
  { db, dialect }: QueryBuilder,
  { ownerId, createdAt }: NewJobs,
  urls: readonly string[],
  batchId: number | null,
): CompiledQuery<JobRow> {
  const rows = dialect.textRows(
    ['url', 'url_search', 'host'],
    urls.map((url) => [url, searchForm(url), hostOfJob(url)]),
  );
  return db
    .insertInto('sitegrade_jobs')
    .columns(['owner_id', 'batch_id', 'url', 'url_search', 'host', 'created_at'])
    .expression(
      sql`select ${ownerId}, cast(${batchId} as bigint), url, url_search, host, ${dialect.now(createdAt.getTime())}
        from ${rows}`,
    )
    .returning(jobColumns)
    .compile();
}
