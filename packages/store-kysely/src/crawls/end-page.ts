import type { CrawlLease, CrawlPageOutcome } from '@sitegrade/core';
import { withRuleset } from '@sitegrade/core/internal';
import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import type { PackedDetails } from '../reports/report-details.ts';
import { hasTexts, insertTexts } from '../reports/ruleset-texts.ts';
import { firstOf, type Work } from '../work.ts';
import { ended, hasUnendedPages, queuedAgain } from './crawl-page-row.ts';
import { movePage, type PageCount, withScore } from './crawl-progress.ts';
import { changeCrawl, isClosed, lockCrawl, noLease, progressOf } from './crawl-row.ts';

/** Ends an attempt at a page, if its lease has not ended. */
export function* endPage(
  builder: QueryBuilder,
  { crawlId, page: number, token }: CrawlLease,
  outcome: CrawlPageOutcome,
  packed: PackedDetails | undefined,
  now: Date,
): Work<boolean> {
  const crawl = number === null ? undefined : yield* lockCrawl(builder, crawlId);
  if (crawl === undefined || number === null) return false;
  const page = yield* firstOf(
    builder.db
      .updateTable('sitegrade_crawl_pages')
      .set(changeBy(outcome))
      .where('crawl_id', '=', crawlId)
      .where('number', '=', number)
      .where('lease_token', '=', token)
      .returning('kind')
      .compile(),
  );
  if (page === undefined) return false;

  if (packed) yield* insertDetails(builder, crawlId, number, packed);
  if (outcome.kind === 'put_back') yield delayHost(builder, crawl.host, outcome.delayMs, now);
  const moved = movePage(
    progressOf(crawl),
    page.kind,
    'running',
    countOf(outcome, isClosed(crawl)),
  );
  const isScored = outcome.kind === 'done' && page.kind === 'page';
  const progress = isScored ? withScore(moved, outcome.score, outcome.result) : moved;
  const isLast = crawl.step === null && !(yield* hasUnendedPages(builder, crawlId));
  yield* changeCrawl(builder, crawlId, {
    progress: JSON.stringify(progress),
    refusals: refusalsAfter(outcome, crawl.refusals),
    ...(outcome.kind === 'done' && {
      ruleset_version: withRuleset(crawl.ruleset_version, outcome.rulesetVersion),
    }),
    ...(isLast ? { ...noLease, step: 'expand' } : {}),
  });
  return true;
}

function changeBy(outcome: CrawlPageOutcome) {
  switch (outcome.kind) {
    case 'done': {
      const { title, score, result, httpStatus } = outcome;
      return { ...ended, state: 'done', title, score, result, http_status: httpStatus } as const;
    }
    case 'redirected': {
      const { location, httpStatus } = outcome;
      return { ...ended, state: 'redirected', location, http_status: httpStatus } as const;
    }
    case 'failed': {
      const error = JSON.stringify(outcome.error);
      return { ...ended, state: 'failed', error, http_status: outcome.httpStatus } as const;
    }
    case 'skipped': {
      const { skipReason, httpStatus } = outcome;
      return {
        ...ended,
        state: 'skipped',
        skip_reason: skipReason,
        http_status: httpStatus,
      } as const;
    }
    case 'found':
      return { ...ended, state: 'done', http_status: outcome.httpStatus } as const;
    case 'put_back':
      return { ...queuedAgain, put_backs: sql<number>`put_backs + 1` } as const;
    case 'given_back':
      return queuedAgain;
  }
}

function countOf(outcome: CrawlPageOutcome, closed: boolean): PageCount {
  if (outcome.kind === 'found') return 'done';
  if (outcome.kind === 'skipped') return { skipped: outcome.skipReason };
  if (outcome.kind !== 'put_back' && outcome.kind !== 'given_back') return outcome.kind;
  return closed ? { skipped: 'ended' } : 'queued';
}

function refusalsAfter(outcome: CrawlPageOutcome, refusals: number): number {
  if (outcome.kind === 'given_back') return refusals;
  const isRefusal = outcome.kind === 'put_back' || (outcome.kind === 'failed' && outcome.isRefusal);
  return isRefusal ? refusals + 1 : 0;
}

function* insertDetails(
  builder: QueryBuilder,
  crawlId: number,
  number: number,
  { bytes, texts, outline = new Uint8Array() }: PackedDetails,
): Work<void> {
  yield builder.db
    .insertInto('sitegrade_crawl_page_details')
    .values({ crawl_id: crawlId, number, details: bytes, outline })
    .compile();
  if (texts && !(yield* hasTexts(builder, texts.id))) yield insertTexts(builder, texts);
}

/** Puts off the next request of a host, unless it is put off longer. */
function delayHost(
  { db, dialect }: QueryBuilder,
  host: string,
  delayMs: number,
  now: Date,
): CompiledQuery {
  const next = sql<number>`${dialect.now(now)} + ${delayMs}`;
  return db
    .insertInto('sitegrade_crawl_hosts')
    .values({ host, next_request_at: next })
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
    .compile();
}
