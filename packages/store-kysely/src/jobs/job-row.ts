import type { Job, JobError } from '@sitegrade/core';
import type { Selectable } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';
import type { Tables, Time } from '../schema.ts';
import { firstOf, type Work } from '../work.ts';

/** The columns of a job, without those that only find or lease it. */
export const jobColumns = [
  'id',
  'owner_id',
  'batch_id',
  'url',
  'status',
  'attempts',
  'report_id',
  'error',
  'created_at',
  'started_at',
  'ended_at',
  'due_at',
] as const;

/** A row of {@link jobColumns}. */
export type JobRow = Pick<Selectable<Tables['sitegrade_jobs']>, (typeof jobColumns)[number]>;

/** The job of a row. */
export function toJob(row: JobRow): Job {
  return {
    id: Number(row.id),
    batchId: toNumber(row.batch_id),
    url: row.url,
    status: row.status,
    attempts: Number(row.attempts),
    reportId: toNumber(row.report_id),
    error: row.error === null ? null : (JSON.parse(row.error) as JobError),
    createdAt: new Date(row.created_at),
    startedAt: toDate(row.started_at),
    endedAt: toDate(row.ended_at),
    nextAttemptAt: Number(row.due_at) === 0 ? null : new Date(row.due_at),
  };
}

function toNumber(value: number | null): number | null {
  return value === null ? null : Number(value);
}

function toDate(time: Time | null): Date | null {
  return time === null ? null : new Date(time);
}

/** One job of the owner. */
export function* findJob(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
): Work<Job | undefined> {
  const row = yield* firstOf(selectJob(builder, { ownerId, id }));
  return row && toJob(row);
}

const selectJob = fixedQuery(
  ({ db }, { ownerId, id }: { readonly ownerId: string; readonly id: number }) =>
    db
      .selectFrom('sitegrade_jobs')
      .select(jobColumns)
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .compile(),
);
