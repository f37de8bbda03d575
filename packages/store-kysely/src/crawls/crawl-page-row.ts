import type {
  CrawledUrl,
  CrawlPageState,
  CrawlPageSummary,
  JobError,
  SkipReason,
} from '@sitegrade/core';
import type { NewCrawlUrl, PageOutline } from '@sitegrade/core/store';
import { pageFindings, searchForm } from '@sitegrade/core/store';
import { type Selectable, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { fixedQuery, oneRow } from '../fixed-query.ts';
import type { Tables } from '../schema.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';
import { withPage } from './crawl-progress.ts';
import { type CrawlRow, isClosed, progressOf } from './crawl-row.ts';

/** The columns of a page in a list. */
export const pageColumns = [
  'number',
  'url',
  'state',
  'skip_reason',
  'error',
  'depth',
  'inlinks',
  'in_sitemap',
  'http_status',
  'location',
  'title',
  'score',
  'result',
  'worst',
  'findings',
  'is_unchanged',
] as const;

/** The columns of a URL for issues across pages. */
export const urlColumns = [
  'number',
  'url',
  'kind',
  'level',
  'state',
  'skip_reason',
  'depth',
  'in_sitemap',
  'http_status',
  'location',
  'score',
] as const;

type PagesTable = Selectable<Tables['sitegrade_crawl_pages']>;

/** A row of {@link pageColumns}. */
type PageRow = Pick<PagesTable, (typeof pageColumns)[number]>;

/** A row of {@link urlColumns}. */
export type UrlRow = Pick<PagesTable, (typeof urlColumns)[number]>;

/** What both have. */
function common(row: Pick<PageRow, keyof PageRow & keyof UrlRow>, closed: boolean) {
  return {
    id: row.number,
    url: row.url,
    ...stateOf(row, closed),
    depth: row.depth,
    inSitemap: row.in_sitemap === 1,
    httpStatus: row.http_status,
    location: row.location,
    score: row.score,
  };
}

/** The state of a page. In a crawl that is closed, queued pages are skipped. */
function stateOf(
  { state, skip_reason }: Pick<PageRow, 'state' | 'skip_reason'>,
  closed: boolean,
): { readonly state: CrawlPageState; readonly skipReason: SkipReason | null } {
  if (closed && state === 'queued') return { state: 'skipped', skipReason: 'ended' };
  return { state, skipReason: skip_reason };
}

/** The stored states of the pages that have a state. */
export function storedStates(state: CrawlPageState, closed: boolean): readonly CrawlPageState[] {
  if (!closed) return [state];
  if (state === 'skipped') return ['skipped', 'queued'];
  return state === 'queued' ? [] : [state];
}

/** The page of a row. */
export function toPageSummary(row: PageRow, closed: boolean): CrawlPageSummary {
  return {
    ...common(row, closed),
    error: row.error === null ? null : (JSON.parse(row.error) as JobError),
    inlinks: row.inlinks,
    title: row.title,
    result: row.result,
    worst: row.worst,
    findings: row.findings?.split(' ') ?? [],
    isUnchanged: row.state === 'done' && row.is_unchanged === 1,
  };
}

/** The URL of a row. */
export function toCrawledUrl(
  row: UrlRow,
  closed: boolean,
  outline: PageOutline | null,
): CrawledUrl {
  // In this order: with Node 20, properties after the spread ones take four times the memory.
  return { kind: row.kind, level: row.level, outline, ...common(row, closed) };
}

/** The columns of what was found on a page, with its ids separated by spaces. */
export function findingColumns(outline: PageOutline): Pick<PagesTable, 'worst' | 'findings'> {
  const { worst, findings } = pageFindings(outline);
  return { worst, findings: findings.length === 0 ? null : findings.join(' ') };
}

/** Inserts URLs, except those whose number exists. Returns the progress of the crawl with them. */
export function* insertUrls(
  { db, dialect }: QueryBuilder,
  crawl: CrawlRow,
  urls: readonly NewCrawlUrl[],
): Work<ReturnType<typeof progressOf>> {
  const columns = ['number', 'url', 'url_search', 'kind', 'level', 'depth', 'in_sitemap'] as const;
  const rows = dialect.textRows([...columns, 'skip_reason'], urls.map(toTexts));
  const inserted = yield* rowsOf(
    db
      .insertInto('sitegrade_crawl_pages')
      .columns(['crawl_id', ...columns, 'skip_reason', 'state', 'due_at'])
      .expression(
        sql`select cast(${crawl.id} as bigint), cast(number as integer), url, url_search, kind,
          cast(level as integer), cast(depth as integer), cast(in_sitemap as integer), skip_reason,
          case when skip_reason is null then 'queued' else 'skipped' end,
          case when skip_reason is null then 0 end
          from ${rows} where true`,
      )
      .onConflict((conflict) => conflict.columns(['crawl_id', 'number']).doNothing())
      .returning(['kind', 'skip_reason'])
      .compile(),
  );
  let progress = progressOf(crawl);
  // In a crawl that is closed, they are skipped like those that are queued.
  const queued = isClosed(crawl) ? ({ skipped: 'ended' } as const) : 'queued';
  for (const { kind, skip_reason: skipped } of inserted) {
    progress = withPage(progress, kind, skipped === null ? queued : { skipped });
  }
  return progress;
}

function toTexts(page: NewCrawlUrl): readonly (string | null)[] {
  const { id, url, kind, level, depth, inSitemap, skipReason } = page;
  const form = searchForm(url);
  return [
    String(id),
    url,
    form === url ? null : form,
    kind,
    String(level),
    depth === null ? null : String(depth),
    inSitemap ? '1' : '0',
    skipReason,
  ];
}

/** Whether a page of the crawl is queued or running. */
export function* hasUnendedPages(builder: QueryBuilder, crawlId: number): Work<boolean> {
  return (yield* firstOf(selectUnended(builder, { crawlId }))) !== undefined;
}

const selectUnended = fixedQuery(
  ({ db, dialect }: QueryBuilder, { crawlId }: { readonly crawlId: number }) => {
    const pages = dialect.readByIndex('sitegrade_crawl_pages', 'sitegrade_crawl_pages_due');
    // In the order of the index: for any row, Postgres would read the table of a large crawl from its beginning.
    return sql<Pick<PagesTable, 'number'>>`select number from ${pages}
      where crawl_id = ${crawlId} and due_at is not null order by number limit ${oneRow}`.compile(
      db,
    );
  },
);

/** Ends the leases of all pages of a crawl that is locked, which are few: they are queued. */
export function* endPageLeases(
  { db, dialect }: QueryBuilder,
  { id, host }: Pick<CrawlRow, 'id' | 'host'>,
): Work<void> {
  const index = dialect.readByIndex('sitegrade_crawl_pages', 'sitegrade_crawl_pages_leased');
  const leased = yield* rowsOf(
    sql<{ readonly number: number }>`select number from ${index}
      where lease_token is not null and lease_host = ${host} and crawl_id = ${id}`.compile(db),
  );
  for (const { number } of leased) {
    yield db
      .updateTable('sitegrade_crawl_pages')
      .set(queuedAgain)
      .where('crawl_id', '=', id)
      .where('number', '=', number)
      .compile();
  }
}

const noLease = { lease_token: null, lease_host: null } as const;

/** The change of a page that is queued again. */
export const queuedAgain = { ...noLease, state: 'queued', due_at: 0 } as const;

/** The change of a page that ends. */
export const ended = { ...noLease, due_at: null } as const;
