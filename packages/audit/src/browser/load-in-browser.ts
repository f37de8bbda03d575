import type { Analysis } from '../analysis/analysis.ts';
import type { Connections } from '../fetch/connections.ts';
import { openEgressProxy } from '../fetch/egress-proxy.ts';
import { fetchError } from '../fetch/fetch-error.ts';
import { isSameSite } from '../readings/page-urls.ts';
import { maxRenderBytes } from '../render/render-limits.ts';
import type { PageRequest, Renderer, RenderFailure } from '../render/renderer.ts';
import { placesOf } from './places.ts';

/** How a page is loaded in a browser. */
export interface LoadInBrowserOptions {
  readonly renderer: Renderer;
  readonly analysis: Analysis;
  readonly connections: Connections;
  /** For requests to the origin of the page only. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a script may lead to a URL of the same site. */
  readonly isNavigationAllowed: (url: URL) => boolean;
}

/** How much of the renderer a load needs, in places and in milliseconds. */
interface LoadCost {
  readonly places: number;
  /** How long it waits for its places. */
  readonly waitMs: number;
  /** How long it takes, at most. */
  readonly loadMs: number;
}

/** A page that was not loaded. */
interface NotLoaded {
  readonly kind: 'failed';
  readonly reason: RenderFailure;
  readonly cause?: unknown;
}

/**
 * Waits until the renderer has places, and loads a page through a proxy of this process, which is open as long as the
 * page. It never throws: the report is made without it.
 *
 * @param load - Loads the page with the renderer.
 */
export async function loadInBrowser<Loaded>(
  url: string,
  options: LoadInBrowserOptions,
  { places, waitMs, loadMs }: LoadCost,
  load: (request: Omit<PageRequest, 'limits'>, signal: AbortSignal) => Promise<Loaded>,
): Promise<Loaded | NotLoaded> {
  const { renderer, analysis } = options;
  const waiting = new AbortController();
  const end = () => waiting.abort(analysis.signal.reason);
  analysis.signal.addEventListener('abort', end, { once: true });
  if (analysis.signal.aborted) end();
  const busy = new Error('The renderer was busy with other pages for too long.');
  const timer = setTimeout(() => waiting.abort(busy), waitMs);
  try {
    const { ownerId } = analysis.cpu;
    const release = await placesOf(renderer).acquire(ownerId, places, waiting.signal);
    clearTimeout(timer);
    return await loadNow(url, options, loadMs, load).finally(() => release());
  } catch (cause) {
    return { kind: 'failed', reason: 'renderer_unavailable', cause };
  } finally {
    clearTimeout(timer);
    analysis.signal.removeEventListener('abort', end);
  }
}

async function loadNow<Loaded>(
  url: string,
  { renderer, analysis, connections, headers, isNavigationAllowed }: LoadInBrowserOptions,
  loadMs: number,
  load: (request: Omit<PageRequest, 'limits'>, signal: AbortSignal) => Promise<Loaded>,
): Promise<Loaded | NotLoaded> {
  const ended = new AbortController();
  const end = () => ended.abort(analysis.signal.reason);
  analysis.signal.addEventListener('abort', end, { once: true });
  if (analysis.signal.aborted) end();
  // A renderer has its own limits. This one holds for one that does not.
  const timer = setTimeout(() => ended.abort(fetchError('analysis_timeout')), loadMs);
  const isOver = new Promise<NotLoaded>((resolve) => {
    const cause = () => ended.signal.reason;
    ended.signal.addEventListener('abort', () =>
      resolve({ kind: 'failed', reason: 'render_timed_out', cause: cause() }),
    );
  });
  const { signal } = ended;
  const own = new URL(url);
  try {
    const proxy = await openEgressProxy(connections, {
      signal,
      maxBytes: maxRenderBytes,
      pageHost: own.hostname,
      reach: renderer.proxy,
    });
    try {
      const request = {
        url,
        headers,
        proxy: proxy.url,
        userAgent: connections.network.userAgent,
        isNavigationAllowed: (to: string) => {
          const target = URL.canParse(to) ? new URL(to) : undefined;
          return target !== undefined && isSameSite(target, own) && isNavigationAllowed(target);
        },
      };
      const loaded = load(request, signal);
      loaded.catch(() => {});
      return await Promise.race([loaded, isOver]);
    } finally {
      await proxy.close();
    }
  } catch (cause) {
    return { kind: 'failed', reason: 'renderer_unavailable', cause };
  } finally {
    clearTimeout(timer);
    analysis.signal.removeEventListener('abort', end);
    // A renderer that goes on without being asked would be heard by no one.
    ended.abort(new Error('The rendering is over.'));
  }
}
