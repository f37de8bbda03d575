import { sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { jobsAtHost } from '../jobs/host-room.ts';
import { isWaiting } from '../jobs/host-waits.ts';
import { crawlColumns } from './crawl-row.ts';

/** What decides whether there is work for a crawl. */
export interface Criteria {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly perHost: number;
  readonly exceptOwner?: string;
}

/** The crawls for which there is work. */
export function withWork(
  { db, dialect }: QueryBuilder,
  { now: given, perHost, exceptOwner }: Criteria,
) {
  const now = dialect.now(given);
  const ofHost = (column: string) => sql<boolean>`${sql.ref(column)} = crawl.host`;
  const running = db
    .selectFrom('sitegrade_crawl_pages as page')
    .where('page.lease_token', 'is not', null)
    .where(ofHost('page.lease_host'))
    .where('page.due_at', '>', now);
  const runningOfHost = running.select(({ fn }) => fn.countAll<number>().as('total'));
  const runningOfCrawl = running
    .select('page.number')
    .where(sql<boolean>`page.crawl_id = crawl.id`);
  const starts = db
    .selectFrom('sitegrade_crawls as other')
    .select('other.id')
    // Written as in the partial indexes: databases do not use such an index for a parameter.
    .where(sql<boolean>`other.step = 'start' and other.admitted = 1`)
    .where(ofHost('other.host'));
  const runningStart = starts.where('other.leased_until', '>', now);
  const earlier = starts.where(sql<boolean>`other.last_claim <= crawl.last_claim`);
  const waitingStart =
    exceptOwner === undefined ? earlier : earlier.where('other.owner_id', '<>', exceptOwner);
  const delay = db
    .selectFrom('sitegrade_crawl_hosts as delay')
    .select('delay.host')
    .where(ofHost('delay.host'))
    .where('delay.next_request_at', '>', now);
  const duePage = db
    .selectFrom('sitegrade_crawl_pages as page')
    .select('page.number')
    .where(sql<boolean>`page.crawl_id = crawl.id`)
    .where('page.due_at', 'is not', null)
    .where('page.due_at', '<=', now);
  const hostIsFree = sql`not exists ${delay} and not exists ${runningStart}`;
  const host = sql.ref<string>('crawl.host');
  const jobs = jobsAtHost({ db, dialect }, host, given);
  const waitingJob = db
    .selectFrom('sitegrade_jobs as job')
    .select('job.id')
    .where(isWaiting('job'))
    .where(ofHost('job.host'));
  // Neither jobs nor crawls have all places of a host while the others wait.
  const places = sql`${perHost} - (case when ${perHost} > 1 and ${jobs} = 0 and exists ${waitingJob} then 1 else 0 end)`;
  return db
    .selectFrom('sitegrade_crawls as crawl')
    .select(crawlColumns)
    .where(sql<boolean>`crawl.ended_at is null and crawl.admitted = 1`)
    .where(
      sql<boolean>`case
        when crawl.step is null then ${hostIsFree} and ${runningOfHost} + ${jobs} < ${places}
          and not exists ${waitingStart} and exists ${duePage}
        when coalesce(crawl.leased_until, 0) > ${now} then false
        when crawl.step = 'start' then ${hostIsFree} and ${runningOfHost} + ${jobs} = 0
        else not exists ${runningOfCrawl} end`,
    );
}
