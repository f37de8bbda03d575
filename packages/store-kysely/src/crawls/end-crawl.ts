import type { CrawlEnd } from '@sitegrade/core';
import { isCompleteCrawl, withRuleset } from '@sitegrade/core/internal';
import type { CanceledCrawl, CrawlLease, EndedCrawl } from '@sitegrade/core/store';
import type { QueryBuilder } from '../dialect.ts';
import { insertCrawlEvent } from '../events/outbox-events.ts';
import type { Work } from '../work.ts';
import { countTime } from './active-time.ts';
import { endPageLeases } from './crawl-page-row.ts';
import { skipAll } from './crawl-progress.ts';
import {
  type CrawlChange,
  type CrawlRow,
  changeCrawl,
  findCrawlRow,
  lockCrawl,
  noLease,
  progressOf,
  toCrawl,
} from './crawl-row.ts';
import { returnPages } from './insert-crawl.ts';
import { lockWebsitesOf, rescoreWebsites } from './score-websites.ts';

/** Ends a crawl in its last step, and stores its issues and its shape, which are packed. */
export function* endCrawl(
  builder: QueryBuilder,
  lease: CrawlLease,
  ended: EndedCrawl,
  { issues, shape }: { readonly issues: readonly Uint8Array[]; readonly shape?: Uint8Array },
  now: Date,
): Work<boolean> {
  yield* lockWebsitesOf(builder, [lease.crawlId]);
  const crawl = yield* lockStep(builder, lease);
  if (crawl === undefined) return false;
  for (const [position, issue] of issues.entries()) {
    yield builder.db
      .insertInto('sitegrade_crawl_issues')
      .values({ crawl_id: crawl.id, position, issue })
      .compile();
  }
  if (shape !== undefined) {
    yield builder.db
      .insertInto('sitegrade_crawl_shapes')
      .values({ crawl_id: crawl.id, shape })
      .compile();
  }
  const { status, end } = ended;
  const isComplete = ended.status === 'done' && isCompleteCrawl({ ...toCrawl(crawl), ...ended });
  const change =
    ended.status === 'done'
      ? {
          score: ended.score,
          result: ended.result,
          ruleset_version: withRuleset(crawl.ruleset_version, ended.rulesetVersion),
        }
      : { error: JSON.stringify(ended.error) };
  const scored_pages = isComplete ? progressOf(crawl).done : null;
  yield* endLocked(builder, crawl, { ...change, scored_pages, status, end_reason: end }, now);
  yield insertCrawlEvent(builder, crawl, now);
  if (isComplete && crawl.website_id !== null) yield* rescoreWebsites(builder, [crawl.website_id]);
  return true;
}

/** Cancels a crawl of the owner, unless it has ended. */
export function* cancelCrawl(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
  now: Date,
): Work<CanceledCrawl | undefined> {
  const found = yield* findCrawlRow(builder, ownerId, id);
  if (found === undefined) return undefined;
  const crawl = yield* lockCrawl(builder, id);
  if (crawl !== undefined) {
    const canceled = { status: 'canceled', end_reason: null } as const;
    return { crawl: toCrawl(yield* endLocked(builder, crawl, canceled, now)), isNew: true };
  }
  // It ended, or was deleted, while this waited for the lock.
  const ended = yield* findCrawlRow(builder, ownerId, id);
  return ended && { crawl: toCrawl(ended), isNew: false };
}

/** Ends a crawl that is locked. */
export function* endLocked(
  builder: QueryBuilder,
  crawl: CrawlRow,
  change: CrawlChange,
  now: Date,
): Work<CrawlRow> {
  yield* endPageLeases(builder, crawl);
  const progress = skipAll(skipAll(progressOf(crawl), 'queued'), 'running');
  const ended = yield* changeCrawl(builder, crawl.id, {
    ...change,
    ...noLease,
    step: null,
    progress: JSON.stringify(progress),
    ended_at: builder.dialect.now(now.getTime()),
  });
  yield returnPages(builder, ended);
  return ended;
}

/** Skips the pages of a locked crawl that are queued, and goes on to its last step, to end for a reason. */
export function* closeCrawl(
  builder: QueryBuilder,
  crawl: CrawlRow,
  end: CrawlEnd | null,
  now: Date,
  change?: CrawlChange,
): Work<void> {
  yield* changeCrawl(builder, crawl.id, {
    ...noLease,
    ...countTime(builder.dialect.now(now.getTime())),
    ...change,
    step: 'finish',
    end_reason: end,
    progress: JSON.stringify(skipAll(progressOf(crawl), 'queued')),
  });
}

/** Locks the crawl of a step, if the lease of the step has not ended. */
export function* lockStep(
  builder: QueryBuilder,
  { crawlId, page, token }: CrawlLease,
): Work<CrawlRow | undefined> {
  if (page !== null) return undefined;
  const crawl = yield* lockCrawl(builder, crawlId);
  return crawl?.lease_token === token ? crawl : undefined;
}
