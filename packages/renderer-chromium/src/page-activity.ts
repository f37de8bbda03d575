import type { RenderedRequest } from '@sitegrade/core';
import type { Protocol } from 'devtools-protocol';
import type { ProtocolEvent } from './protocol.ts';

const maxUrlLength = 2_000;
const maxMimeLength = 100;
const maxImports = { styles: 100, modules: 500 };

/** Requests that stay open, or that a page does not wait for. */
const unawaited = new Set(['EventSource', 'Ping']);

const types = new Set([
  'document',
  'script',
  'stylesheet',
  'image',
  'font',
  'xhr',
  'fetch',
  'media',
]);

/** A request, and its times on the clock of the browser, in seconds; `null` if it has none. */
export interface RecordedRequest extends RenderedRequest {
  readonly sent: number | null;
  readonly responded: number | null;
  readonly ended: number | null;
}

/** A request that goes on. */
type Recorded = { -readonly [Name in keyof RecordedRequest]: RecordedRequest[Name] };

/** What a page has done so far: its requests, and how far its document is. */
export interface PageActivity {
  readonly requests: readonly RecordedRequest[];
  /** The style sheets of the document, by those that they load, at most 100; and its modules, at most 500. */
  readonly imports: { readonly [Kind in keyof typeof maxImports]: ReadonlyMap<string, string> };
  /** The URL of the document. */
  url(): string;
  /** How many requests it waits for. */
  inFlight(): number;
  /** How far the document of the page is. */
  progress(): 'loading' | 'parsed' | 'loaded';
  /** Takes an event of one of the sessions of the page. */
  record(event: ProtocolEvent, session: string): void;
  /** Calls a function after each event that changes something. It returns a function that ends this. */
  watch(listener: () => void): () => void;
}

/**
 * Records the activity of a page.
 *
 * @param maxRequests - How many requests are recorded.
 */
export function recordActivity(
  mainSession: string,
  mainFrame: string,
  maxRequests: number,
): PageActivity {
  const requests: Recorded[] = [];
  const recorded = new Map<string, number>();
  const imports = { styles: new Map<string, string>(), modules: new Map<string, string>() };
  /** Requests without an end, and the session and document that sent them. */
  const waitedFor = new Map<string, { readonly session: string; readonly document: string }>();
  const listeners = new Set<() => void>();
  let url = 'about:blank';
  let progress: ReturnType<PageActivity['progress']> = 'loading';

  const hasDocument = () => url !== 'about:blank';
  const change = (requestId: string, changes: Partial<Recorded>): void => {
    const request = requests[recorded.get(requestId) ?? -1];
    if (request) Object.assign(request, changes);
  };
  const add = (
    requestId: string,
    url: string,
    type: string,
    about: Pick<Recorded, 'isMixed' | 'isFromParser' | 'sent'>,
  ): void => {
    if (requests.length >= maxRequests) return;
    recorded.set(requestId, requests.length);
    requests.push({
      url: url.slice(0, maxUrlLength),
      type: typeOf(type),
      status: null,
      bytes: 0,
      mimeType: null,
      responded: null,
      ended: null,
      ...about,
    });
  };
  const recordMain = (event: ProtocolEvent): void => {
    switch (event.method) {
      case 'Page.frameNavigated':
        if (event.params.frame.id !== mainFrame) return;
        ({ url } = event.params.frame);
        progress = 'loading';
        // What the previous document sent may never end.
        for (const [id, { document }] of waitedFor)
          if (document !== event.params.frame.loaderId) waitedFor.delete(id);
        return;
      case 'Page.navigatedWithinDocument':
        // Scripts can name megabytes.
        if (event.params.frameId === mainFrame && event.params.url.length <= maxUrlLength)
          ({ url } = event.params);
        return;
      case 'Page.domContentEventFired':
        if (hasDocument() && progress === 'loading') progress = 'parsed';
        return;
      case 'Page.loadEventFired':
        if (hasDocument()) progress = 'loaded';
        return;
      case 'Page.frameStoppedLoading':
        // A document has no further events after it went to a download or to another program.
        if (hasDocument() && event.params.frameId === mainFrame) progress = 'loaded';
    }
  };
  return {
    requests,
    imports,
    url: () => url,
    inFlight: () => waitedFor.size,
    progress: () => progress,
    record(event, session) {
      if (session === mainSession) recordMain(event);
      switch (event.method) {
        case 'Target.detachedFromTarget':
          for (const [id, sent] of waitedFor)
            if (sent.session === event.params.sessionId) waitedFor.delete(id);
          break;
        case 'Network.webSocketCreated':
          add(event.params.requestId, event.params.url, 'WebSocket', {
            isMixed: false,
            isFromParser: false,
            sent: null,
          });
          break;
        case 'Network.webSocketHandshakeResponseReceived':
          change(event.params.requestId, { status: event.params.response.status });
          break;
        case 'Network.requestWillBeSent': {
          const { requestId, loaderId, frameId, request, redirectResponse } = event.params;
          const { type = 'Other', timestamp: sent } = event.params;
          if (!/^https?:/i.test(request.url)) return;
          if (redirectResponse) {
            const { status, encodedDataLength: bytes } = redirectResponse;
            change(requestId, { status, bytes, responded: sent, ended: sent });
          }
          if (!unawaited.has(type)) waitedFor.set(requestId, { session, document: loaderId });
          // What a frame of another site requests is not the page's.
          const isOwn = session === mainSession && frameId === mainFrame;
          const isMixed = isOwn && (request.mixedContentType ?? 'none') !== 'none';
          const kind = isOwn ? importOf(event.params) : null;
          const { type: sender, url: named } = event.params.initiator ?? {};
          const isNew = kind !== null && imports[kind].size < maxImports[kind];
          if (isNew && named !== undefined && (kind === 'modules' || named !== url)) {
            imports[kind].set(request.url.slice(0, maxUrlLength), named.slice(0, maxUrlLength));
          }
          const isFromParser = sender === 'parser';
          add(requestId, request.url, type, { isMixed, isFromParser, sent });
          break;
        }
        case 'Network.responseReceived': {
          const { requestId, timestamp: responded, response } = event.params;
          const { status, mimeType = '' } = response;
          change(requestId, { status, responded, mimeType: mimeType.slice(0, maxMimeLength) });
          break;
        }
        case 'Network.dataReceived': {
          const { requestId, encodedDataLength } = event.params;
          const { bytes = 0 } = requests[recorded.get(requestId) ?? -1] ?? {};
          change(requestId, { bytes: bytes + encodedDataLength });
          break;
        }
        case 'Network.loadingFinished':
          change(event.params.requestId, {
            bytes: event.params.encodedDataLength,
            ended: event.params.timestamp,
          });
          waitedFor.delete(event.params.requestId);
          break;
        case 'Network.loadingFailed':
          change(event.params.requestId, { ended: event.params.timestamp });
          waitedFor.delete(event.params.requestId);
      }
      for (const listener of [...listeners]) listener();
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Which files import a requested one, if any do. */
function importOf({
  type,
  initiator,
}: Protocol.Network.RequestWillBeSentEvent): keyof typeof maxImports | null {
  if (type === 'Stylesheet' && initiator?.type === 'parser') return 'styles';
  if (type !== 'Script' || initiator?.type !== 'script') return null;
  // Scripts that run have a stack instead, and modules that a header preloads come from `about:client`.
  return /^https?:/i.test(initiator.url ?? '') ? 'modules' : null;
}

function typeOf(type: string): string {
  const name = type.toLowerCase();
  return types.has(name) ? name : 'other';
}
