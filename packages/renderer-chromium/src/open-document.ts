import type { Browser } from './browser.ts';
import { openTarget } from './open-target.ts';
import type { Commands, ProtocolEvent } from './protocol.ts';
import { type RenderEnding, RenderFault } from './render-ending.ts';
import type { UsageWatch } from './usage-watch.ts';
import { late, waitAtMost } from './wait-at-most.ts';

/** The discard protocol: what is sent there gets nowhere. */
const discardingProxy = 'http://127.0.0.1:9';

/** How long the browser may take to end a document. Then the browser is killed. */
const closeMs = 2_000;

/** An HTML document of ours in its own profile. */
export interface OpenDocument {
  /** Sends a command to it, and waits for its result as long as the printing may go on. */
  send<Method extends keyof Commands>(
    method: Method,
    params: Commands[Method]['params'],
  ): Promise<Commands[Method]['result']>;
  /** Ends it and deletes its profile. Never throws. */
  close(): Promise<void>;
}

/**
 * Opens a document of ours, and waits until its pictures are loaded. It has no script, no network, and cannot leave: its
 * URL stays `about:blank`.
 *
 * @param proxy - Where requests would go that are not refused before.
 */
export async function openDocument(
  browser: Browser,
  usage: Pick<UsageWatch, 'open'>,
  html: string,
  ending: RenderEnding,
  proxy: string = discardingProxy,
): Promise<OpenDocument> {
  const { connection } = browser;
  const creating = connection.send(null, 'Target.createBrowserContext', {
    disposeOnDetach: true,
    proxyServer: proxy,
    proxyBypassList: '<-loopback>',
  });
  browser.exited.then(() => ending.fail(new RenderFault('render_crashed', 'The browser ended.')));
  let hasExceeded = false;
  const tooLarge = () => new RenderFault('render_too_large', 'The document used too much memory.');
  const crashed = () => new RenderFault('render_crashed', 'The document crashed.');
  const unlisten = [
    usage.open((ended) => {
      hasExceeded = true;
      if (ended === 'browser') ending.fail(tooLarge());
    }),
  ];
  const close = async (): Promise<void> => {
    for (const end of unlisten) end();
    const disposed = creating.then(({ browserContextId }) =>
      connection.send(null, 'Target.disposeBrowserContext', { browserContextId }),
    );
    const ended = await waitAtMost(closeMs, disposed).catch(() => late);
    if (ended === late) await browser.kill();
  };
  try {
    const { browserContextId } = await ending.race(creating);
    const { sessionId, targetId } = await createTarget(browserContextId);
    return await load(sessionId, targetId);
  } catch (error) {
    await close();
    throw error;
  }

  async function createTarget(browserContextId: string) {
    const target = openTarget(browser, browserContextId, { width: 794, height: 1_123 });
    unlisten.push(target.unlisten);
    return await ending.race(target.opened);
  }

  async function load(sessionId: string, frameId: string): Promise<OpenDocument> {
    const send: OpenDocument['send'] = (method, params) =>
      ending.race(connection.send(sessionId, method, params));
    let loaded: () => void = () => {};
    const onEvent = (event: ProtocolEvent): void => {
      if (event.method === 'Page.loadEventFired') loaded();
      if (event.method === 'Inspector.targetCrashed')
        ending.fail(hasExceeded ? tooLarge() : crashed());
      if (event.method !== 'Fetch.requestPaused') return;
      const { requestId } = event.params;
      // `Aborted` leaves the document that there is, also when it wants to go elsewhere.
      connection
        .send(sessionId, 'Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        // The document may be gone.
        .catch(() => {});
    };
    unlisten.push(connection.listen(sessionId, onEvent));
    await Promise.all([
      send('Page.enable', {}),
      send('Fetch.enable', { patterns: [{ urlPattern: '*' }], handleAuthRequests: false }),
      send('Emulation.setScriptExecutionDisabled', { value: true }),
      // Nothing is resumed that it opens: frames of other processes, workers.
      send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
      }),
      send('Runtime.runIfWaitingForDebugger', {}),
    ]);
    const isLoaded = new Promise<void>((resolve) => {
      loaded = resolve;
    });
    await send('Page.setDocumentContent', { frameId, html });
    await ending.race(isLoaded);
    return { send, close };
  }
}
