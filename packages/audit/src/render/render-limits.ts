import type { RenderLimits } from './renderer.ts';

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
export const renderWaitMs = 20_000;

/** How much longer an analysis with a rendering may take. Leases are extended by it. */
export const maxRenderMs = renderMs + renderWaitMs;
