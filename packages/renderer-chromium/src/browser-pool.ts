import type { Browser } from './browser.ts';
import { findBrowser } from './find-browser.ts';
import { type LaunchedBrowser, launchBrowser } from './launch-browser.ts';
import { RenderFault } from './render-ending.ts';
import type { LocalBrowserSettings } from './renderer-options.ts';
import { type UsageWatch, usageWatch } from './usage-watch.ts';

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
  readonly usage: Pick<UsageWatch, 'open'>;
  giveBack(): void;
}

interface Running {
  readonly browser: LaunchedBrowser;
  readonly usage: UsageWatch;
  pages: number;
}

/**
 * Lends each browser to one page at a time: what a page lets its browser do keeps no other page waiting, and ends none.
 * A browser is started when none is free, one after the other.
 *
 * @param maxPages - How many pages a browser loads before it is replaced.
 */
export function browserPool(
  settings: LocalBrowserSettings,
  maxPages = 100,
): BrowserPool<LaunchedBrowser> {
  const running = new Set<Running>();
  /** Those without a page. The last one is taken first: others may be swapped out. */
  const free: Running[] = [];
  const closing = new Set<Promise<void>>();
  let starting: Promise<Running> | undefined;
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
    const entry: Running = { browser, usage: usageWatch(browser), pages: 0 };
    if (signal.aborted) {
      await browser.close();
      throw rendererClosed();
    }
    running.add(entry);
    browser.exited.then(() => end(entry));
    return entry;
  };
  const end = (entry: Running): void => {
    takeFree(entry);
    if (!running.delete(entry)) return;
    const ended = entry.browser.close().catch(() => {});
    closing.add(ended);
    ended.then(() => closing.delete(ended));
  };
  /** Whether it was free until now. */
  const takeFree = (entry: Running): boolean => {
    const index = free.indexOf(entry);
    if (index !== -1) free.splice(index, 1);
    return index !== -1;
  };
  const lend = (entry: Running): BorrowedBrowser<LaunchedBrowser> => {
    entry.pages += 1;
    const { browser, usage } = entry;
    return { browser, usage, giveBack: () => giveBack(entry) };
  };
  const giveBack = (entry: Running): void => {
    if (entry.pages >= maxPages || entry.usage.isSlowed() || entry.browser.hasExited()) {
      end(entry);
      return;
    }
    free.push(entry);
    void entry.usage.hasGrown().then((hasGrown) => {
      if (hasGrown && takeFree(entry)) end(entry);
    });
  };

  return {
    async take() {
      for (;;) {
        if (signal.aborted) throw rendererClosed();
        const entry = free.pop();
        if (entry) return lend(entry);
        if (!starting) break;
        await starting.catch(() => {});
      }
      starting = start().finally(() => {
        starting = undefined;
      });
      return lend(await starting);
    },
    async close() {
      closed.abort(rendererClosed());
      await starting?.catch(() => {});
      for (const entry of [...running]) end(entry);
      await Promise.all(closing);
    },
  };
}

/** Why a page is not rendered after `close()`. */
export const rendererClosed = () =>
  new RenderFault('renderer_unavailable', 'The renderer was closed.');
