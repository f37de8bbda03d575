import type { CrawlProgress, CrawlUrlKind, Result, SkipReason } from '@sitegrade/core';

/** Where a page counts: by its state, or by the reason why it was skipped. */
export type PageCount =
  | 'queued'
  | 'running'
  | 'done'
  | 'redirected'
  | 'failed'
  | { readonly skipped: SkipReason };

/** The progress of a crawl without pages. */
export const noPages: CrawlProgress = {
  discovered: 0,
  queued: 0,
  running: 0,
  done: 0,
  unchanged: 0,
  redirected: 0,
  failed: 0,
  skipped: {},
  results: { good: 0, decent: 0, bad: 0 },
  scoreSum: 0,
};

/** The progress with one more page. Other URLs are not counted. */
export function withPage(
  progress: CrawlProgress,
  kind: CrawlUrlKind,
  to: PageCount,
): CrawlProgress {
  if (kind !== 'page') return progress;
  return add({ ...progress, discovered: progress.discovered + 1 }, to, 1);
}

/** The progress after a page has changed its state. */
export function movePage(
  progress: CrawlProgress,
  kind: CrawlUrlKind,
  from: PageCount,
  to: PageCount,
): CrawlProgress {
  return kind !== 'page' ? progress : add(add(progress, from, -1), to, 1);
}

/** The progress with the score of one more page. */
export function withScore(progress: CrawlProgress, score: number, result: Result): CrawlProgress {
  const { results, scoreSum } = progress;
  return {
    ...progress,
    results: { ...results, [result]: results[result] + 1 },
    scoreSum: scoreSum + score,
  };
}

/** The progress without the score of a page. */
export function withoutScore(
  progress: CrawlProgress,
  score: number,
  result: Result,
): CrawlProgress {
  const { results, scoreSum } = progress;
  return {
    ...progress,
    results: { ...results, [result]: results[result] - 1 },
    scoreSum: scoreSum - score,
  };
}

/** The progress when all pages in this state count as skipped. */
export function skipAll(progress: CrawlProgress, state: 'queued' | 'running'): CrawlProgress {
  const pages = progress[state];
  if (pages === 0) return progress;
  return add({ ...progress, [state]: 0 }, { skipped: 'ended' }, pages);
}

/** How many pages were requested. */
export function requestedPages({ done, redirected, failed, skipped }: CrawlProgress): number {
  return done + redirected + failed + (skipped.not_html ?? 0);
}

function add(progress: CrawlProgress, to: PageCount, by: number): CrawlProgress {
  if (typeof to === 'string') return { ...progress, [to]: progress[to] + by };
  const { [to.skipped]: before = 0, ...others } = progress.skipped;
  const after = before + by;
  return { ...progress, skipped: after === 0 ? others : { ...others, [to.skipped]: after } };
}
