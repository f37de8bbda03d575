import { maxRenderMs } from '@sitegrade/audit';
import type { Context } from './context.ts';

/** How long the analysis of one page takes at most, in milliseconds: leases are longer. */
export function maxAnalysisMs({
  network,
  renderer,
  speedRuns,
}: Pick<Context, 'network' | 'renderer' | 'speedRuns'>): number {
  const { totalMs, cpuMs } = network.limits;
  return totalMs + cpuMs + (renderer === undefined ? 0 : maxRenderMs(speedRuns));
}
