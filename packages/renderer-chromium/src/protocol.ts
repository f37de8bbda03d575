/** The commands of the DevTools protocol that are used here, with what they return. */
export interface Commands {
  'Browser.close': Command<Empty, unknown>;
  'Browser.getVersion': Command<Empty, { readonly product: string }>;
  'Browser.grantPermissions': Command<
    { readonly permissions: readonly string[]; readonly browserContextId: string },
    unknown
  >;
  'Browser.setDownloadBehavior': Command<
    { readonly behavior: 'deny'; readonly browserContextId: string },
    unknown
  >;
  'DOMDebugger.getEventListeners': Command<
    { readonly objectId: string },
    { readonly listeners: readonly { readonly type: string; readonly scriptId: string }[] }
  >;
  'Debugger.disable': Command<Empty, unknown>;
  'Debugger.enable': Command<Empty, unknown>;
  'Debugger.pause': Command<Empty, unknown>;
  'DOM.describeNode': Command<
    { readonly objectId: string },
    {
      readonly node: {
        readonly shadowRoots?: readonly {
          readonly backendNodeId: number;
          readonly shadowRootType?: 'user-agent' | 'open' | 'closed';
        }[];
      };
    }
  >;
  'DOM.resolveNode': Command<
    { readonly backendNodeId: number; readonly executionContextId: number },
    { readonly object: { readonly objectId: string } }
  >;
  'Debugger.searchInContent': Command<
    {
      readonly scriptId: string;
      readonly query: string;
      readonly isRegex: true;
      readonly caseSensitive: true;
    },
    { readonly result: readonly { readonly lineContent: string }[] }
  >;
  'Debugger.setSkipAllPauses': Command<{ readonly skip: boolean }, unknown>;
  'Emulation.setCPUThrottlingRate': Command<{ readonly rate: number }, unknown>;
  'Emulation.setDeviceMetricsOverride': Command<
    {
      readonly width: number;
      readonly height: number;
      readonly deviceScaleFactor: number;
      readonly mobile: boolean;
    },
    unknown
  >;
  'Emulation.setFocusEmulationEnabled': Command<{ readonly enabled: boolean }, unknown>;
  'Emulation.setScriptExecutionDisabled': Command<{ readonly value: boolean }, unknown>;
  'Emulation.setTouchEmulationEnabled': Command<
    { readonly enabled: boolean; readonly maxTouchPoints: number },
    unknown
  >;
  'Emulation.setUserAgentOverride': Command<{ readonly userAgent: string }, unknown>;
  'Fetch.continueRequest': Command<
    { readonly requestId: string; readonly headers?: readonly HeaderEntry[] },
    unknown
  >;
  'Fetch.continueWithAuth': Command<
    {
      readonly requestId: string;
      readonly authChallengeResponse: AuthResponse;
    },
    unknown
  >;
  'Fetch.enable': Command<
    {
      readonly patterns: readonly { readonly urlPattern: string }[];
      readonly handleAuthRequests: boolean;
    },
    unknown
  >;
  'Fetch.failRequest': Command<
    { readonly requestId: string; readonly errorReason: 'Aborted' | 'BlockedByClient' },
    unknown
  >;
  'IO.close': Command<{ readonly handle: string }, unknown>;
  'IO.read': Command<
    { readonly handle: string; readonly size: number },
    { readonly data: string; readonly base64Encoded?: boolean; readonly eof: boolean }
  >;
  'Input.dispatchKeyEvent': Command<
    {
      readonly type: 'rawKeyDown' | 'keyUp';
      readonly key: string;
      readonly code: string;
      readonly windowsVirtualKeyCode: number;
    },
    unknown
  >;
  'Log.enable': Command<Empty, unknown>;
  'Network.emulateNetworkConditions': Command<
    {
      readonly offline: false;
      /** Milliseconds, and bytes per second. */
      readonly latency: number;
      readonly downloadThroughput: number;
      readonly uploadThroughput: number;
    },
    unknown
  >;
  'Network.enable': Command<
    {
      readonly maxPostDataSize: number;
      readonly maxTotalBufferSize: number;
      readonly maxResourceBufferSize: number;
    },
    unknown
  >;
  'Network.setBypassServiceWorker': Command<{ readonly bypass: boolean }, unknown>;
  'Page.addScriptToEvaluateOnNewDocument': Command<
    { readonly source: string; readonly worldName?: string },
    unknown
  >;
  'Page.captureScreenshot': Command<
    { readonly format: 'jpeg'; readonly quality: number } | { readonly format: 'png' },
    { readonly data: string }
  >;
  'Page.createIsolatedWorld': Command<
    { readonly frameId: string; readonly worldName: string },
    { readonly executionContextId: number }
  >;
  'Page.enable': Command<Empty, unknown>;
  'Page.getLayoutMetrics': Command<
    Empty,
    {
      readonly cssLayoutViewport: { readonly clientWidth: number; readonly clientHeight: number };
      readonly cssContentSize: { readonly width: number; readonly height: number };
    }
  >;
  'Page.handleJavaScriptDialog': Command<{ readonly accept: boolean }, unknown>;
  'Page.navigate': Command<
    { readonly url: string },
    { readonly frameId: string; readonly loaderId?: string; readonly errorText?: string }
  >;
  'Page.printToPDF': Command<
    {
      readonly paperWidth: number;
      readonly paperHeight: number;
      readonly printBackground: boolean;
      readonly preferCSSPageSize: boolean;
      readonly generateTaggedPDF: boolean;
      readonly generateDocumentOutline: boolean;
      readonly transferMode: 'ReturnAsStream';
    },
    { readonly stream?: string }
  >;
  'Page.setDocumentContent': Command<{ readonly frameId: string; readonly html: string }, unknown>;
  'Page.stopLoading': Command<Empty, unknown>;
  'Runtime.callFunctionOn': Command<
    {
      readonly functionDeclaration: string;
      readonly executionContextId: number;
      readonly arguments: readonly ({ readonly value: unknown } | { readonly objectId: string })[];
      readonly returnByValue: boolean;
      readonly awaitPromise: boolean;
    },
    Evaluation
  >;
  'Runtime.evaluate': Command<
    {
      readonly expression: string;
      readonly contextId?: number;
      readonly returnByValue: boolean;
      /** What keeps the result alive, if it is not returned by value. */
      readonly objectGroup?: string;
      readonly awaitPromise?: boolean;
    },
    Evaluation
  >;
  'Runtime.getProperties': Command<
    { readonly objectId: string; readonly ownProperties: boolean },
    {
      readonly result: readonly {
        readonly name: string;
        readonly value?: { readonly objectId?: string };
      }[];
    }
  >;
  'Runtime.runIfWaitingForDebugger': Command<Empty, unknown>;
  'Runtime.terminateExecution': Command<Empty, unknown>;
  'Storage.getCookies': Command<
    { readonly browserContextId: string },
    { readonly cookies: readonly StoredCookie[] }
  >;
  'Target.attachToTarget': Command<
    { readonly targetId: string; readonly flatten: boolean },
    { readonly sessionId: string }
  >;
  'Target.closeTarget': Command<{ readonly targetId: string }, unknown>;
  'Target.createBrowserContext': Command<
    {
      readonly disposeOnDetach: boolean;
      readonly proxyServer: string;
      readonly proxyBypassList: string;
    },
    { readonly browserContextId: string }
  >;
  'Target.createTarget': Command<
    {
      readonly url: string;
      readonly browserContextId: string;
      readonly width: number;
      readonly height: number;
    },
    { readonly targetId: string }
  >;
  'Target.detachFromTarget': Command<{ readonly sessionId: string }, unknown>;
  'Target.disposeBrowserContext': Command<{ readonly browserContextId: string }, unknown>;
  'Target.setAutoAttach': Command<
    {
      readonly autoAttach: boolean;
      readonly waitForDebuggerOnStart: boolean;
      readonly flatten: boolean;
    },
    unknown
  >;
  'Target.setDiscoverTargets': Command<
    { readonly discover: boolean; readonly filter: readonly { readonly type: string }[] },
    unknown
  >;
}

