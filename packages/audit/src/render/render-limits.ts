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

/**
 * How much longer an analysis with a rendering may take, in milliseconds: its budget, and two seconds to start and to
 * end it. Deadlines and leases are extended by it.
 */
export const maxRenderMs = renderLimits.totalMs + 2_000;
