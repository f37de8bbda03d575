import type { CrawlLease, RefilledUrl } from '@sitegrade/core/store';
import { sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { rowsOf, type Work } from '../work.ts';
import { movePage } from './crawl-progress.ts';
import { changeCrawl, isClosed, progressOf } from './crawl-row.ts';
import { lockStep } from './end-crawl.ts';

/** Queues URLs that were skipped for `max_pages`, or gives them another reason, during a step. */
export function* refillUrls(
  builder: QueryBuilder,
  lease: CrawlLease,
  urls: readonly RefilledUrl[],
): Work<boolean> {
  const crawl = yield* lockStep(builder, lease);
  if (crawl === undefined) return false;
  const { db, dialect } = builder;
  const rows = dialect.textRows(
    ['crawl', 'page', 'new_reason'],
    urls.map(({ id, skipReason }) => [String(crawl.id), String(id), skipReason]),
  );
  const changed = yield* rowsOf(
    db
      .updateTable('sitegrade_crawl_pages')
      .set({
        state: sql`case when new_reason is null then 'queued' else 'skipped' end`,
        skip_reason: sql`new_reason`,
        due_at: sql`case when new_reason is null then 0 end`,
      })
      .from(sql<object>`${rows}` as never)
      .where('crawl_id', '=', sql<number>`cast(crawl as bigint)`)
      .where('number', '=', sql<number>`cast(page as integer)`)
      .where('skip_reason', '=', 'max_pages')
      .returning(['kind', 'skip_reason'])
      .compile(),
  );
  // In a crawl that is closed, they are skipped like those that are queued.
  const queued = isClosed(crawl) ? ({ skipped: 'ended' } as const) : 'queued';
  let progress = progressOf(crawl);
  for (const { kind, skip_reason: skipped } of changed) {
    const to = skipped === null ? queued : { skipped };
    progress = movePage(progress, kind, { skipped: 'max_pages' }, to);
  }
  yield* changeCrawl(builder, crawl.id, { progress: JSON.stringify(progress) });
  return true;
}
