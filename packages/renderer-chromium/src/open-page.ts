import type { PageRequest, Throttling } from '@sitegrade/core';
import type { Protocol } from 'devtools-protocol';
import type { Browser } from './browser.ts';
import { forbidsScripts } from './forbids-scripts.ts';
import { openTarget } from './open-target.ts';
import { type PageActivity, recordActivity } from './page-activity.ts';
import { pageExcess } from './page-excess.ts';
import { sendPermissionRequests, sendScriptErrors } from './page-scripts.ts';
import type { Commands, ProtocolEvent } from './protocol.ts';
import type { ProtocolConnection } from './protocol-connection.ts';
import { answerChallenges, parseProxy, signIn } from './proxy-login.ts';
import { type RenderEnding, RenderFault } from './render-ending.ts';
import { requestPolicy } from './request-policy.ts';
import type { UsageWatch } from './usage-watch.ts';
import { late, waitAtMost } from './wait-at-most.ts';

/** The screen of a phone of today. */
export const phone = { width: 412, height: 823, deviceScaleFactor: 1.75, mobile: true } as const;

/** Workers of a page and its frames. Later ones are not started. */
const maxWorkers = 20;

/** How long the browser may take to end a page. Then the browser is killed. */
const closeMs = 2_000;

/** The name of the world that our scripts run in. */
export const worldName = 'sitegrade';

/** A page in its own profile. */
export interface OpenPage {
  readonly mainFrame: string;
  readonly activity: PageActivity;
  /** Whether it was stopped, as it sent far too much. */
  isStopped(): boolean;
  /** Sends a command to the page, and waits for its result as long as the rendering may go on. */
  send<Method extends keyof Commands>(
    method: Method,
    params: Commands[Method]['params'],
  ): Promise<Commands[Method]['result']>;
  /** Lets the page go nowhere else from now on. */
  freeze(): void;
  /** Lets the page request nothing more from now on. */
  cutOff(): void;
  /** Calls a function with the events of the page itself, without those of its frames and workers. */
  listen(listener: (event: ProtocolEvent) => void): void;
  /** The cookies of its profile. */
  cookies(): Promise<Commands['Storage.getCookies']['result']['cookies']>;
  /** Ends the page and deletes its profile. Never throws. */
  close(): Promise<void>;
}

