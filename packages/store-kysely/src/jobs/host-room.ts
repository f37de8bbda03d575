import type { JobClaim } from '@sitegrade/core/store';
import { type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';

/** What decides whether a host has room for a job. */
type RoomCriteria = Pick<JobClaim, 'perHost' | 'otherReports' | 'exceptOwner' | 'now'>;

/** The number of reports of jobs that a host gets, with the jobs for which its room is kept. */
export function jobsAtHost(
  { db, dialect }: QueryBuilder,
  host: RawBuilder<string>,
  now: number,
): RawBuilder<number> {
  const running = db
    .selectFrom('sitegrade_jobs as running')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    // Written as in the partial indexes: databases do not use such an index for a parameter.
    .where(sql<boolean>`running.status = 'running'`)
    .where(sql<boolean>`running.host = ${host}`)
    .where('running.leased_until', '>', dialect.now(now));
  const kept = db
    .selectFrom('sitegrade_jobs as kept')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(sql<boolean>`kept.host_place <> 0`)
    .where('kept.host_place', '=', -1)
    .where(sql<boolean>`kept.host = ${host}`);
  return sql<number>`(${running} + ${kept})`;
}

/** Whether a host has room for another job. */
export function hasRoomForJob(
  builder: QueryBuilder,
  host: RawBuilder<string>,
  { perHost, otherReports = [], exceptOwner, now }: RoomCriteria,
): RawBuilder<boolean> {
  const { db, dialect } = builder;
  const time = dialect.now(now.getTime());
  const jobs = jobsAtHost(builder, host, now.getTime());
  const pages = db
    .selectFrom('sitegrade_crawl_pages as page')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('page.lease_token', 'is not', null)
    .where(sql<boolean>`page.lease_host = ${host}`)
    .where('page.due_at', '>', time);
  const delay = db
    .selectFrom('sitegrade_crawl_hosts as delay')
    .select('delay.host')
    .where(sql<boolean>`delay.host = ${host}`)
    .where('delay.next_request_at', '>', time);
  const starts = db
    .selectFrom('sitegrade_crawls as start')
    .select('start.id')
    .where(sql<boolean>`start.step = 'start' and start.admitted = 1`)
    .where(sql<boolean>`start.host = ${host}`);
  const waitingStarts =
    exceptOwner === undefined ? starts : starts.where('start.owner_id', '<>', exceptOwner);
  const duePage = db
    .selectFrom('sitegrade_crawl_pages as due')
    .select('due.number')
    .where(sql<boolean>`due.crawl_id = crawl.id`)
    .where('due.due_at', 'is not', null)
    .where('due.due_at', '<=', time);
  const waitingCrawl = db
    .selectFrom('sitegrade_crawls as crawl')
    .select('crawl.id')
    .where(sql<boolean>`crawl.ended_at is null and crawl.step is null`)
    .where(sql<boolean>`crawl.host = ${host}`)
    .where(sql<boolean>`exists ${duePage}`);
  const others =
    otherReports.length === 0
      ? sql`0`
      : sql`(select count(*) from ${dialect.textRows(
          ['report_host'],
          otherReports.map((report) => [report]),
        )} where report_host = ${host})`;
  return sql<boolean>`(${jobs} + ${others} + ${pages} < ${perHost}
    and not exists ${starts.where('start.leased_until', '>', time)}
    and (exists ${delay} or not exists ${waitingStarts})
    and (${jobs} = 0 or exists ${delay} or not exists ${waitingCrawl}))`;
}

/** The queued jobs that do not wait for their host. */
export function queuedOfOwner({ db }: QueryBuilder, ownerId: string) {
  return db
    .selectFrom('sitegrade_jobs as job')
    .where('job.owner_id', '=', ownerId)
    .where(sql<boolean>`job.status = 'queued' and job.host_place <= 0`);
}
