import type { Crawl, CrawlEnd } from '../store/crawl.ts';
import type { JobError } from '../store/job.ts';
import { redactJobUrl } from '../store/job-url.ts';
import type { Emitter } from './emit.ts';

/** Emits `crawl.failed`. */
export function emitCrawlFailed(
  { emit }: Emitter,
  ownerId: string,
  { id: crawlId, url }: Pick<Crawl, 'id' | 'url'>,
  end: CrawlEnd,
  { code, reason }: JobError,
): void {
  emit({
    type: 'crawl.failed',
    ownerId,
    crawlId,
    url: redactJobUrl(url),
    end,
    code,
    ...(reason !== undefined && { reason }),
  });
}

/** Emits `crawl.completed`. */
export function emitCrawlCompleted(
  { emit }: Emitter,
  ownerId: string,
  crawl: Crawl,
  issuesCount: number,
) {
  const { id: crawlId, websiteId, domain, end, score, result, startedAt, endedAt } = crawl;
  if (websiteId === null || domain === null || end === null) return;
  const { done, redirected, failed, skipped } = crawl.progress;
  emit({
    type: 'crawl.completed',
    ownerId,
    crawlId,
    websiteId,
    domain,
    end,
    score,
    result,
    done,
    redirected,
    failed,
    skipped: Object.values(skipped).reduce((sum, count) => sum + count, 0),
    issuesCount,
    durationMs: startedAt && endedAt ? endedAt.getTime() - startedAt.getTime() : 0,
  });
}