interface Command<Parameters, Result> {
  readonly params: Parameters;
  readonly result: Result;
}

type Empty = Readonly<Record<string, never>>;

/** A header of a request. */
export interface HeaderEntry {
  readonly name: string;
  readonly value: string;
}

/** A cookie of a profile. */
interface StoredCookie {
  readonly name: string;
  readonly domain: string;
  /** Seconds since 1970; -1 if it ends with the session. */
  readonly expires: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
}

/** Who asks for credentials. */
export interface AuthChallenge {
  readonly source?: 'Server' | 'Proxy';
  readonly origin: string;
}

/** What it gets. */
export type AuthResponse =
  | { readonly response: 'CancelAuth' }
  | {
      readonly response: 'ProvideCredentials';
      readonly username: string;
      readonly password: string;
    };

/** What a script returned or threw. */
interface Evaluation {
  readonly result: { readonly value?: unknown; readonly objectId?: string };
  readonly exceptionDetails?: {
    readonly text: string;
    readonly exception?: { readonly description?: string };
  };
}

/** The events of the DevTools protocol that are used here. Others come, too. */
export type ProtocolEvent =
  | Event<'Debugger.scriptParsed', ParsedScript>
  | Event<'Fetch.requestPaused', PausedRequest>
  | Event<
      'Fetch.authRequired',
      { readonly requestId: string; readonly authChallenge: AuthChallenge }
    >
  | Event<'Inspector.targetCrashed', unknown>
  | Event<'Log.entryAdded', { readonly entry: { readonly text: string } }>
  | Event<'Network.requestWillBeSent', SentRequest>
  | Event<'Network.responseReceived', ReceivedResponse>
  | Event<
      'Network.dataReceived',
      { readonly requestId: string; readonly encodedDataLength: number }
    >
  | Event<
      'Network.loadingFinished',
      { readonly requestId: string; readonly encodedDataLength: number }
    >
  | Event<'Network.loadingFailed', { readonly requestId: string }>
  | Event<'Network.webSocketCreated', { readonly requestId: string; readonly url: string }>
  | Event<
      'Network.webSocketHandshakeResponseReceived',
      { readonly requestId: string; readonly response: { readonly status: number } }
    >
  | Event<'Page.domContentEventFired', unknown>
  | Event<'Page.frameNavigated', { readonly frame: Frame }>
  | Event<'Page.frameStoppedLoading', { readonly frameId: string }>
  | Event<'Page.javascriptDialogOpening', unknown>
  | Event<'Page.loadEventFired', unknown>
  | Event<'Page.navigatedWithinDocument', { readonly frameId: string; readonly url: string }>
  | Event<'Target.attachedToTarget', AttachedTarget>
  | Event<'Target.targetCreated', { readonly targetInfo: TargetInfo }>
  | Event<'Target.detachedFromTarget', { readonly sessionId: string }>;

