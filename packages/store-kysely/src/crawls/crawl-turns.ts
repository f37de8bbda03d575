import type { CrawlClaim } from '@sitegrade/core/store';
import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery, oneRow } from '../fixed-query.ts';
import { hostsAtOnce } from '../visiting/claim-visit.ts';
import { atHost, hasDuePage, waitedHosts } from '../visiting/host-room.ts';
import { rowsOf, type Work } from '../work.ts';
import { type Criteria, withWork } from './crawl-work.ts';

/** How many crawls become ready in one transaction: on SQLite it blocks the event loop, for 2 ms. */
const crawlsAtOnce = 100;

/** Something that a claim has to do. */
export interface FoundCrawl {
  /**
   * `ready`: there may be work for a crawl. `due`: so it is for one that was put off. `host`: the host of this crawl has
   * room for it.
   */
  readonly kind: 'ready' | 'due' | 'host';
  readonly id: number | null;
}

/** What a claim of any crawl has to do: nothing if there is no work. */
export function lookForCrawls(
  builder: QueryBuilder,
  { now, perHost, exceptOwner }: CrawlClaim,
): Work<readonly FoundCrawl[]> {
  const given = { now: now.getTime(), perHost };
  return rowsOf(
    exceptOwner === undefined
      ? lookForAny(builder, given)
      : lookForOthers(builder, { ...given, exceptOwner }),
  );
}

const lookForAny = fixedQuery(
  (builder: QueryBuilder, { now, perHost }: Pick<Criteria, 'now' | 'perHost'>) =>
    look(builder, { now, perHost }),
);

const lookForOthers = fixedQuery(
  (builder: QueryBuilder, { now, perHost, exceptOwner }: Required<Criteria>) =>
    look(builder, { now, perHost, exceptOwner }),
);

/** Minimums and first rows are seeks, while Postgres may join what is in `exists`, and then reads all crawls. */
function look(builder: QueryBuilder, criteria: Criteria): CompiledQuery<FoundCrawl> {
  const { db, dialect } = builder;
  const { exceptOwner } = criteria;
  // Written as in the partial indexes: databases do not use such an index for a parameter.
  const unended = db
    .selectFrom('sitegrade_crawls as other')
    .where(sql<boolean>`other.ended_at is null and other.admitted = 1`);
  const others =
    exceptOwner === undefined ? unended : unended.where('other.owner_id', '<>', exceptOwner);
  const firstInTurn = (crawls: typeof others) =>
    crawls.select('other.id').orderBy('other.last_claim').orderBy('other.id').limit(oneRow);
  const ready = firstInTurn(others.where(sql<boolean>`other.due_at = 0`));
  const firstDue = unended
    .select(({ fn }) => fn.min('other.due_at').as('due_at'))
    .where(sql<boolean>`other.due_at > 0`);
  const isWaiting = sql<boolean>`other.due_at < 0`;
  const firstHost = unended.select(({ fn }) => fn.min('other.host').as('host')).where(isWaiting);
  const nextHost = firstHost.where(sql<boolean>`other.host > waited.host`);
  const ofHost = others.where(isWaiting).where(sql<boolean>`other.host = waited.host`);
  // A crawl that has not started goes before others that were served when it was admitted.
  const starting = dialect.readByIndex('sitegrade_crawls', 'sitegrade_crawls_waiting');
  const nextStart = sql`(select id from ${starting} where step = 'start' and host = waited.host
    and ended_at is null and admitted = 1 and due_at < 0 ${exceptOwner === undefined ? sql`` : sql`and owner_id <> ${exceptOwner}`}
    order by last_claim, id limit ${oneRow})`;
  // One that is looked at before takes the room. Crawls that were created one after the other have the same last claim.
  const before = others
    .select('other.id')
    .where(sql<boolean>`other.due_at = 0`)
    .where(sql<boolean>`other.host = crawl.host`)
    .where(sql<boolean>`(other.last_claim, other.id) < (crawl.last_claim, crawl.id)`);
  const hasRoom = withWork(builder, criteria)
    .clearSelect()
    .select('crawl.id')
    .where(sql<boolean>`crawl.id = next.id`)
    .where(sql<boolean>`not exists ${before}`)
    .limit(oneRow);
  return sql<FoundCrawl>`with recursive ${waitedHosts(firstHost, nextHost)}, next(id) as (
      select ${firstInTurn(ofHost)} from waited where waited.host is not null
      union all select ${nextStart} from waited where waited.host is not null
    )
    select 'ready' as kind, cast(null as bigint) as id where ${ready} is not null
    union all select 'due', cast(null as bigint) where ${firstDue} <= ${dialect.now(criteria.now)}
    union all select * from (select 'host', next.id from next
      where next.id is not null and ${hasRoom} is not null limit ${sql.lit(hostsAtOnce)}) as free`.compile(
    db,
  );
}

/** Moves crawls that are due, or whose host has room, to those for which there may be work. Returns whether it did. */
export function* wakeCrawls(
  { db, dialect }: QueryBuilder,
  { now }: Pick<CrawlClaim, 'now'>,
  found: readonly FoundCrawl[],
): Work<boolean> {
  const crawls = db
    .selectFrom('sitegrade_crawls')
    .select('id')
    .where(sql<boolean>`ended_at is null and admitted = 1`)
    .modifyEnd(dialect.forUpdateSkipLocked);
  const due = found.some(({ kind }) => kind === 'due')
    ? yield* rowsOf(
        crawls
          .where(sql<boolean>`due_at > 0`)
          .where('due_at', '<=', dialect.now(now.getTime()))
          .orderBy('due_at')
          .limit(sql.lit(crawlsAtOnce))
          .compile(),
      )
    : [];
  const waiting = yield* rowsOf(
    crawls
      .where('id', 'in', dialect.idList(found.flatMap(({ id }) => id ?? [])))
      .where(sql<boolean>`due_at < 0`)
      .compile(),
  );
  const ids = [...due, ...waiting].map(({ id }) => id);
  if (ids.length === 0) return false;
  yield db
    .updateTable('sitegrade_crawls')
    .set({ due_at: 0 })
    .where('id', 'in', dialect.idList(ids))
    .compile();
  return true;
}

/** Puts off a crawl that is locked and has no work now: until its lease is over, its host may be requested or has room. */
export const putOff = fixedQuery(
  (builder: QueryBuilder, { id, now: given }: { readonly id: number; readonly now: number }) => {
    const now = builder.dialect.now(given);
    const crawlId = sql.ref<number>('sitegrade_crawls.id');
    const { runningPages, delay } = atHost(builder, sql.ref('sitegrade_crawls.host'), given);
    // Of a crawl without pages that are due, or one that is closed: the few that are running.
    const leaseEnd = runningPages
      .select(({ fn }) => fn.min('page.due_at').as('due_at'))
      .where(sql<boolean>`page.crawl_id = ${crawlId}`);
    return builder.db
      .updateTable('sitegrade_crawls')
      .set({
        due_at: sql<number>`case
          when leased_until > ${now} then leased_until
          when step in ('expand', 'finish') or (step is null and not ${hasDuePage(builder, crawlId, given)})
            then coalesce(${leaseEnd}, 0)
          else coalesce(${delay.select('delay.next_request_at')}, -1) end`,
      })
      .where('id', '=', id)
      .compile();
  },
);
