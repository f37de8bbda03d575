import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { isSitegradeError } from '@sitegrade/foundation/errors';
import type { buildConnector } from 'undici';
import { parseUrl } from '../url/web-url.ts';
import { type Connections, requestsPerHost } from './connections.ts';
import { type BrowserConnection, createBrowserConnection } from './egress/browser-connection.ts';
import { isBrowserRequest } from './egress/browser-hosts.ts';
import { createBusySlot } from './egress/busy-slot.ts';
import { createPlaces } from './egress/places.ts';
import { createProxyLogin, loginRequired } from './egress/proxy-login.ts';
import { type PermittedRequest, relayRequest, relayTunnel } from './egress/relay.ts';
import { createTraffic } from './egress/traffic.ts';
import { fetchError, responseFailure } from './fetch-error.ts';
import { createHostSlot } from './host-slots.ts';
import { isOutsideLocalSite } from './local-site.ts';
import { checkUrl } from './parse-target.ts';

/** The proxy through which the browser of one rendering gets all its network. */
export interface EgressProxy {
  /** `http://127.0.0.1:PORT`, or `http://USER:PASSWORD@HOST:PORT` where others than this machine can reach it. */
  readonly url: string;
  /**
   * How many requests were refused, by reason: the reason codes of fetches that are not allowed, such as
   * `address_blocked` and `url_port`, and `browser_request`, `over_budget`, `too_many_connections`,
   * `wrong_credentials`.
   */
  readonly refused: ReadonlyMap<string, number>;
  /** Bytes received from hosts so far, with headers and TLS. */
  bytes(): number;
  /** Ends everything that goes through it at once. Can be called twice. */
  close(): Promise<void>;
}

/** A request that was refused. */
interface EgressRefusal {
  /** The host with its port; empty if the request names none. */
  readonly host: string;
  /** As in {@link EgressProxy.refused}. */
  readonly reason: string;
}

/** Options of {@link openEgressProxy}. */
export interface EgressProxyOptions {
  /** Closes the proxy. */
  readonly signal: AbortSignal;
  /** The bytes that may be received in all, and those that may be sent. Then everything ends, and nothing more begins. */
  readonly maxBytes: number;
  /** Connections of the browser that are served at a time, each with one to a host. Others wait. Default: 32. */
  readonly maxConnections?: number;
  /**
   * The address of this machine to listen on, and the host under which the browser reaches it. Requests need random
   * credentials then, which are in the proxy's URL. Default: loopback, without credentials.
   */
  readonly reach?: { readonly listen: string; readonly host: string } | undefined;
  /** The host name of the page that is rendered. It is permitted even if browsers use it themselves. */
  readonly pageHost?: string;
  /** Called for each request that is refused, except those of the browser itself. Must not throw. */
  readonly onRefused?: (refusal: EgressRefusal) => void;
}

/** The size of a request's line and headers, in which browsers send cookies and long URLs. */
const maxHeaderBytes = 64 * 1024;

/** How many times as many connections may wait as are served. Chromium opens up to 256, and as many for WebSockets. */
const waitingPerConnection = 15;

/** The ports of the open proxies: none may be reached through another, or through itself. */
const openPorts = new Set<number>();

/**
 * Opens a proxy on its own port, for `CONNECT` and for plain requests. What connections it opens is
 * decided as for fetches: ports, hosts, and the addresses of sockets. What it refuses, and what fails, it closes
 * without a response, as a response would be the content of a page.
 *
 * Each connection of the browser has at most one to a host, and ends with it, so browsers retry as if there were no
 * proxy. A connection to a host has a slot of `connections.slots` while it is busy (see {@link BusySlot}).
 *
 * @param connections - Belong to the caller. The proxy closes with them.
 * @throws the signal's reason if it is aborted.
 */
