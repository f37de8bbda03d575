import type { CrawlLease, RevisedCrawlPage } from '@sitegrade/core/store';
import type { QueryBuilder } from '../dialect.ts';
import type { PackedDetails } from '../reports/report-details.ts';
import { hasTexts, insertTexts } from '../reports/ruleset-texts.ts';
import { rowsOf, type Work } from '../work.ts';
import { findingColumns } from './crawl-page-row.ts';
import { withoutScore, withScore } from './crawl-progress.ts';
import { changeCrawl, progressOf } from './crawl-row.ts';
import { lockStep } from './end-crawl.ts';

/** What is stored of a revised page. */
interface RevisedPage extends Pick<RevisedCrawlPage, 'id' | 'score' | 'result' | 'outline'> {
  readonly packed: PackedDetails;
}

/** Replaces the scores, details and outlines of pages that are done, during a step. */
export function* revisePages(
  builder: QueryBuilder,
  lease: CrawlLease,
  pages: readonly RevisedPage[],
): Work<boolean> {
  const crawl = yield* lockStep(builder, lease);
  if (crawl === undefined) return false;
  const { db, dialect } = builder;
  const rows = yield* rowsOf(
    db
      .selectFrom('sitegrade_crawl_pages')
      .select(['number', 'score', 'result'])
      .where('crawl_id', '=', crawl.id)
      .where('number', 'in', dialect.idList(pages.map(({ id }) => id)))
      .where('kind', '=', 'page')
      .where('state', '=', 'done')
      .compile(),
  );
  const done = new Map(rows.map((row) => [row.number, row]));
  let progress = progressOf(crawl);
  for (const { id, score, result, outline, packed } of pages) {
    const before = done.get(id);
    if (before === undefined || before.score === null || before.result === null) continue;
    progress = withScore(withoutScore(progress, before.score, before.result), score, result);
    yield db
      .updateTable('sitegrade_crawl_pages')
      .set({ score, result, ...findingColumns(outline) })
      .where('crawl_id', '=', crawl.id)
      .where('number', '=', id)
      .compile();
    yield db
      .updateTable('sitegrade_crawl_page_details')
      .set({ details: packed.bytes, outline: packed.outline ?? new Uint8Array() })
      .where('crawl_id', '=', crawl.id)
      .where('number', '=', id)
      .compile();
    const { texts } = packed;
    if (texts && !(yield* hasTexts(builder, texts.id))) yield insertTexts(builder, texts);
  }
  yield* changeCrawl(builder, crawl.id, { progress: JSON.stringify(progress) });
  return true;
}
