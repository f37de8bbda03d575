import type { Job } from '@sitegrade/core';
import type { Selectable } from 'kysely';
import { declareRow } from '../declare-row.ts';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';
import type { Tables } from '../schema.ts';
import { firstOf, type Work } from '../work.ts';

const declared = declareRow<'sitegrade_jobs', Job>()({
  id: 'number',
  batchId: 'number',
  url: 'same',
  status: 'same',
  attempts: 'number',
  reportId: 'number',
  error: 'json',
  createdAt: 'time',
  startedAt: 'time',
  endedAt: 'time',
});

/** The columns of a job, without those that only find or lease it. */
export const jobColumns = [...declared.columns, 'owner_id', 'due_at'] as const;

/** A row of {@link jobColumns}. */
export type JobRow = Pick<Selectable<Tables['sitegrade_jobs']>, (typeof jobColumns)[number]>;

/** The job of a row. */
export function toJob(row: JobRow): Job {
  const dueAt = Number(row.due_at);
  return { ...declared.read(row), nextAttemptAt: dueAt === 0 ? null : new Date(dueAt) };
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
