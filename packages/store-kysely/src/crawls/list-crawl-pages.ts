import type { CrawlPage, CrawlPageSummary, CrawlProgress, List } from '@sitegrade/core';
import { type CrawlPageListQuery, maxExactTotal, searchNeedle } from '@sitegrade/core/store';
import { type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { type PageWindow, pageWindow, windowFromStart } from '../listing/page-window.ts';
import { unpackDetails } from '../reports/report-details.ts';
import type { ReadTexts } from '../reports/ruleset-texts.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';
import { pageColumns, storedStates, toPageSummary } from './crawl-page-row.ts';
import { type CrawlRow, findCrawlRow, isClosed, progressOf } from './crawl-row.ts';

/** A page of the list of a crawl's pages, which is read in the order of an index. */
export function* listPageRows(
  builder: QueryBuilder,
  ownerId: string,
  crawlId: number,
  query: CrawlPageListQuery,
): Work<List<CrawlPageSummary> | undefined> {
  const crawl = yield* findCrawlRow(builder, ownerId, crawlId);
  if (crawl === undefined) return undefined;
  const matching = conditionsOf(builder, crawl, query);
  const total = knownTotal(progressOf(crawl), query) ?? (yield* countRows(builder, matching));
  const isExact = total <= maxExactTotal;
  const window = isExact ? pageWindow(query, total) : windowFromStart(query);
  const numbers = window ? yield* numbersOf(builder, query, matching, window) : [];
  return {
    rows: yield* pagesOf(builder, crawl, numbers),
    total: isExact ? total : maxExactTotal,
    totalRelation: isExact ? 'eq' : 'gte',
  };
}

/** The total from the progress of the crawl, which counts by state and by result. */
function knownTotal(
  progress: CrawlProgress,
  { state, result, depth, url, check, search }: CrawlPageListQuery,
): number | undefined {
  if ([depth, url, check, search].some((given) => given !== undefined)) return undefined;
  if (result !== undefined) return state === undefined ? progress.results[result] : undefined;
  if (state === undefined) return progress.discovered;
  if (state !== 'skipped') return progress[state];
  return Object.values(progress.skipped).reduce((sum, pages) => sum + pages, 0);
}

function conditionsOf(
  { dialect }: QueryBuilder,
  crawl: CrawlRow,
  { state, result, depth, url, check, search }: CrawlPageListQuery,
): RawBuilder<unknown> {
  const states = state === undefined ? undefined : storedStates(state, isClosed(crawl));
  const conditions = [
    sql`crawl_id = ${crawl.id} and kind = 'page'`,
    ...(states ? [states.length === 0 ? sql`1 = 0` : sql`state in (${sql.join(states)})`] : []),
    ...(result === undefined ? [] : [sql`result = ${result}`]),
    ...(depth === undefined ? [] : [sql`${sortColumns.depth} = ${depth}`]),
    ...(url === undefined ? [] : [sql`url in (${sql.join(url)})`]),
    ...(check === undefined ? [] : [dialect.contains(sql`' ' || findings || ' '`, ` ${check} `)]),
    ...(search === undefined
      ? []
      : [dialect.contains(sql`coalesce(url_search, url)`, searchNeedle(search))]),
  ];
  return sql.join(conditions, sql` and `);
}

function* countRows({ db }: QueryBuilder, matching: RawBuilder<unknown>): Work<number> {
  const found = db
    .selectFrom('sitegrade_crawl_pages')
    .select(sql`1`.as('one'))
    .where(sql<boolean>`${matching}`)
    .limit(maxExactTotal + 1);
  const row = yield* firstOf(
    db
      .selectFrom(found.as('found'))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .compile(),
  );
  return Number(row?.total ?? 0);
}

/** As in the indexes of the first migration. */
const sortColumns: Readonly<Record<CrawlPageListQuery['sortBy'], RawBuilder<unknown>>> = {
  id: sql`number`,
  url: sql`url`,
  score: sql`coalesce(score, -1)`,
  depth: sql`coalesce(depth, -1)`,
  inlinks: sql`coalesce(inlinks, -1)`,
  httpStatus: sql`coalesce(http_status, -1)`,
};

function* numbersOf(
  { db }: QueryBuilder,
  { sortBy, state, result }: CrawlPageListQuery,
  matching: RawBuilder<unknown>,
  { direction, isReversed, after, offset, limit }: PageWindow,
): Work<readonly number[]> {
  const key = sortColumns[sortBy];
  const order = sql.raw(direction);
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  const read = function* (condition: RawBuilder<unknown>, most: number) {
    const rows = yield* rowsOf(
      db
        .selectFrom('sitegrade_crawl_pages')
        .select('number')
        .where(sql<boolean>`${matching} and ${condition}`)
        .orderBy(sortBy === 'id' ? sql`number ${order}` : sql`${key} ${order}, number ${order}`)
        .limit(most)
        .offset(offset)
        .compile(),
    );
    return rows.map(({ number }) => number);
  };
  const numbers: number[] = [];
  if (after === undefined) {
    // Only these have a score, so that the index is not read from its first URLs, which were not requested.
    const isScored = sortBy === 'score' && (state === 'done' || result !== undefined);
    numbers.push(...(yield* read(isScored ? sql`${key} >= 0` : sql`1 = 1`, limit)));
  } else if (sortBy === 'id') {
    numbers.push(...(yield* read(sql`number ${beyond} ${after.id}`, limit)));
  } else {
    // First those with the same key: SQLite enters an index at one value, and would read all of them.
    const ties = sql`${key} = ${after.key} and number ${beyond} ${after.id}`;
    numbers.push(...(yield* read(ties, limit)));
    const left = limit - numbers.length;
    if (left > 0) numbers.push(...(yield* read(sql`${key} ${beyond} ${after.key}`, left)));
  }
  return isReversed ? numbers.reverse() : numbers;
}

function* pagesOf(
  { db, dialect }: QueryBuilder,
  crawl: CrawlRow,
  numbers: readonly number[],
): Work<readonly CrawlPageSummary[]> {
  if (numbers.length === 0) return [];
  const rows = yield* rowsOf(
    db
      .selectFrom('sitegrade_crawl_pages')
      .select(pageColumns)
      .where('crawl_id', '=', crawl.id)
      .where('number', 'in', dialect.idList(numbers))
      .compile(),
  );
  const pages = new Map(rows.map((row) => [row.number, toPageSummary(row, isClosed(crawl))]));
  return numbers.flatMap((number) => pages.get(number) ?? []);
}

/** One page of a crawl of the owner. */
export function* findPage(
  builder: QueryBuilder,
  readTexts: ReadTexts,
  ownerId: string,
  crawlId: number,
  number: number,
): Work<CrawlPage | undefined> {
  const crawl = yield* findCrawlRow(builder, ownerId, crawlId);
  const [summary] = crawl ? yield* pagesOf(builder, crawl, [number]) : [];
  if (summary === undefined) return undefined;
  const { db } = builder;
  const row = yield* firstOf(
    db
      .selectFrom('sitegrade_crawl_pages as page')
      .leftJoin('sitegrade_crawl_page_details as detail', (join) =>
        join
          .onRef('detail.crawl_id', '=', 'page.crawl_id')
          .onRef('detail.number', '=', 'page.number'),
      )
      .select(['page.kind', 'detail.details'])
      .where('page.crawl_id', '=', crawlId)
      .where('page.number', '=', number)
      .compile(),
  );
  if (row?.kind !== 'page') return undefined;
  const details = row.details ? yield* unpackDetails(row.details, readTexts) : null;
  return { ...summary, details };
}
