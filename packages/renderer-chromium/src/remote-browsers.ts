import type { Browser } from './browser.ts';
import { type BrowserPool, rendererClosed, retryMs } from './browser-pool.ts';
import { connectBrowser } from './connect-browser.ts';
import type { RemoteAddress } from './remote-address.ts';

/** How long a browser may take to answer. Services start one for each connection. */
const connectMs = 10_000;

/** The memory of a browser on another machine cannot be watched. */
const usage = { open: () => () => {} };

/**
 * Connects each page to a browser that someone else has started. With its own connection, a page that breaks its
 * connection breaks no other one; what belongs to it ends with it, and services that limit the time of connections end
 * none that is in use.
 */
export function remoteBrowsers(
  address: RemoteAddress,
  times = { connectMs, retryMs },
): BrowserPool {
  const open = new Set<Browser>();
  const closed = new AbortController();
  const { signal } = closed;
  /** Why there was no browser. */
  let failure: { readonly fault: unknown; readonly until: number } | undefined;

  return {
    async take() {
      signal.throwIfAborted();
      if (failure && performance.now() < failure.until) throw failure.fault;
      const browser = await connectBrowser(address, { connectMs: times.connectMs, signal }).catch(
        (fault: unknown) => {
          failure = { fault, until: performance.now() + times.retryMs };
          throw fault;
        },
      );
      failure = undefined;
      open.add(browser);
      const end = (): void => {
        open.delete(browser);
        void browser.kill();
      };
      if (signal.aborted) {
        end();
        throw signal.reason;
      }
      return { browser, usage, giveBack: end };
    },
    async close() {
      closed.abort(rendererClosed());
      for (const browser of open) void browser.kill();
    },
  };
}