interface Event<Method extends string, Parameters> {
  readonly method: Method;
  readonly params: Parameters;
}

/** A script that the browser has. */
export interface ParsedScript {
  readonly scriptId: string;
  /** What a comment in it says, or else its own URL. */
  readonly url: string;
  readonly hasSourceURL?: boolean;
  readonly hash: string;
  readonly length?: number;
  readonly executionContextAuxData?: {
    readonly isDefault?: boolean;
    readonly frameId?: string;
  };
}

/** A request that waits until it is continued or failed. */
export interface PausedRequest {
  readonly requestId: string;
  readonly request: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
  };
  readonly frameId: string;
  readonly resourceType: string;
}

/** A request that is sent, also after a redirect, then with the response that redirected. */
export interface SentRequest {
  readonly requestId: string;
  /** The document that sent it. */
  readonly loaderId: string;
  readonly frameId?: string;
  readonly request: { readonly url: string; readonly mixedContentType?: string };
  readonly type?: string;
  /** What sent it: `parser`, `script`, `preload`, `other`, … */
  readonly initiator?: {
    readonly type: string;
    /** The document or the style sheet that names it, or the module that imports it without `import()`. */
    readonly url?: string;
  };
  readonly redirectResponse?: { readonly status: number; readonly encodedDataLength: number };
}

/** The head of a response. */
interface ReceivedResponse {
  readonly requestId: string;
  readonly type: string;
  readonly frameId?: string;
  readonly response: {
    readonly status: number;
    readonly mimeType?: string;
    readonly headers: Readonly<Record<string, string>>;
  };
}

/** A frame with a document. */
interface Frame {
  readonly id: string;
  readonly loaderId: string;
  readonly url: string;
}

/** A page, frame or worker that this connection can send commands to, in its own session. */
export interface AttachedTarget {
  readonly sessionId: string;
  readonly targetInfo: TargetInfo;
}

/** A page, frame or worker of the browser. */
interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly browserContextId?: string;
}
