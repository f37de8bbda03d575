import { createFairQueue, type FairQueue } from '@sitegrade/foundation/fair-queue';
import type { Analysis } from '../analysis.ts';
import { factsMemory } from '../facts-memory.ts';
import type { Connections } from '../fetch/connections.ts';
import { openEgressProxy } from '../fetch/egress-proxy.ts';
import { fetchError } from '../fetch/fetch-error.ts';
import { readPage } from '../page/read-page.ts';
import { isSameSite, resolvePageUrls } from '../readings/page-urls.ts';
import { readStructuredData } from '../readings/structured-data/read-structured-data.ts';
import { maxRenderBytes, renderLimits, renderMs, renderWaitMs } from './render-limits.ts';
import type { Renderer, RenderFailure, RenderResult } from './renderer.ts';
import type { PageForm, RenderingFacts } from './rendering.ts';

/** A page that was not rendered, for the operator. */
export interface RenderFailed {
  readonly url: string;
  readonly reason: RenderFailure;
  /** What the renderer says. It may name files of the machine. */
  readonly cause?: unknown;
}

/** How a page is rendered. */
interface RenderPageOptions {
  readonly renderer: Renderer;
  readonly analysis: Analysis;
  readonly connections: Connections;
  /** For requests to the origin of the page only. */
  readonly headers: Readonly<Record<string, string>>;
  readonly screenshot: boolean;
  /** Whether a script may lead to a URL of the same site. */
  readonly isNavigationAllowed: (url: URL) => boolean;
  readonly onRenderFailed: (failure: RenderFailed) => void;
}

/** What came of rendering a page, with its picture. */
interface RenderedWithPicture {
  readonly rendering: RenderingFacts;
  /** A JPEG; `null` if none was asked for or made. */
  readonly screenshot: Uint8Array | null;
}

/**
 * Renders a page, and reads it as scripts built it. All that the browser requests goes through a proxy of this process,
 * which is open as long as the page. The time of the browser is not that of the analysis; reading the page is.
 *
 * It does not throw if the page cannot be rendered: the report stands without.
 *
 * @param url - The URL of the page after redirects.
 * @throws the reason of the analysis' signal.
 */
export async function renderPage(
  url: string,
  source: PageForm,
  options: RenderPageOptions,
): Promise<RenderedWithPicture> {
  const { analysis, onRenderFailed } = options;
  const resume = analysis.pause();
  const result = await loadPage(url, options).finally(resume);
  analysis.signal.throwIfAborted();
  if (result.kind === 'failed') {
    const { reason, cause } = result;
    onRenderFailed({ url, reason, ...(cause !== undefined && { cause }) });
    return { rendering: { kind: 'failed', reason }, screenshot: null };
  }
  const { finalUrl, ms, isBusy, scriptErrors, layout, axe, screenshot } = result;
  const built = await readBuilt(result.html, finalUrl, analysis);
  const requests = result.requests.length;
  const facts = { finalUrl, ms, isBusy, scriptErrors, layout, axe, requests };
  return { rendering: { kind: 'rendered', source, built, ...facts }, screenshot };
}

const queues = new WeakMap<Renderer, FairQueue>();

/** The places of a renderer, which owners get in turn: it may belong to several contexts. */
export function placesOf(renderer: Renderer): FairQueue {
  const known = queues.get(renderer);
  if (known !== undefined) return known;
  const queue = createFairQueue(renderer.pages);
  queues.set(renderer, queue);
  return queue;
}

/** Waits until the renderer has a place. */
async function loadPage(url: string, options: RenderPageOptions): Promise<RenderResult> {
  const { renderer, analysis } = options;
  const waiting = new AbortController();
  const end = () => waiting.abort(analysis.signal.reason);
  analysis.signal.addEventListener('abort', end, { once: true });
  if (analysis.signal.aborted) end();
  const busy = new Error('The renderer was busy with other pages for too long.');
  const timer = setTimeout(() => waiting.abort(busy), renderWaitMs);
  try {
    const { ownerId } = analysis.cpu;
    const release = await placesOf(renderer).acquire(ownerId, 1, waiting.signal);
    clearTimeout(timer);
    return await loadNow(url, options).finally(() => release());
  } catch (cause) {
    return { kind: 'failed', reason: 'renderer_unavailable', cause };
  } finally {
    clearTimeout(timer);
    analysis.signal.removeEventListener('abort', end);
  }
}

async function loadNow(
  url: string,
  { renderer, analysis, connections, headers, screenshot, isNavigationAllowed }: RenderPageOptions,
): Promise<RenderResult> {
  const ended = new AbortController();
  const end = () => ended.abort(analysis.signal.reason);
  analysis.signal.addEventListener('abort', end, { once: true });
  if (analysis.signal.aborted) end();
  // A renderer has limits of its own. This one holds for one that does not.
  const timer = setTimeout(() => ended.abort(fetchError('analysis_timeout')), renderMs);
  const isOver = new Promise<RenderResult>((resolve) => {
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
    });
    try {
      const request = {
        ...{ url, headers, screenshot },
        proxy: proxy.url,
        userAgent: connections.network.userAgent,
        limits: renderLimits,
        isNavigationAllowed: (to: string) => {
          const target = URL.canParse(to) ? new URL(to) : undefined;
          return target !== undefined && isSameSite(target, own) && isNavigationAllowed(target);
        },
      };
      const rendered = renderer.render(request, signal);
      rendered.catch(() => {});
      return await Promise.race([rendered, isOver]);
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

/** Reads the document of a browser, within the CPU time of the analysis and with memory of its own. */
async function readBuilt(html: string, finalUrl: string, analysis: Analysis): Promise<PageForm> {
  const { cpu, signal } = analysis;
  const memory = analysis.openMemory();
  const body = Buffer.from(html);
  memory?.receive(body.length);
  const waiting = memory?.startReading(body.length, signal);
  if (waiting !== undefined) await waiting.finally(analysis.pause());
  const page = await readPage(body, 'text/html; charset=utf-8', { cpu, signal, isBuilt: true });
  memory?.finishReading(body.length);
  const urls = await resolvePageUrls(page, finalUrl, cpu);
  memory?.keep(await factsMemory(page, urls, cpu));
  await readStructuredData(page, cpu);
  return { page, urls };
}
