import { filmOf } from '../render/page-load.ts';
import { measureLimits, measureMs, measureWaitMs } from '../render/render-limits.ts';
import type { MeasuredLoad, RenderFailure, Throttling } from '../render/renderer.ts';
import { speedFailureText } from '../render/rendering.ts';
import { type SpeedSummary, shownLoadOf, summarizeSpeed } from '../render/speed.ts';
import { type LoadInBrowserOptions, loadInBrowser } from './load-in-browser.ts';

/**
 * A phone with a slow connection, as Lighthouse measures with `--throttling-method=devtools`: 150 ms and 1.6 Mbit/s,
 * as its browser emulates them
 * (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md).
 */
const slowPhone: Throttling = {
  latencyMs: 562.5,
  downloadKbps: 1_474.56,
  uploadKbps: 675,
  cpuSlowdown: 4,
};

/** How a page is measured. */
interface MeasureSpeedOptions extends LoadInBrowserOptions {
  /** How many times, at least 1. */
  readonly runs: number;
  /** Whether the page is pictured while it is loaded. */
  readonly film: boolean;
  readonly onFailed: (failure: {
    readonly reason: RenderFailure;
    readonly cause?: unknown;
  }) => void;
}

/** What was measured, and the pictures of the load that reports show, as JPEG. */
export interface SpeedWithFilm {
  readonly speed: SpeedSummary;
  readonly film: readonly Uint8Array[];
}

/**
 * Measures how long visitors wait for a page. Each load has its own profile, so that nothing is in the cache, and
 * the browser for itself. Loads that fail are left out.
 */
export async function measureSpeed(
  url: string,
  { runs, film, onFailed, ...options }: MeasureSpeedOptions,
): Promise<SpeedWithFilm> {
  const { renderer } = options;
  const cost = { places: renderer.pages, waitMs: measureWaitMs, loadMs: measureMs };
  const loads: MeasuredLoad[] = [];
  let reason: RenderFailure = 'renderer_unavailable';
  for (let run = 0; run < runs && !options.analysis.signal.aborted; run += 1) {
    const result = await loadInBrowser(url, options, cost, (request, signal) => {
      const measured = renderer.measure?.(
        { ...request, limits: measureLimits, throttling: slowPhone, film },
        signal,
      );
      return measured ?? Promise.reject(new Error('The renderer cannot measure.'));
    });
    if (result.kind === 'measured') {
      loads.push(result);
      continue;
    }
    const { cause } = result;
    reason = result.reason;
    onFailed({ reason, ...(cause !== undefined && { cause }) });
    // It would most likely fail again, after the same time.
    break;
  }
  const [first, ...others] = loads;
  // The slow ones fail: what is left of many would make the page faster than it is.
  if (first === undefined || loads.length < runs / 2) {
    const message = speedFailureText(reason);
    return { speed: { status: 'failed', reason, message }, film: [] };
  }
  const measured = [first, ...others] as const;
  const images = filmOf(shownLoadOf(measured)).map(({ image }) => image);
  return { speed: summarizeSpeed(url, measured), film: images };
}
