import { sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { atHost, hasDuePage, hasWaitingJob } from '../visiting/host-room.ts';
import { crawlColumns } from './crawl-row.ts';

/** What decides whether there is work for a crawl. */
export interface Criteria {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly perHost: number;
  readonly exceptOwner?: string;
}

/** The crawls for which there is work. */
export function withWork(builder: QueryBuilder, { now, perHost, exceptOwner }: Criteria) {
  const host = sql.ref<string>('crawl.host');
  const { jobs, pages, runningPages, isStarting, starts, isDelayed } = atHost(builder, host, now);
  const runningOfCrawl = runningPages
    .select('page.number')
    .where(sql<boolean>`page.crawl_id = crawl.id`);
  const earlier = starts.where(sql<boolean>`start.last_claim <= crawl.last_claim`);
  const waitingStart =
    exceptOwner === undefined ? earlier : earlier.where('start.owner_id', '<>', exceptOwner);
  const hostIsFree = sql`not ${isDelayed} and not ${isStarting}`;
  // Neither jobs nor crawls have all places of a host while the others wait.
  const places = sql`${perHost} - (case when ${perHost} > 1 and ${jobs} = 0 and ${hasWaitingJob(builder, host)} then 1 else 0 end)`;
  return builder.db
    .selectFrom('sitegrade_crawls as crawl')
    .select(crawlColumns)
    .where(sql<boolean>`crawl.ended_at is null and crawl.admitted = 1`)
    .where(
      sql<boolean>`case
        when crawl.step is null then ${hostIsFree} and ${pages} + ${jobs} < ${places}
          and not exists ${waitingStart} and ${hasDuePage(builder, sql.ref('crawl.id'), now)}
        when coalesce(crawl.leased_until, 0) > ${builder.dialect.now(now)} then false
        when crawl.step = 'start' then ${hostIsFree} and ${pages} + ${jobs} = 0
        else not exists ${runningOfCrawl} end`,
    );
}
