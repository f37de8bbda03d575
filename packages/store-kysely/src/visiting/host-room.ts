import type { JobClaim } from '@sitegrade/core/store';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';

/**
 * What the room of a host depends on, as parts of a statement.
 *
 * @param host - A value, or a column of the statement.
 * @param given - Milliseconds since 1970.
 */
export function atHost({ db, dialect }: QueryBuilder, host: RawBuilder<string>, given: number) {
  const now = dialect.now(given);
  // Statuses and steps are written as in the partial indexes: databases do not use such an index for a parameter.
  const runningJobs = db
    .selectFrom('sitegrade_jobs as running')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(sql<boolean>`running.status = 'running'`)
    .where(sql<boolean>`running.host = ${host}`)
    .where('running.leased_until', '>', now);
  const keptRoom = db
    .selectFrom('sitegrade_jobs as kept')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(sql<boolean>`kept.host_place <> 0`)
    .where('kept.host_place', '=', -1)
    .where(sql<boolean>`kept.host = ${host}`);
  const runningPages = db
    .selectFrom('sitegrade_crawl_pages as page')
    .where('page.lease_token', 'is not', null)
    .where(sql<boolean>`page.lease_host = ${host}`)
    .where('page.due_at', '>', now);
  const starts = db
    .selectFrom('sitegrade_crawls as start')
    .select('start.id')
    .where(sql<boolean>`start.step = 'start' and start.admitted = 1`)
    .where(sql<boolean>`start.host = ${host}`);
  const delay = db
    .selectFrom('sitegrade_crawl_hosts as delay')
    .where(sql<boolean>`delay.host = ${host}`)
    .where('delay.next_request_at', '>', now);
  const countedPages = runningPages.select(({ fn }) => fn.countAll<number>().as('total'));
  return {
    /** The number of reports of jobs, with the jobs for which room is kept. */
    jobs: sql<number>`(${runningJobs} + ${keptRoom})`,
    /** The number of pages of crawls. */
    pages: sql<number>`${countedPages}`,
    runningPages,
    /** Whether a crawl starts there, which takes all places. */
    isStarting: sql<boolean>`exists ${starts.where('start.leased_until', '>', now)}`,
    /** The crawls that have not started. */
    starts,
    delay,
    /** Whether the next request is put off. */
    isDelayed: sql<boolean>`exists ${delay.select('delay.host')}`,
  };
}

/** Whether a crawl has pages that are due. */
export function hasDuePage(
  { db, dialect }: QueryBuilder,
  crawlId: RawBuilder<number>,
  now: number,
): RawBuilder<boolean> {
  const due = db
    .selectFrom('sitegrade_crawl_pages as due')
    .select('due.number')
    .where(sql<boolean>`due.crawl_id = ${crawlId}`)
    .where('due.due_at', 'is not', null)
    .where('due.due_at', '<=', dialect.now(now));
  return sql<boolean>`exists ${due}`;
}

/** Whether a job waits for a host. */
export function hasWaitingJob({ db }: QueryBuilder, host: RawBuilder<string>): RawBuilder<boolean> {
  const waiting = db
    .selectFrom('sitegrade_jobs as waiting')
    .select('waiting.id')
    .where(isWaiting('waiting'))
    .where(sql<boolean>`waiting.host = ${host}`);
  return sql<boolean>`exists ${waiting}`;
}

/** Whether this job waits for its host. Written as in the partial index: databases do not use it for a parameter. */
export function isWaiting(table: string): RawBuilder<SqlBool> {
  const place = sql.ref(`${table}.host_place`);
  return sql<SqlBool>`${place} <> 0 and ${place} > 0`;
}

/**
 * The hosts that something waits for, as the recursive table `waited`: from one to the next, past all that wait for the
 * same one. They are few, as something is running at each.
 *
 * @param first - The first host of what waits.
 * @param next - The first one after `waited.host`.
 */
export function waitedHosts(first: Expression<unknown>, next: Expression<unknown>) {
  return sql`waited(host) as (
    select ${first}
    union all
    select ${next} from waited where waited.host is not null
  )`;
}

/** What decides whether a host has room for a job. */
type RoomCriteria = Pick<JobClaim, 'perHost' | 'otherReports' | 'exceptOwner' | 'now'>;

/** Whether a host has room for another job. */
export function hasRoomForJob(
  builder: QueryBuilder,
  host: RawBuilder<string>,
  { perHost, otherReports = [], exceptOwner, now: given }: RoomCriteria,
): RawBuilder<boolean> {
  const now = given.getTime();
  const { jobs, pages, isStarting, starts, isDelayed } = atHost(builder, host, now);
  const waitingStart =
    exceptOwner === undefined ? starts : starts.where('start.owner_id', '<>', exceptOwner);
  const waitingCrawl = builder.db
    .selectFrom('sitegrade_crawls as crawl')
    .select('crawl.id')
    .where(sql<boolean>`crawl.ended_at is null and crawl.step is null`)
    .where(sql<boolean>`crawl.host = ${host}`)
    .where(hasDuePage(builder, sql.ref('crawl.id'), now));
  const others =
    otherReports.length === 0
      ? sql`0`
      : sql`(select count(*) from ${builder.dialect.textRows(
          ['report_host'],
          otherReports.map((report) => [report]),
        )} where report_host = ${host})`;
  return sql<boolean>`(${jobs} + ${others} + ${pages} < ${perHost}
    and not ${isStarting}
    and (${isDelayed} or not exists ${waitingStart})
    and (${jobs} = 0 or ${isDelayed} or not exists ${waitingCrawl}))`;
}
