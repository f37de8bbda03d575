import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery, oneRow } from '../fixed-query.ts';
import { lockHost } from '../visiting/host-row.ts';
import { firstOf, type Work } from '../work.ts';

/** How many crawls are admitted in one transaction. */
const admittedAtOnce = 100;

/**
 * The row with an empty host. A transaction that counts admitted crawls locks it, so that two do not exceed the limit.
 */
const noHost = { host: '' };

/** Admits crawls that wait, while fewer than a limit are admitted. Returns how many. */
export function* admitCrawls(builder: QueryBuilder, maxAdmitted: number): Work<number> {
  if (builder.dialect.locksRows) yield lockHost(builder, noHost);
  const counts = yield* firstOf(countCrawls(builder, {}));
  const room = maxAdmitted - Number(counts?.admitted ?? 0);
  const wanted = Math.min(room, Number(counts?.waiting ?? 0));
  let admitted = 0;
  while (admitted < wanted) {
    const next =
      (yield* firstOf(admitOf.ownersWithout(builder, {}))) ??
      (yield* firstOf(admitOf.allOwners(builder, {})));
    // Another transaction ends it.
    if (next === undefined) break;
    admitted += 1;
  }
  return admitted;
}

/** How many crawls are admitted and have not ended, and how many wait, of which it counts a few. */
const countCrawls = fixedQuery(
  ({
    db,
  }: QueryBuilder): CompiledQuery<{ readonly admitted: number; readonly waiting: number }> => {
    const admitted = db
      .selectFrom('sitegrade_crawls')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where(sql<boolean>`ended_at is null and admitted = 1`);
    const some = db
      .selectFrom('sitegrade_crawls')
      .select('id')
      .where(sql<boolean>`ended_at is null and admitted = 0`)
      .orderBy('id')
      .limit(sql.lit(admittedAtOnce));
    return sql<{ readonly admitted: number; readonly waiting: number }>`select
      ${admitted} as admitted, (select count(*) from ${some} as found) as waiting`.compile(db);
  },
);

/**
 * Admits the crawl that waits for longest, of owners without an admitted one; or of all, first of those with the
 * fewest. The first query reads few rows regardless of what waits, and the second one only crawls of owners who have
 * others.
 */
const admitOf = {
  ownersWithout: fixedQuery((builder: QueryBuilder) =>
    admitFirst(
      builder,
      waitingCrawls(builder).where(({ not, exists }) => not(exists(othersOfOwner(builder)))),
    ),
  ),
  allOwners: fixedQuery((builder: QueryBuilder) => {
    const others = othersOfOwner(builder)
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('total'));
    return admitFirst(builder, waitingCrawls(builder).orderBy(others));
  }),
};

function waitingCrawls({ db }: QueryBuilder) {
  return db
    .selectFrom('sitegrade_crawls as crawl')
    .select('crawl.id')
    .where(sql<boolean>`crawl.ended_at is null and crawl.admitted = 0`);
}

function othersOfOwner({ db }: QueryBuilder) {
  return db
    .selectFrom('sitegrade_crawls as others')
    .select('others.id')
    .where(sql<boolean>`others.owner_id = crawl.owner_id`)
    .where(sql<boolean>`others.ended_at is null and others.admitted = 1`);
}

function admitFirst(
  { db, dialect }: QueryBuilder,
  waiting: ReturnType<typeof waitingCrawls>,
): CompiledQuery<{ readonly id: number }> {
  // Behind all crawls, so that creating them again and again does not hold others up.
  const lastClaim = db
    .selectFrom('sitegrade_crawls as other')
    .select(({ fn }) => sql<number>`coalesce(${fn.max('other.last_claim')}, 0)`.as('last_claim'))
    .where(sql<boolean>`other.ended_at is null and other.admitted = 1`);
  const first = waiting.orderBy('crawl.id').limit(oneRow).modifyEnd(dialect.forUpdateSkipLocked);
  return db
    .updateTable('sitegrade_crawls')
    .set({ admitted: 1, last_claim: lastClaim })
    .where('id', '=', first)
    .returning('id')
    .compile();
}
