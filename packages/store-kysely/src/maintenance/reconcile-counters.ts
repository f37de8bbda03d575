import { meanScore } from '@sitegrade/core/internal';
import type { CounterDrift, ReconciledPart, ReconcileQuery } from '@sitegrade/core/store';
import { type CompiledQuery, sql } from 'kysely';
import { moveOwnerTotals } from '../counters.ts';
import { scoringCrawls } from '../crawls/score-websites.ts';
import type { QueryBuilder } from '../dialect.ts';
import { countJobs, moveLane, noJobs } from '../jobs/lanes.ts';
import { noLatest } from '../reports/latest-scores.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';

interface CountedRow {
  readonly id: number;
  readonly reports_count: number;
  readonly score_sum: number;
  readonly good_count: number;
  readonly decent_count: number;
  readonly bad_count: number;
}

/** Compares the counters and scores of the next websites by id with their reports and crawls, and repairs if asked. */
export function* reconcileWebsites(
  builder: QueryBuilder,
  { after, limit, repair }: ReconcileQuery<number>,
): Work<ReconciledPart<number>> {
  const { db, dialect } = builder;
  const next = db
    .selectFrom('sitegrade_websites')
    .select(['id', 'owner_id', 'reports_count', 'score_sum'])
    .select(['good_count', 'decent_count', 'bad_count', 'latest_count', 'latest_sum'])
    .select(['crawl_id', 'crawl_score', 'crawl_pages', 'measured_at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit);
  // Counted by separate statements, which see everything committed before the lock was taken.
  const websites = yield* rowsOf((repair ? next.modifyEnd(dialect.forUpdate) : next).compile());
  const ids = websites.map(({ id }) => id);
  const byId = <Row extends { readonly id: number }>(rows: readonly Row[]) =>
    new Map(rows.map(({ id, ...row }) => [id, row] as const));
  const reports = byId(yield* rowsOf(countReports(builder, ids)));
  const latest = byId(yield* rowsOf(countLatest(builder, ids)));
  const crawls = byId(
    (yield* scoringCrawls(builder, ids)).map((crawl) => ({ ...crawl, id: crawl.website_id })),
  );

  const drifts: CounterDrift[] = [];
  for (const { id, owner_id, ...stored } of websites) {
    const counters = reports.get(id) ?? noReports;
    const { newest_at, ...scores } = latest.get(id) ?? { ...noLatest, newest_at: null };
    const crawl = crawls.get(id);
    const counted = {
      ...counters,
      ...scores,
      crawl_id: crawl?.crawl_id ?? null,
      crawl_score: crawl?.score ?? null,
      crawl_pages: crawl?.scored_pages ?? null,
      measured_at: crawl?.ended_at ?? newest_at,
    };
    const drift = driftOf({ ownerId: owner_id, websiteId: id }, stored, counted);
    if (drift === undefined) continue;
    drifts.push(drift);
    if (repair) {
      const average_tenths = averageTenths(counters);
      const score =
        counted.crawl_score ?? meanScore(counted.latest_sum, counted.latest_count) ?? -1;
      yield db
        .updateTable('sitegrade_websites')
        .set({ ...counted, average_tenths, score })
        .where('id', '=', id)
        .compile();
    }
  }
  return { checked: websites.length, drifts, last: ids.at(-1) };
}

const noReports = { reports_count: 0, score_sum: 0, good_count: 0, decent_count: 0, bad_count: 0 };

function countReports(
  { db, dialect }: QueryBuilder,
  ids: readonly number[],
): CompiledQuery<CountedRow> {
  const countOf = (result: string) =>
    sql<number>`count(case report.result when ${result} then 1 end)`;
  return db
    .selectFrom('sitegrade_websites as website')
    .innerJoin('sitegrade_reports as report', (join) =>
      join
        .onRef('report.owner_id', '=', 'website.owner_id')
        .onRef('report.website_id', '=', 'website.id'),
    )
    .select([
      'website.id',
      sql<number>`count(*)`.as('reports_count'),
      sql<number>`sum(report.score)`.as('score_sum'),
      countOf('good').as('good_count'),
      countOf('decent').as('decent_count'),
      countOf('bad').as('bad_count'),
    ])
    .where('website.id', 'in', dialect.idList(ids))
    .groupBy('website.id')
    .compile();
}

/** The latest reports of the URLs of these websites, and when the newest one of them was created. */
function countLatest({ db, dialect }: QueryBuilder, ids: readonly number[]) {
  const newest = db
    .selectFrom('sitegrade_reports as newest')
    .select('newest.created_at')
    .whereRef('newest.owner_id', '=', 'website.owner_id' as never)
    .whereRef('newest.website_id', '=', 'website.id' as never)
    .orderBy('newest.id', 'desc')
    .limit(1);
  return db
    .selectFrom('sitegrade_websites as website')
    .innerJoin('sitegrade_reports as report', (join) =>
      join
        .onRef('report.owner_id', '=', 'website.owner_id')
        .onRef('report.website_id', '=', 'website.id'),
    )
    .select(({ fn }) => [
      'website.id',
      fn.countAll<number>().as('latest_count'),
      fn.sum<number>('report.score').as('latest_sum'),
      sql<number>`${newest}`.as('newest_at'),
    ])
    .where('website.id', 'in', dialect.idList(ids))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sitegrade_reports as newer')
            .select('newer.id')
            .whereRef('newer.owner_id', '=', 'report.owner_id')
            .whereRef('newer.website_id', '=', 'report.website_id')
            .whereRef('newer.url', '=', 'report.url')
            .whereRef('newer.id', '>', 'report.id'),
        ),
      ),
    )
    .groupBy('website.id')
    .compile();
}

