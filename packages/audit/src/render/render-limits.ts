import type { PageLimits, RenderLimits } from './renderer.ts';

const MiB = 1024 * 1024;

/** The budgets of a rendering. */
export const renderLimits: RenderLimits = {
  totalMs: 20_000,
  quietMs: 500,
  busyMs: 5_000,
  rulesMs: 5_000,
  requests: 300,
  htmlBytes: 20 * MiB,
  screenshotBytes: 100_000,
};

/** What a page's browser may receive in all, through the proxy. */
export const maxRenderBytes = 25 * MiB;

/** How long a rendering may take, in milliseconds: its budget, and two seconds to start and to end it. */
export const renderMs = renderLimits.totalMs + 2_000;

/** How long a page waits while the renderer loads others, at most. */
const renderWaitMs = 20_000;

/** The budgets of loading a page to measure it. A phone with a slow connection receives 9 MB in this time. */
export const measureLimits: PageLimits = {
  totalMs: 50_000,
  // Late shifts and tasks count, too.
  quietMs: 5_000,
  busyMs: 15_000,
  requests: 300,
};

/** How long one measurement may take, in milliseconds. */
export const measureMs = measureLimits.totalMs + 2_000;

/** How long a page waits for the browser to have no other page, at most: those of several owners may be measured. */
export const measureWaitMs = 4 * measureMs;

/**
 * How much longer an analysis may take with a renderer, in milliseconds. Leases are extended by it.
 *
 * @param speedRuns - How many times the speed of a page is measured.
 */
export function maxRenderMs(speedRuns: number): number {
  return renderMs + waitMsOf(speedRuns) + speedRuns * (measureMs + measureWaitMs);
}

/** How long a page waits for its place in the browser, which pages that are measured have for themselves. */
export function waitMsOf(speedRuns: number): number {
  return speedRuns === 0 ? renderWaitMs : measureMs + renderWaitMs;
}