export async function openEgressProxy(
  connections: Connections,
  options: EgressProxyOptions,
): Promise<EgressProxy> {
  const { network } = connections;
  const { signal, maxBytes, maxConnections = 32, reach, pageHost, onRefused } = options;
  const login = reach && createProxyLogin();
  const { limits } = network;
  const refused = new Map<string, number>();
  const browser = new Map<Socket, BrowserConnection>();
  const places = createPlaces(maxConnections);
  const traffic = createTraffic();
  let isOverBudget = false;
  /** The host and port of this proxy, if it needs credentials. */
  let ownHost: string | undefined;

  const endAll = () => {
    for (const connection of browser.values()) connection.end();
  };
  const onBytes = () => {
    if (isOverBudget || (traffic.received() <= maxBytes && traffic.sent() <= maxBytes)) return;
    isOverBudget = true;
    endAll();
  };

  const connectFor = (connection: BrowserConnection, isRaw: boolean): buildConnector.connector => {
    const connect = connections.connect({
      signal: connection.signal,
      isRaw,
      classifyAddress: (address, port) => {
        const verdict = network.classifyAddress(address, port);
        return verdict === 'allowed' && openPorts.has(port) ? 'denied' : verdict;
      },
    });
    return (target, callback) =>
      connect(target, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        traffic.add(socket);
        callback(null, socket);
      });
  };

  const refuse = (reason: string, host: string) => {
    refused.set(reason, (refused.get(reason) ?? 0) + 1);
    if (reason !== 'browser_request') onRefused?.({ host, reason });
  };

  /** Why a request is refused, regardless of its port and address; `undefined` if it is not. */
  const reasonToRefuse = ({ host, hostname, pathname }: URL): string | undefined => {
    // Renderers request the proxy itself, so that browsers know the credentials before the page is loaded.
    if (host === ownHost) return 'browser_request';
    if (hostname !== pageHost && isBrowserRequest(hostname, pathname)) return 'browser_request';
    return isOverBudget ? 'over_budget' : undefined;
  };

  const serve = async (
    connection: BrowserConnection,
    targetOf: () => URL,
    relay: (permitted: PermittedRequest) => Promise<void>,
    isRaw: boolean,
  ) => {
    let host = '';
    try {
      const given = targetOf();
      host = given.host;
      const reason = reasonToRefuse(given);
      if (reason !== undefined) {
        refuse(reason, host);
        return connection.end();
      }
      if (isOutsideLocalSite(network.localSite, given)) throw fetchError('url_path');
      // Without its path: browsers request longer URLs than those of pages may be.
      const url = checkUrl(new URL(network.localSite?.pathname ?? '/', given), network);
      if (!connection.isServed) await places.take(connection);
      connection.isServed = true;
      const slot = createBusySlot({
        // Always as many, so that the speed of a page does not depend on what else is under way.
        slot: createHostSlot(connections.slots, connection.race, requestsPerHost),
        host: slotHostOf(url),
        maxMs: limits.headersMs,
        onChange: (isBusy) => places.setBusy(connection, isBusy),
      });
      const path = given.pathname + given.search;
      try {
        await slot.take();
        const connect = connectFor(connection, isRaw);
        await relay({ connection, url, path, slot, connect, onBytes });
      } finally {
        slot.end();
      }
    } catch (error) {
      const failure = responseFailure(error, 'headers', connection.signal);
      if (isSitegradeError(failure) && isRefusal(failure.code))
        refuse(failure.reason ?? failure.code, host);
      connection.end();
    }
  };

  /** Whether a request has no right to the proxy. */
  const isUnknown = ({ headers }: IncomingMessage) => {
    if (login === undefined) return false;
    const found = login.check(headers['proxy-authorization']);
    if (found === 'wrong') refuse('wrong_credentials', '');
    return found !== 'right';
  };

  /** Serves one request of a connection after the other. */
  const queue = (
    request: IncomingMessage,
    targetOf: (written: string) => URL,
    relay: (permitted: PermittedRequest) => Promise<void>,
    isRaw: boolean,
  ) => {
    const connection = browser.get(request.socket);
    if (connection === undefined) return;
    connection.last = connection.last.then(() =>
      serve(connection, () => targetOf(request.url ?? ''), relay, isRaw),
    );
  };

  // Everything that Node would respond to by itself is relayed or closed.
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: 0,
    noDelay: true,
    requireHostHeader: false,
  });
  server.maxConnections = maxConnections * (1 + waitingPerConnection);
  server.on('drop', () => refuse('too_many_connections', ''));
  server.on('connection', (socket: Socket) => {
    const connection = createBrowserConnection(socket, () => browser.delete(socket));
    browser.set(socket, connection);
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  server.on('connect', (request, socket, head) => {
    if (isUnknown(request)) {
      socket.resume().end(rawLoginRequired, () => socket.destroy());
      return;
    }
    const incoming = new PassThrough();
    if (head.length > 0) incoming.write(head);
    // Read from the beginning: only so it is noticed that the browser gives up.
    const giveUp = browser.get(request.socket)?.end ?? (() => {});
    socket.on('end', giveUp).pipe(incoming);
    queue(request, tunnelTarget, (permitted) => relayTunnel(permitted, incoming), true);
  });
  const onRequest: RequestListener = (request, response) => {
    if (isUnknown(request)) {
      const { status, message, headers } = loginRequired;
      response.writeHead(status, message, headers).end();
      return;
    }
    const relay = (permitted: PermittedRequest) =>
      relayRequest(permitted, request, response, limits);
    queue(request, plainTarget, relay, false);
  };
  server.on('request', onRequest);
  server.on('checkExpectation', onRequest);

  signal.throwIfAborted();
  connections.signal.throwIfAborted();
  server.listen(0, reach?.listen ?? '127.0.0.1');
  await once(server, 'listening');
  // Such as too many open files when the browser connects.
  server.on('error', () => {});
  const { port } = server.address() as AddressInfo;
  openPorts.add(port);
  const own = new URL(`http://${reach?.host ?? '127.0.0.1'}:${port}`);
  let url = own.origin;
  if (login !== undefined) {
    ownHost = own.host;
    url = `http://${login.username}:${login.password}@${own.host}`;
  }

  let closing: Promise<void> | undefined;
  const closeOnce = async () => {
    signal.removeEventListener('abort', close);
    connections.signal.removeEventListener('abort', close);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    endAll();
    await Promise.all([closed, traffic.ended()]);
    openPorts.delete(port);
  };
  const close = () => {
    closing ??= closeOnce();
    return closing;
  };
  signal.addEventListener('abort', close);
  connections.signal.addEventListener('abort', close);
  if (signal.aborted || connections.signal.aborted) {
    await close();
    throw signal.aborted ? signal.reason : connections.signal.reason;
  }
  return { url, refused, bytes: traffic.received, close };
}

const rawLoginRequired = [
  `HTTP/1.1 ${loginRequired.status} ${loginRequired.message}`,
  ...Object.entries(loginRequired.headers).map(([name, value]) => `${name}: ${value}`),
  '\r\n',
].join('\r\n');

const authorityForm = /^(?:\[[\da-f:.]+\]|[^\s/?#@\\:[\]%]+):\d{1,5}$/i;

/** The target of `CONNECT host:port`, as the URL of its host. */
function tunnelTarget(written: string): URL {
  const url = authorityForm.test(written) ? parseUrl(`http://${written}/`) : null;
  if (url === null) throw fetchError('url_invalid');
  return url;
}

/** The target of a plain request in absolute form. */
function plainTarget(written: string): URL {
  const url = /^http:\/\//i.test(written) ? parseUrl(written) : null;
  if (url === null) throw fetchError('url_invalid');
  return url;
}

/** The key of the host's slots: fetchers use one for both schemes with their default ports. */
function slotHostOf({ hostname, host, port }: URL): string {
  return port === '443' ? hostname : host;
}

function isRefusal(code: string): boolean {
  return code === 'url_not_allowed' || code === 'invalid_input';
}
