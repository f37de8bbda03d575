import { fieldDataWaitMs, maxRenderMs } from '@sitegrade/audit';
import type { Context } from './context.ts';

/** How long the analysis of one page takes at most, in milliseconds: leases are longer. */
export function maxAnalysisMs({
  network,
  renderer,
  speedRuns,
  fieldData,
}: Pick<Context, 'network' | 'renderer' | 'speedRuns' | 'fieldData'>): number {
  const { totalMs, cpuMs } = network.limits;
  const renderMs = renderer === undefined ? 0 : maxRenderMs(speedRuns);
  const waitMs = fieldData === undefined ? 0 : fieldDataWaitMs;
  return totalMs + cpuMs + renderMs + waitMs;
}
