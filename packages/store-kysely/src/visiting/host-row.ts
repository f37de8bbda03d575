import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery } from '../fixed-query.ts';

/** Values of {@link delayHost}. */
interface HostDelay {
  readonly host: string;
  /** Milliseconds. */
  readonly delayMs: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Puts off the next request of a host, unless it is put off longer. */
export const delayHost = fixedQuery(
  ({ db, dialect }: QueryBuilder, { host, delayMs, now }: HostDelay) =>
    db
      .insertInto('sitegrade_crawl_hosts')
      .values({ host, next_request_at: sql<number>`${dialect.now(now)} + ${delayMs}` })
      .onConflict((conflict) =>
        conflict
          .column('host')
          .doUpdateSet({ next_request_at: sql.ref('excluded.next_request_at') })
          .where(
            sql.ref('sitegrade_crawl_hosts.next_request_at'),
            '<',
            sql.ref('excluded.next_request_at'),
          ),
      )
      .compile(),
);

/** Locks a host until the transaction ends, in one statement, because the row may be deleted at any time. */
export const lockHost = fixedQuery(({ db }: QueryBuilder, { host }: { readonly host: string }) =>
  db
    .insertInto('sitegrade_crawl_hosts')
    .values({ host, next_request_at: 0 })
    .onConflict((conflict) =>
      conflict
        .column('host')
        .doUpdateSet({ next_request_at: sql.ref('sitegrade_crawl_hosts.next_request_at') }),
    )
    .compile(),
);

/** Deletes some rows of hosts whose delay has passed: a host without a row may be requested at once, too. */
export function deleteHosts(
  { db, dialect }: QueryBuilder,
  now: Date,
  limit: number,
): CompiledQuery {
  return db
    .deleteFrom('sitegrade_crawl_hosts')
    .where('host', 'in', (query) =>
      query
        .selectFrom('sitegrade_crawl_hosts')
        .select('host')
        .where('next_request_at', '<=', dialect.now(now.getTime()))
        .orderBy('next_request_at')
        .limit(limit)
        .modifyEnd(dialect.forUpdateSkipLocked),
    )
    .compile();
}
