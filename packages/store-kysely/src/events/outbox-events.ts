import type { OutboxEvent } from '@sitegrade/core/store';
import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';

/** The columns of something that has happened, in the order of {@link eventValues}. */
export const eventColumns = [
  'owner_id',
  'kind',
  'subject_id',
  'job_id',
  'created_at',
  'due_at',
] as const;

/** What of something that has happened is inserted. */
interface EventValues {
  readonly ownerId: unknown;
  readonly kind: OutboxEvent['kind'];
  readonly subjectId: unknown;
  readonly jobId?: unknown;
  readonly now: RawBuilder<number>;
}

/** The values of something that has happened, to select. */
export function eventValues({ ownerId, kind, subjectId, jobId = null, now }: EventValues) {
  return [
    sql`${ownerId}`.as('owner_id'),
    sql`${sql.lit(kind)}`.as('kind'),
    sql`${subjectId}`.as('subject_id'),
    sql`${jobId}`.as('job_id'),
    now.as('created_at'),
    now.as('due_at'),
  ];
}

/**
 * Whether an owner has a webhook that is enabled, a recipient that is confirmed, a schedule, or a site that fails, so that
 * what happens is inserted.
 */
export function isWatched({ db }: Pick<QueryBuilder, 'db'>, ownerId: unknown): RawBuilder<SqlBool> {
  const enabled = db
    .selectFrom('sitegrade_webhooks')
    .select('id')
    .where('owner_id', '=', sql<string>`${ownerId}`)
    .where('disabled_reason', 'is', null);
  const confirmed = db
    .selectFrom('sitegrade_recipients')
    .select('id')
    .where('owner_id', '=', sql<string>`${ownerId}`)
    .where('state', '=', sql.lit('confirmed'));
  const schedule = db
    .selectFrom('sitegrade_schedules')
    .select('website_id')
    .where('owner_id', '=', sql<string>`${ownerId}`);
  const failing = db
    .selectFrom('sitegrade_websites as failing')
    .select('failing.id')
    .where('failing.owner_id', '=', sql<string>`${ownerId}`)
    // In these words, so that no database reads all websites of the owner.
    .where(sql<SqlBool>`failing.failing_since > 0 and failing.failing_since is not null`);
  return sql<SqlBool>`(exists ${enabled} or exists ${confirmed} or exists ${schedule} or exists ${failing})`;
}

/** Inserts a report that was created, if {@link isWatched} holds for its owner. */
export const insertReportEvent = fixedQuery(
  (
    builder: QueryBuilder,
    values: {
      readonly owner_id: string;
      readonly id: number;
      readonly job_id: number | null;
      readonly created_at: number;
    },
  ): CompiledQuery<unknown> =>
    insertEvent(builder, {
      ownerId: values.owner_id,
      kind: 'report',
      subjectId: values.id,
      jobId: values.job_id,
      now: builder.dialect.now(values.created_at),
    }),
);

/** The same for a crawl that is done or has failed. */
export function insertCrawlEvent(
  builder: QueryBuilder,
  crawl: { readonly id: number; readonly owner_id: string },
  now: Date,
): CompiledQuery<unknown> {
  return insertEvent(builder, {
    ownerId: crawl.owner_id,
    kind: 'crawl',
    subjectId: crawl.id,
    now: builder.dialect.now(now.getTime()),
  });
}

function insertEvent(builder: QueryBuilder, values: EventValues): CompiledQuery<unknown> {
  const { db } = builder;
  return db
    .insertInto('sitegrade_outbox')
    .columns(eventColumns)
    .expression(
      db.selectNoFrom(eventValues(values)).where(isWatched(builder, values.ownerId)) as never,
    )
    .compile();
}

/** The same for jobs that have failed, each for its owner. */
export function insertFailedJobs(
  builder: QueryBuilder,
  ids: readonly number[],
  now: Date,
): CompiledQuery<unknown> {
  const { db, dialect } = builder;
  const values = eventValues({
    ownerId: sql.ref('job.owner_id'),
    kind: 'failed_job',
    subjectId: sql.ref('job.id'),
    now: dialect.now(now.getTime()),
  });
  return db
    .insertInto('sitegrade_outbox')
    .columns(eventColumns)
    .expression(
      db
        .selectFrom('sitegrade_jobs as job')
        .select(values)
        .where('job.id', 'in', dialect.idList(ids))
        .where(isWatched(builder, sql.ref('job.owner_id')))
        .orderBy('job.id') as never,
    )
    .compile();
}
