import type { Browser } from './browser.ts';
import { findBrowser } from './find-browser.ts';
import { type LaunchedBrowser, launchBrowser } from './launch-browser.ts';
import { type MemoryWatch, memoryWatch } from './memory-watch.ts';
import { RenderFault } from './render-ending.ts';
import type { LocalBrowserSettings } from './renderer-options.ts';

/** How long a browser may take to start. */
const startMs = 15_000;

/** How long a browser that did not start or answer is not tried again: each page would wait for it. */
export const retryMs = 30_000;

/** Where pages get their browser. */
export interface BrowserPool<Kind extends Browser = Browser> {
  /** Borrows the browser for a page. It is started if none runs. */
  take(): Promise<BorrowedBrowser<Kind>>;
  close(): Promise<void>;
}

/** A browser, until it is given back. */
export interface BorrowedBrowser<Kind extends Browser = Browser> {
  readonly browser: Kind;
  readonly memory: Pick<MemoryWatch, 'open'>;
  giveBack(): void;
}

interface Running {
  readonly browser: LaunchedBrowser;
  readonly memory: MemoryWatch;
  pages: number;
  open: number;
}

/**
 * Starts one browser when it is needed, and another one when it has ended or is due.
 *
 * @param maxPages - A browser that has loaded so many pages is replaced.
 */
export function browserPool(
  settings: LocalBrowserSettings,
  maxPages = 100,
): BrowserPool<LaunchedBrowser> {
  const running = new Set<Running>();
  const closing = new Set<Promise<void>>();
  let current: Promise<Running> | undefined;
  /** Why the browser did not start. */
  let failure: { readonly fault: unknown; readonly until: number } | undefined;
  const closed = new AbortController();
  const { signal } = closed;

  const start = async (): Promise<Running> => {
    const executablePath = findBrowser(settings.executablePath);
    if (failure && performance.now() < failure.until) throw failure.fault;
    const { sandbox } = settings;
    const browser = await launchBrowser({ executablePath, sandbox, startMs, signal }).catch(
      (fault: unknown) => {
        failure = { fault, until: performance.now() + retryMs };
        throw fault;
      },
    );
    const memory = memoryWatch(browser, settings.pages);
    const entry: Running = { browser, memory, pages: 0, open: 0 };
    if (signal.aborted) {
      await browser.close();
      throw rendererClosed();
    }
    running.add(entry);
    browser.exited.then(() => retire(entry));
    return entry;
  };
  const end = (entry: Running): void => {
    if (!running.delete(entry)) return;
    const ended = entry.browser.close().catch(() => {});
    closing.add(ended);
    ended.then(() => closing.delete(ended));
  };
  const retire = (entry: Running): void => {
    current?.then(
      (other) => {
        if (other === entry) current = undefined;
      },
      () => {},
    );
    if (entry.open === 0 || entry.browser.hasExited()) end(entry);
  };

  const giveBack = (entry: Running): void => {
    entry.open -= 1;
    if (entry.pages >= maxPages) retire(entry);
    else if (entry.open === 0)
      void entry.memory.hasGrown().then((hasGrown) => {
        if (hasGrown) retire(entry);
      });
  };

  return {
    async take() {
      for (;;) {
        if (signal.aborted) throw rendererClosed();
        if (!current) {
          const starting = start();
          current = starting;
          starting.catch(() => {
            if (current === starting) current = undefined;
          });
        }
        const mine = current;
        const entry = await mine;
        if (entry.browser.hasExited() || entry.pages >= maxPages) {
          if (current === mine) current = undefined;
          continue;
        }
        entry.pages += 1;
        entry.open += 1;
        const { browser, memory } = entry;
        return { browser, memory, giveBack: () => giveBack(entry) };
      }
    },
    async close() {
      closed.abort(rendererClosed());
      await current?.catch(() => {});
      for (const entry of [...running]) end(entry);
      await Promise.all(closing);
    },
  };
}

/** Why a page is not rendered after `close()`. */
export const rendererClosed = () =>
  new RenderFault('renderer_unavailable', 'The renderer was closed.');
