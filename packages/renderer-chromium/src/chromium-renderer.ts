import type { PageRequest, PrintRequest, Renderer, RenderFailure } from '@sitegrade/core';
import {
  type BorrowedBrowser,
  type BrowserPool,
  browserPool,
  rendererClosed,
} from './browser-pool.ts';
import { measurePage } from './measure-page.ts';
import { pageSlots } from './page-slots.ts';
import { printDocument } from './print-document.ts';
import { remoteBrowsers } from './remote-browsers.ts';
import { type RenderEnding, RenderFault, startRendering } from './render-ending.ts';
import { renderPage } from './render-page.ts';
import { type ChromiumRendererOptions, validateRendererOptions } from './renderer-options.ts';

/**
 * A renderer that loads pages in an installed Chromium, Chrome or Edge. The browser starts with the first page, and
 * ends with `close()`. With `trustedRemoteBrowser`, it loads them in one that someone else has started.
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
  const browsers: BrowserPool =
    settings.remote === undefined ? browserPool(settings) : remoteBrowsers(settings.remote);
  const renderings = new Set<RenderEnding>();

  const borrowBrowser = async <Loaded>(
    ending: RenderEnding,
    load: (borrowed: BorrowedBrowser) => Promise<Loaded>,
  ): Promise<Loaded> => {
    const { taken, cancel } = slots.take();
    try {
      await ending.race(taken);
      const borrowing = browsers.take();
      try {
        return await load(await ending.race(borrowing).catch(withoutBrowser));
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

  /** Loads a page, or prints a document, within its time. It throws the reason of the signal only. */
  const inTime = async <Loaded>(
    request: PageRequest | PrintRequest,
    signal: AbortSignal,
    load: (borrowed: BorrowedBrowser, ending: RenderEnding) => Promise<Loaded>,
  ): Promise<Loaded | Failed> => {
    const ending = startRendering(request.limits.totalMs, signal);
    renderings.add(ending);
    try {
      if ('url' in request) requireWebUrl(request);
      return await borrowBrowser(ending, (borrowed) => load(borrowed, ending));
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof RenderFault ? error.reason : 'render_crashed';
      return { kind: 'failed', reason, cause: error };
    } finally {
      ending.clear();
      renderings.delete(ending);
    }
  };

  return {
    pages: settings.pages,
    ...(settings.proxy && { proxy: settings.proxy }),
    render: (request, signal) =>
      inTime(request, signal, async ({ browser, usage }, ending) => ({
        kind: 'rendered' as const,
        ...(await renderPage(browser, usage, request, ending)),
      })),
    measure: (request, signal) =>
      inTime(request, signal, async ({ browser, usage }, ending) => ({
        kind: 'measured' as const,
        ...(await measurePage(browser, usage, request, ending)),
      })),
    print: (request, signal) =>
      inTime(request, signal, async ({ browser, usage }, ending) => ({
        kind: 'printed' as const,
        pdf: await printDocument(browser, usage, request, ending),
      })),
    async close() {
      for (const ending of renderings) ending.fail(rendererClosed());
      await browsers.close();
    },
  };
}

/** Why a page was not loaded. */
interface Failed {
  readonly kind: 'failed';
  readonly reason: RenderFailure;
  readonly cause: unknown;
}

function requireWebUrl({ url }: PageRequest): void {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new RenderFault('render_refused', 'Only http and https URLs are rendered.');
}

/** A page whose time was over before there was a browser. */
function withoutBrowser(fault: unknown): never {
  if (fault instanceof RenderFault && fault.reason === 'render_timed_out')
    throw new RenderFault('renderer_unavailable', 'The browser was not ready in time.');
  throw fault;
}