/** Opens an empty page, which is ready to be navigated. */
export async function openPage(
  browser: Browser,
  usage: Pick<UsageWatch, 'open'>,
  request: PageRequest & { readonly throttling?: Throttling },
  ending: RenderEnding,
  /** Runs in our world, before the scripts of each document. */
  script: string,
): Promise<OpenPage> {
  const { connection } = browser;
  const proxy = parseProxy(request.proxy);
  const creating = connection.send(null, 'Target.createBrowserContext', {
    disposeOnDetach: true,
    proxyServer: proxy.server,
    proxyBypassList: '<-loopback>',
  });
  let browserContextId: string | undefined;
  let hasExceeded = false;
  const tooLarge = () => new RenderFault('render_too_large', 'The page used too much memory.');
  browser.exited.then(() => {
    ending.fail(new RenderFault('render_crashed', 'The browser ended.'));
  });
  const unlisten = [
    usage.open(
      (ended) => {
        hasExceeded = true;
        if (ended === 'browser') ending.fail(tooLarge());
      },
      // A page that is measured has the renderer for itself, and is slow on purpose.
      request.throttling === undefined,
    ),
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
    ({ browserContextId } = await ending.race(creating));
    return await openIn(browserContextId);
  } catch (error) {
    await close();
    throw error;
  }

  async function openIn(context: string): Promise<OpenPage> {
    const { opened, unlisten: unwatch } = openTarget(browser, context, phone);
    unlisten.push(unwatch);
    const [{ sessionId, targetId: mainFrame }] = await ending.race(
      Promise.all([
        opened,
        connection.send(null, 'Browser.setDownloadBehavior', {
          behavior: 'deny',
          browserContextId: context,
        }),
        // None is granted, so all are denied.
        connection.send(null, 'Browser.grantPermissions', {
          permissions: [],
          browserContextId: context,
        }),
      ]),
    );
    await ending.race(signIn(connection, sessionId, proxy));
    const answer = answerChallenges(proxy);
    const activity = recordActivity(sessionId, mainFrame, request.limits.requests);
    const policy = requestPolicy(mainFrame, request);
    let workers = 0;
    const sessions = new Map<string, 'page' | 'worker'>();
    const excess = pageExcess(
      () => {
        for (const [session, kind] of sessions) stopScripts(connection, session, kind);
      },
      (fault) => ending.fail(fault),
    );

    const notSlowed = (cause: unknown): void => {
      const message = 'The browser does not slow down the connection of the page.';
      ending.fail(new RenderFault('renderer_unavailable', message, { cause }));
    };
    const decide = async (
      session: string,
      paused: Protocol.Fetch.RequestPausedEvent,
    ): Promise<void> => {
      const { requestId } = paused;
      // Apart from the commands below, which fail when the browser ends.
      const decision = await policy.decide(paused).catch((cause: unknown) => {
        ending.fail(new RenderFault('render_refused', 'isNavigationAllowed threw.', { cause }));
        return { kind: 'refuse', errorReason: 'Aborted' } as const;
      });
      if (decision.kind === 'continue') {
        const { headers } = decision;
        await connection.send(session, 'Fetch.continueRequest', {
          requestId,
          ...(headers && { headers: [...headers] }),
        });
        return;
      }
      if (decision.kind === 'leave') {
        const message = `The page goes to ${decision.url.slice(0, 300)}, which is not allowed.`;
        ending.fail(new RenderFault('render_refused', message));
      }
      excess.addRefused();
      // Then it waits until the page is closed: an answer to each of many thousands would keep the browser from others.
      if (excess.isStopped()) return;
      await connection.send(session, 'Fetch.failRequest', {
        requestId,
        errorReason: decision.kind === 'leave' ? 'Aborted' : decision.errorReason,
      });
    };
    const onEvent = (session: string) => (event: ProtocolEvent, characters: number) => {
      excess.addMessage(characters);
      const isMain = session === sessionId;
      activity.record(event, session);
      switch (event.method) {
        case 'Fetch.requestPaused':
          ignore(decide(session, event.params));
          return;
        case 'Fetch.authRequired':
          ignore(
            connection.send(session, 'Fetch.continueWithAuth', {
              requestId: event.params.requestId,
              authChallengeResponse: answer(event.params.requestId, event.params.authChallenge),
            }),
          );
          return;
        case 'Page.javascriptDialogOpening':
          ignore(connection.send(session, 'Page.handleJavaScriptDialog', { accept: false }));
          return;
        case 'Network.responseReceived':
          if (event.params.frameId === mainFrame && event.params.type === 'Document')
            refuseWithoutScripts(event.params.response.headers);
          return;
        case 'Inspector.targetCrashed':
          if (isMain)
            ending.fail(
              hasExceeded ? tooLarge() : new RenderFault('render_crashed', 'The page crashed.'),
            );
          return;
        case 'Target.attachedToTarget':
          startChild(event.params);
      }
    };
    const refuseWithoutScripts = (headers: Readonly<Record<string, string>>): void => {
      if (forbidsScripts(headers))
        ending.fail(new RenderFault('render_refused', 'The page forbids scripts.'));
    };
    const startChild = ({
      sessionId: child,
      targetInfo,
    }: Protocol.Target.AttachedToTargetEvent): void => {
      if (targetInfo.type === 'worker') workers += 1;
      const isStarted =
        targetInfo.type === 'iframe' || (targetInfo.type === 'worker' && workers <= maxWorkers);
      if (!isStarted) return;
      prepare(child, targetInfo.type === 'worker' ? 'worker' : 'page');
      ignore(connection.send(child, 'Runtime.runIfWaitingForDebugger', {}));
    };
    const prepare = (session: string, kind: 'page' | 'worker'): void => {
      sessions.set(session, kind);
      unlisten.push(connection.listen(session, onEvent(session)));
      const send = <Method extends keyof Commands>(
        method: Method,
        params: Commands[Method]['params'],
      ) => ignore(connection.send(session, method, params));
      send('Network.enable', {
        maxPostDataSize: 0,
        maxTotalBufferSize: 0,
        maxResourceBufferSize: 0,
      });
      send('Network.setBypassServiceWorker', { bypass: true });
      send('Fetch.enable', { patterns: [{ urlPattern: '*' }], handleAuthRequests: true });
      send('Emulation.setUserAgentOverride', { userAgent: request.userAgent });
      send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
      if (request.throttling) {
        const { latencyMs, downloadKbps, uploadKbps } = request.throttling;
        const slowed = connection.send(session, 'Network.emulateNetworkConditions', {
          offline: false,
          latency: latencyMs,
          // Kibibits, as Lighthouse has them.
          downloadThroughput: (downloadKbps * 1_024) / 8,
          uploadThroughput: (uploadKbps * 1_024) / 8,
        });
        if (session === sessionId) slowed.catch(notSlowed);
        else ignore(slowed);
      }
      send('Page.enable', {});
      send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
      });
    };
    prepare(sessionId, 'page');
    await ending.race(
      Promise.all([
        connection.send(sessionId, 'Emulation.setDeviceMetricsOverride', phone),
        connection.send(sessionId, 'Emulation.setCPUThrottlingRate', {
          rate: request.throttling?.cpuSlowdown ?? 1,
        }),
        connection.send(sessionId, 'Page.addScriptToEvaluateOnNewDocument', {
          source: script,
          worldName,
        }),
        connection.send(sessionId, 'Page.addScriptToEvaluateOnNewDocument', {
          source: sendScriptErrors,
        }),
        connection.send(sessionId, 'Page.addScriptToEvaluateOnNewDocument', {
          source: sendPermissionRequests,
        }),
        connection.send(sessionId, 'Runtime.runIfWaitingForDebugger', {}),
      ]),
    );
    return {
      mainFrame,
      activity,
      isStopped: excess.isStopped,
      send: (method, params) => ending.race(connection.send(sessionId, method, params)),
      freeze: policy.freeze,
      cutOff: policy.cutOff,
      cookies: async () => {
        const sent = connection.send(null, 'Storage.getCookies', { browserContextId: context });
        return (await ending.race(sent)).cookies;
      },
      listen: (listener) => {
        unlisten.push(connection.listen(sessionId, listener));
      },
      close,
    };
  }
}

/** For commands whose target may be gone. */
function ignore(sent: Promise<unknown>): void {
  sent.catch(() => {});
}

function stopScripts(
  connection: ProtocolConnection,
  session: string,
  kind: 'page' | 'worker',
): void {
  if (kind === 'worker') {
    ignore(connection.send(session, 'Debugger.enable', {}));
    ignore(connection.send(session, 'Debugger.pause', {}));
    return;
  }
  ignore(connection.send(session, 'Emulation.setScriptExecutionDisabled', { value: true }));
  ignore(connection.send(session, 'Runtime.terminateExecution', {}));
}
