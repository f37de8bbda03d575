import type { DoneAttempt, JobLease } from '@sitegrade/core/store';
import {
  type CompiledQuery,
  type Expression,
  type QueryCreator,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { addedTotals, meanOfLatest, movedCounters, movedScore } from '../counters.ts';
import type { QueryBuilder } from '../dialect.ts';
import { eventColumns, eventValues, isWatched } from '../events/outbox-events.ts';
import { fixedQuery } from '../fixed-query.ts';
import { heldAttempt } from '../idempotency/idempotency-keys.ts';
import { doneWith, leasedJob } from '../jobs/end-job.ts';
import { addedJobs } from '../jobs/lanes.ts';
import type { Tables } from '../schema.ts';
import { firstOf, type Work } from '../work.ts';
import {
  countersOf,
  type InsertedReport,
  type InsertValues,
  reportRow,
  websiteRow,
} from './insert-values.ts';

/** The tables, and the parts of the statement until the claim is ended. */
interface InsertTables extends Tables {
  readonly claim: Readonly<Record<string, unknown>>;
  readonly website: { readonly id: number; readonly is_new: number };
  readonly report: { readonly id: number; readonly website_id: number };
  readonly details: { readonly report_id: number };
  readonly ended: { readonly report_id: number };
}

/**
 * Inserts a report by one statement, so that no lock is held while this process is busy with something else. Locks are
 * taken in the usual order: the key or the job, the website, the owner's totals, the lane. Parts of a statement have
 * no order except that one reads the rows of another, so each reads those of the part before. All reports of an owner
 * lock the last two rows, so everything else is done first.
 *
 * Waits for a concurrent deletion of the website, and then creates the website again.
 */
export function* insertAtOnce(
  builder: QueryBuilder,
  values: InsertValues,
  claim?: DoneAttempt | JobLease,
): Work<InsertedReport> {
  const inserted = yield* firstOf(statementFor(builder, values, claim));
  if (inserted === undefined) throw new Error('The insert of a report returned no row.');
  return inserted;
}

function statementFor(
  builder: QueryBuilder,
  values: InsertValues,
  claim: DoneAttempt | JobLease | undefined,
): CompiledQuery<InsertedReport> {
  if (claim === undefined) return insertAlone(builder, values);
  if ('jobId' in claim) return insertForJob(builder, { ...values, ...claim });
  const expiresAt = claim.expiresAt.getTime();
  return insertForAttempt(builder, { ...values, ...claim, ownerId: values.owner_id, expiresAt });
}

const insertAlone = fixedQuery((builder, values: InsertValues) => {
  const inserting = insertParts(builder, values, sql`(select where ${isReady(builder, values)})`)
    .with('ended', (query) => query.selectFrom('details').select('report_id'))
    .with('outbox', (query) => insertEvent(builder, query, values))
    .with('totals', (query) => countInTotals(query, values));
  return selectInserted(builder, inserting, values);
});

const insertForJob = fixedQuery((builder, values: InsertValues & JobLease) => {
  const { db, dialect } = builder;
  const job = leasedJob(db, { ownerId: values.owner_id, jobId: values.jobId, token: values.token })
    .where(isReady(builder, values))
    .modifyEnd(dialect.forUpdate);
  const inserting = insertParts(builder, values, job)
    .with('ended', (query) =>
      query
        .updateTable('sitegrade_jobs')
        .from('details')
        .set(doneWith(sql.ref('details.report_id'), dialect.now(values.created_at)))
        .where('id', '=', values.jobId)
        .returning('details.report_id'),
    )
    .with('outbox', (query) => insertEvent(builder, query, values, values.jobId))
    .with('totals', (query) => countInTotals(query, values))
    .with('lane', (query) =>
      query
        .insertInto('sitegrade_lanes')
        .columns(['owner_id', 'queued', 'running', 'last_claim'])
        .expression((row) =>
          row
            .selectFrom('totals')
            .select('owner_id')
            .select([sql`0`.as('queued'), sql`-1`.as('running'), sql`0`.as('last_claim')]),
        )
        .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(addedJobs())),
    );
  return selectInserted(builder, inserting, values);
});

const insertForAttempt = fixedQuery(
  (
    builder,
    values: InsertValues & {
      readonly ownerId: string;
      readonly key: string;
      readonly token: string;
      readonly expiresAt: number;
    },
  ) => {
    const { db, dialect } = builder;
    const attempt = heldAttempt(db, values)
      .where(isReady(builder, values))
      .modifyEnd(dialect.forUpdate);
    const inserting = insertParts(builder, values, attempt)
      .with('ended', (query) =>
        query
          .updateTable('sitegrade_idempotency_keys')
          .from('details')
          .set({
            made_kind: 'report',
            made_id: sql.ref<number>('details.report_id'),
            expires_at: values.expiresAt,
          })
          .where('owner_id', '=', values.ownerId)
          .where('idempotency_key', '=', values.key)
          .returning('details.report_id'),
      )
      .with('outbox', (query) => insertEvent(builder, query, values))
      .with('totals', (query) => countInTotals(query, values));
    return selectInserted(builder, inserting, values);
  },
);

/** Evaluated before anything is locked. */
function isReady(builder: QueryBuilder, values: InsertValues): RawBuilder<SqlBool> {
  return sql<SqlBool>`${builder.dialect.limitWaiting} and ${areTextsStored(builder, values)}`;
}

