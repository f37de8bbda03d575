import type { RenderedPage, Renderer, RenderRequest } from '@sitegrade/core';
import { browserPool, rendererClosed } from './browser-pool.ts';
import { pageSlots } from './page-slots.ts';
import { type RenderEnding, RenderFault, startRendering } from './render-ending.ts';
import { renderPage } from './render-page.ts';
import { type ChromiumRendererOptions, validateRendererOptions } from './renderer-options.ts';

/**
 * A renderer that loads pages in an installed Chromium, Chrome or Edge. The browser starts with the first page, and
 * ends with `close()`.
 *
 * @throws TypeError for an invalid option.
 * @example
 * ```ts
 * const renderer = chromiumRenderer({ pages: 4 });
 * // … createContext({ store, renderer }) …
 * await renderer.close();
 * ```
 */
export function chromiumRenderer(options: ChromiumRendererOptions = {}): Renderer {
  const settings = validateRendererOptions(options);
  const slots = pageSlots(settings.pages);
  const browsers = browserPool(settings);
  const renderings = new Set<RenderEnding>();

  const renderIn = async (request: RenderRequest, ending: RenderEnding): Promise<RenderedPage> => {
    if (!/^https?:\/\//i.test(request.url) || !URL.canParse(request.url))
      throw new RenderFault('render_refused', 'Only http and https URLs are rendered.');
    const { taken, cancel } = slots.take();
    try {
      await ending.race(taken);
      const borrowing = browsers.take();
      try {
        const { browser, memory } = await ending.race(borrowing).catch(withoutBrowser);
        return await renderPage(browser, memory, request, ending);
      } finally {
        borrowing.then(
          ({ giveBack }) => giveBack(),
          () => {},
        );
      }
    } finally {
      cancel();
      taken.then((giveBack) => giveBack());
    }
  };

  return {
    pages: settings.pages,
    async render(request, signal) {
      const ending = startRendering(request.limits.totalMs, signal);
      renderings.add(ending);
      try {
        return { kind: 'rendered', ...(await renderIn(request, ending)) };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof RenderFault)
          return { kind: 'failed', reason: error.reason, cause: error };
        return { kind: 'failed', reason: 'render_crashed', cause: error };
      } finally {
        ending.clear();
        renderings.delete(ending);
      }
    },
    async close() {
      for (const ending of renderings) ending.fail(rendererClosed());
      await browsers.close();
    },
  };
}

/** A page whose time was over before there was a browser. */
function withoutBrowser(fault: unknown): never {
  if (fault instanceof RenderFault && fault.reason === 'render_timed_out')
    throw new RenderFault('renderer_unavailable', 'The browser did not start in time.');
  throw fault;
}