function averageTenths({ reports_count, score_sum }: Omit<CountedRow, 'id'>): number {
  if (reports_count === 0) return -1;
  return Math.floor((score_sum * 20 + reports_count) / (reports_count * 2));
}

interface TotalsRow {
  readonly websites_count: number;
  readonly reports_count: number;
  readonly good_count: number;
  readonly decent_count: number;
  readonly bad_count: number;
}

const noTotals: TotalsRow = {
  websites_count: 0,
  reports_count: 0,
  good_count: 0,
  decent_count: 0,
  bad_count: 0,
};

/**
 * Compares the totals of the next owners with the counters of their websites, and the counters of their jobs
 * with the jobs, and repairs if asked.
 */
export function* reconcileOwners(
  builder: QueryBuilder,
  { after, limit, repair }: ReconcileQuery<string>,
): Work<ReconciledPart<string>> {
  const owners = (yield* rowsOf(nextOwners(builder, after, limit))).map((row) => row.owner_id);
  const drifts: CounterDrift[] = [];
  for (const ownerId of owners) {
    const drift = yield* reconcileOwner(builder, ownerId, repair);
    if (drift) drifts.push(drift);
  }
  return { checked: owners.length, drifts, last: owners.at(-1) };
}

function* reconcileOwner(
  builder: QueryBuilder,
  ownerId: string,
  repair: boolean,
): Work<CounterDrift | undefined> {
  const { db } = builder;
  // Changes nothing, but locks the rows against other transactions, and inserts those that are missing.
  if (repair) {
    yield moveOwnerTotals(builder, ownerId, noTotals);
    yield moveLane(builder, ownerId, noJobs);
  }
  const storedTotals = yield* firstOf(
    db
      .selectFrom('sitegrade_owner_totals')
      .select(['websites_count', 'reports_count', 'good_count', 'decent_count', 'bad_count'])
      .where('owner_id', '=', ownerId)
      .compile(),
  );
  const storedLane = yield* firstOf(
    db
      .selectFrom('sitegrade_lanes')
      .select(['queued', 'running'])
      .where('owner_id', '=', ownerId)
      .compile(),
  );
  const totals = (yield* firstOf(countWebsites(builder, ownerId))) ?? noTotals;
  const lane = (yield* firstOf(countJobs(builder, ownerId))) ?? noJobs;
  const drift = driftOf(
    { ownerId, websiteId: undefined },
    { ...storedTotals, ...storedLane },
    { ...totals, ...lane },
  );
  if (drift && repair) {
    yield db
      .updateTable('sitegrade_owner_totals')
      .set(totals)
      .where('owner_id', '=', ownerId)
      .compile();
    yield db
      .updateTable('sitegrade_lanes')
      .set({ ...lane, next_due_at: 0 })
      .where('owner_id', '=', ownerId)
      .compile();
  }
  return drift;
}

/** Owners with websites, totals, queued jobs or counters of jobs: the rows of counters may be missing. */
function nextOwners(
  { db }: QueryBuilder,
  after: string,
  limit: number,
): CompiledQuery<{ readonly owner_id: string }> {
  const ownersOf = (table: 'owner_totals' | 'websites' | 'lanes') =>
    db
      .selectFrom(`sitegrade_${table}`)
      .select('owner_id')
      .distinct()
      .where('owner_id', '>', after)
      .orderBy('owner_id')
      .limit(limit);
  const withJobs = db
    .selectFrom('sitegrade_jobs')
    .select('owner_id')
    .distinct()
    .where(sql<boolean>`status = 'queued'`)
    .where('owner_id', '>', after)
    .orderBy('owner_id')
    .limit(limit);
  return db
    .selectFrom(ownersOf('owner_totals').as('totals'))
    .select('owner_id')
    .union(db.selectFrom(ownersOf('websites').as('websites')).select('owner_id'))
    .union(db.selectFrom(ownersOf('lanes').as('lanes')).select('owner_id'))
    .union(db.selectFrom(withJobs.as('jobs')).select('owner_id'))
    .orderBy('owner_id')
    .limit(limit)
    .compile();
}

function countWebsites({ db }: QueryBuilder, ownerId: string): CompiledQuery<TotalsRow> {
  const sumOf = (column: string) =>
    sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`;
  return db
    .selectFrom('sitegrade_websites')
    .select([
      sql<number>`count(*)`.as('websites_count'),
      sumOf('reports_count').as('reports_count'),
      sumOf('good_count').as('good_count'),
      sumOf('decent_count').as('decent_count'),
      sumOf('bad_count').as('bad_count'),
    ])
    .where('owner_id', '=', ownerId)
    .compile();
}

/** Counters by name. */
type NamedCounters = Readonly<Record<string, number | null>>;

/** The counters that differ; `undefined` if none does. */
function driftOf(
  owner: { readonly ownerId: string; readonly websiteId: number | undefined },
  stored: NamedCounters,
  counted: NamedCounters,
): CounterDrift | undefined {
  const differing = Object.keys(counted)
    .map((name) => [name, { stored: stored[name] ?? 0, counted: counted[name] ?? 0 }] as const)
    .filter(([, counter]) => counter.stored !== counter.counted);
  if (differing.length === 0) return undefined;
  return { ...owner, counters: Object.fromEntries(differing) };
}