/** Whether the texts that the details need are stored. */
function areTextsStored({ db }: QueryBuilder, { texts_id }: InsertValues): RawBuilder<SqlBool> {
  const stored = db.selectFrom('sitegrade_ruleset_texts').select('id').where('id', '=', texts_id);
  return sql<SqlBool>`(${texts_id}::bytea = '' or exists ${stored})`;
}

/** The rows of a report, if there is a claim. */
function insertParts(
  builder: QueryBuilder,
  values: InsertValues,
  claim: Expression<Readonly<Record<string, unknown>>>,
) {
  const website = websiteRow(values);
  const report = reportRow(values);
  return builder.db
    .with('claim', () => claim)
    .with('website', (query) =>
      query
        .insertInto('sitegrade_websites')
        .columns(columnsOf(website))
        .expression((row) => row.selectFrom('claim').select(valuesOf(website)))
        .onConflict((conflict) =>
          conflict.columns(['owner_id', 'domain']).doUpdateSet(countedInWebsite(builder, values)),
        )
        // An existing row has been locked by this transaction, a new one has not.
        .returning(['id', sql<number>`case when xmax = 0 then 1 else 0 end`.as('is_new')]),
    )
    .with('report', (query) =>
      query
        .insertInto('sitegrade_reports')
        .columns(['website_id', ...columnsOf(report)])
        .expression((row) => row.selectFrom('website').select(['website.id', ...valuesOf(report)]))
        .returning(['id', 'website_id']),
    )
    .with('details', (query) =>
      query
        .insertInto('sitegrade_report_details')
        .columns(['report_id', 'details', 'outline'])
        .expression((row) =>
          row
            .selectFrom('report')
            .select([
              'report.id',
              ...valuesOf({ details: values.details, outline: values.outline }),
            ]),
        )
        .returning('report_id'),
    );
}

/** A website that exists, with the report. The latest report of the URL is read after its row was locked. */
function countedInWebsite({ dialect }: QueryBuilder, values: InsertValues) {
  const { owner_id, url, score, created_at } = values;
  const prefix = 'sitegrade_websites.';
  const column = (name: string) => sql.ref<number>(`${prefix}${name}`);
  const latest = dialect.latestScore?.of({ ownerId: owner_id, websiteId: column('id'), url });
  const ofLatest = (value: Expression<number>) => sql<number>`(select ${value} from (
      select ${column('latest_count')} + case when replaced is null then 1 else 0 end as count,
        ${column('latest_sum')} + ${score} - coalesce(replaced, 0) as sum
      from (select ${latest} as replaced) as latest) as moved)`;
  const count = sql.ref<number>('moved.count');
  const sum = sql.ref<number>('moved.sum');
  const mean = ofLatest(meanOfLatest(sum, count));
  const change = { ...countersOf(values), score_sum: score };
  return {
    ...movedCounters(change, prefix),
    ...movedScore(
      { count: ofLatest(count), sum: ofLatest(sum), mean },
      sql<number>`${created_at}`,
      prefix,
    ),
  };
}

/** Inserts what has happened, for the webhooks of the owner. */
function insertEvent(
  builder: QueryBuilder,
  query: Pick<QueryCreator<InsertTables>, 'insertInto'>,
  { owner_id: ownerId, created_at }: InsertValues,
  jobId: number | null = null,
) {
  const now = builder.dialect.now(created_at);
  const subjectId = sql.ref('ended.report_id');
  return query
    .insertInto('sitegrade_outbox')
    .columns(eventColumns)
    .expression((row) =>
      row
        .selectFrom('ended')
        .select(eventValues({ ownerId, kind: 'report', subjectId, jobId, now }) as never)
        .where(isWatched(builder, ownerId)),
    );
}

/** Counts the report in the owner's totals, after everything that only its own website waits for. */
function countInTotals(
  query: Pick<QueryCreator<InsertTables>, 'insertInto'>,
  values: InsertValues,
) {
  return query
    .insertInto('sitegrade_owner_totals')
    .columns([
      'owner_id',
      'websites_count',
      'reports_count',
      'good_count',
      'decent_count',
      'bad_count',
    ])
    .expression((row) =>
      row
        .selectFrom(['website', 'ended'])
        .select([row.val(values.owner_id).as('owner_id'), 'website.is_new'])
        .select(valuesOf(countersOf(values))),
    )
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(addedTotals()))
    .returning('owner_id');
}

function selectInserted(
  builder: QueryBuilder,
  inserting: Pick<QueryCreator<InsertTables>, 'selectNoFrom'>,
  values: InsertValues,
): CompiledQuery<InsertedReport> {
  const ofReport = (column: 'id' | 'website_id') =>
    sql<number | null>`(select ${sql.ref(column)} from report)`;
  return inserting
    .selectNoFrom([
      ofReport('id').as('id'),
      ofReport('website_id').as('website_id'),
      areTextsStored(builder, values).as('has_texts'),
    ])
    .compile();
}

function columnsOf<Row extends object>(row: Row) {
  return Object.keys(row) as (keyof Row & string)[];
}

/** The values of a row to select, in the same order. */
function valuesOf(row: object) {
  return Object.entries(row).map(([name, value]) => sql`${value}`.as(name));
}
