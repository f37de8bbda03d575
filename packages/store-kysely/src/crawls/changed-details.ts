import type { PagePair } from '@sitegrade/core/store';
import { type AliasedRawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { rowsOf, type Work } from '../work.ts';

/** The packed details of a page in two crawls. */
interface PackedPair extends PagePair {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** Details of pages of two crawls, without those that were kept and have the same bytes. None of deleted crawls. */
export function* readChangedDetailRows(
  { db, dialect }: QueryBuilder,
  from: number,
  to: number,
  pages: readonly PagePair[],
): Work<readonly PackedPair[]> {
  const given = dialect.textRows(
    ['from_crawl', 'from_page', 'to_crawl', 'to_page'],
    pages.map((page) => [from, page.from, to, page.to].map(String)),
    // It has its name already.
  ) as unknown as AliasedRawBuilder<object, 'given'>;
  return yield* rowsOf(
    db
      .selectFrom([
        'sitegrade_crawl_page_details as earlier',
        'sitegrade_crawl_page_details as later',
      ])
      .innerJoin('sitegrade_crawl_pages as page', (join) =>
        join
          .onRef('page.crawl_id', '=', 'later.crawl_id')
          .onRef('page.number', '=', 'later.number'),
      )
      .innerJoin(given, (join) => join.onTrue())
      .select([
        'earlier.number as from',
        'later.number as to',
        'earlier.details as before',
        'later.details as after',
      ])
      // By the given rows, so that SQLite looks up each: otherwise it compares every page with all of them.
      .where('earlier.crawl_id', '=', sql<number>`cast(from_crawl as bigint)`)
      .where('earlier.number', '=', sql<number>`cast(from_page as integer)`)
      .where('later.crawl_id', '=', sql<number>`cast(to_crawl as bigint)`)
      .where('later.number', '=', sql<number>`cast(to_page as integer)`)
      .where((where) =>
        where.or([
          where('page.is_unchanged', '=', 0),
          where('earlier.details', '!=', where.ref('later.details')),
        ]),
      )
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('sitegrade_crawls').select('id').where('id', '=', from)),
      )
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('sitegrade_crawls').select('id').where('id', '=', to)),
      )
      .compile(),
  );
}
