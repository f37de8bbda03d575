import type { PrintLimits } from './renderer.ts';

const MiB = 1024 * 1024;

/** The budgets of a report. */
export const printLimits: PrintLimits = {
  totalMs: 10_000,
  htmlBytes: 8 * MiB,
  pdfBytes: 8 * MiB,
};

/** How long a document waits while the renderer has others, at most. One page that is measured takes all places. */
export const printWaitMs = 60_000;
