import type { Analysis } from '../analysis/analysis.ts';
import { factsMemory } from '../analysis/facts-memory.ts';
import type { PageForm, RenderingFacts } from '../audit-facts.ts';
import { readPage } from '../page/read-page.ts';
import { resolvePageUrls } from '../readings/page-urls.ts';
import { readStructuredData } from '../readings/structured-data/read-structured-data.ts';
import { renderLimits, renderMs, waitMsOf } from '../render/render-limits.ts';
import type { RenderFailure } from '../render/renderer.ts';
import { type LoadInBrowserOptions, loadInBrowser } from './load-in-browser.ts';

/** A page that was not rendered, for the operator. */
export interface RenderFailed {
  readonly url: string;
  readonly reason: RenderFailure;
  /** What the renderer says. It may name files of the machine. */
  readonly cause?: unknown;
}

/** How a page is rendered. */
interface RenderPageOptions extends LoadInBrowserOptions {
  readonly screenshot: boolean;
  /** How many times the speed of pages is measured. */
  readonly speedRuns: number;
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
 * It does not throw if the page cannot be rendered: the report is made without the rendering.
 *
 * @param url - The URL of the page after redirects.
 * @throws the reason of the analysis' signal.
 */
export async function renderPage(
  url: string,
  source: PageForm,
  options: RenderPageOptions,
): Promise<RenderedWithPicture> {
  const { renderer, analysis, screenshot, speedRuns, onRenderFailed } = options;
  const cost = { places: 1, waitMs: waitMsOf(speedRuns), loadMs: renderMs };
  const resume = analysis.pause();
  const result = await loadInBrowser(url, options, cost, (request, signal) =>
    renderer.render({ ...request, screenshot, limits: renderLimits }, signal),
  ).finally(resume);
  analysis.signal.throwIfAborted();
  if (result.kind === 'failed') {
    const { reason, cause } = result;
    onRenderFailed({ url, reason, ...(cause !== undefined && { cause }) });
    return { rendering: { kind: 'failed', reason }, screenshot: null };
  }
  const { finalUrl, ms, isBusy, requests, scriptErrors, cookies, layout, axe, focus } = result;
  const { permissionRequests, scripts, importedStyles, zoomedText } = result;
  const built = await readBuilt(result.html, finalUrl, analysis);
  const facts = {
    finalUrl,
    ms,
    isBusy,
    requests,
    scriptErrors,
    cookies,
    layout,
    axe,
    focus,
    zoomedText,
    permissionRequests,
    scripts,
    importedStyles,
  };
  return {
    rendering: { kind: 'rendered', source, built, ...facts },
    screenshot: result.screenshot,
  };
}

/** Reads the document of a browser, within the CPU time of the analysis and with separate memory. */
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
