import { once, setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { PassThrough, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isSitegradeError } from '@sitegrade/foundation/errors';
import { type buildConnector, Client } from 'undici';
import { parseUrl } from '../url/web-url.ts';
import { isBrowserRequest } from './browser-hosts.ts';
import { type BusySlot, createBusySlot } from './busy-slot.ts';
import type { Connections } from './connections.ts';
import { fetchError, responseFailure } from './fetch-error.ts';
import { createHostSlot, createHostSlots } from './host-slots.ts';
import { checkUrl } from './parse-target.ts';
import { relayedHeaders } from './relayed-headers.ts';

/** The proxy through which the browser of one rendering gets all its network. */
export interface EgressProxy {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /**
   * How many requests were refused, by reason: the reason codes of fetches that are not allowed, such as
   * `address_blocked` and `url_port`, and `browser_request`, `over_budget`, `too_many_connections`.
   */
  readonly refused: ReadonlyMap<string, number>;
  /** Bytes received from hosts so far, with headers and TLS. */
  bytes(): number;
  /** Ends everything that goes through it at once. Can be called twice. */
  close(): Promise<void>;
}

/** A request that was refused. */
export interface EgressRefusal {
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
  /** The host name of the page that is rendered. It is permitted even if browsers use it themselves. */
  readonly pageHost?: string;
  /** Called for each request that is refused, except those of the browser itself. Must not throw. */
  readonly onRefused?: (refusal: EgressRefusal) => void;
}

/** The size of a request's line and headers, in which browsers send cookies and long URLs. */
const maxHeaderBytes = 64 * 1024;

/** How many times as many connections may wait as are served. */
const waitingPerConnection = 4;

/** The ports of the open proxies: none may be reached through another, or through itself. */
const openPorts = new Set<number>();

/** A request whose host and port are permitted. */
interface PermittedRequest {
  /** Of the host, without a path. */
  readonly url: URL;
  /** With the query; it may begin with two slashes. */
  readonly path: string;
  readonly slot: BusySlot;
}

/** A connection of the browser. */
interface BrowserConnection {
  readonly socket: Socket;
  /** Aborts when it ends, on either side. */
  readonly signal: AbortSignal;
  readonly race: <Result>(work: Promise<Result>) => Promise<Result>;
  /** Ends it at once, with its connection to a host. */
  end(): void;
  /** Whether it is among those that are served. */
  isServed: boolean;
  /** The end of the requests so far. */
  last: Promise<void>;
  /** Where its plain requests go. */
  upstream: { readonly origin: string; readonly client: Client } | undefined;
}

/**
 * Opens a proxy on loopback, on a port of its own, for `CONNECT` and for plain requests. What connections it opens is
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
  const { signal, maxBytes, maxConnections = 32, pageHost, onRefused } = options;
  const refused = new Map<string, number>();
  const browser = new Map<Socket, BrowserConnection>();
  const places = createHostSlots(maxConnections);
  const upstreams = new Set<Socket>();
  const ended = { received: 0, sent: 0 };
  let isOverBudget = false;

  const received = () => ended.received + sumOf(upstreams, (socket) => socket.bytesRead);
  const sent = () => ended.sent + sumOf(upstreams, (socket) => socket.bytesWritten);
  const endAll = () => {
    for (const connection of browser.values()) connection.end();
  };
  const account = () => {
    if (isOverBudget || (received() <= maxBytes && sent() <= maxBytes)) return;
    isOverBudget = true;
    endAll();
  };

  const connect = (connectionSignal: AbortSignal): buildConnector.connector => {
    const connector = connections.connect({
      signal: connectionSignal,
      isRaw: true,
      classifyAddress: (address, port) => {
        const verdict = network.classifyAddress(address, port);
        return verdict === 'allowed' && openPorts.has(port) ? 'denied' : verdict;
      },
    });
    return (target, callback) =>
      connector(target, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        upstreams.add(socket);
        socket.once('close', () => {
          upstreams.delete(socket);
          ended.received += socket.bytesRead;
          ended.sent += socket.bytesWritten;
        });
        callback(null, socket);
      });
  };

  /** What the browser sends: each chunk waits for the slot. */
  const sending = (slot: BusySlot) => {
    const gate = new Transform({
      transform(chunk, _encoding, done) {
        const pass = () => {
          done(null, chunk);
          account();
        };
        const waiting = slot.take();
        if (waiting === undefined) pass();
        else waiting.then(pass, done);
      },
    });
    // Without a listener, an error while the connection ends would end the process.
    return gate.on('error', () => {});
  };

  const tunnel = async (
    { socket, signal: ending, end }: BrowserConnection,
    incoming: PassThrough,
    { url, slot }: PermittedRequest,
  ) => {
    const target = {
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      protocol: 'http:',
      port: url.port,
    };
    const upstream = await new Promise<Socket>((resolve, reject) => {
      connect(ending)(target, (...[error, connected]) => {
        if (error === null) resolve(connected);
        else reject(error);
      });
    });
    try {
      if (ending.aborted) return;
      socket.off('end', end);
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      const outgoing = sending(slot).on('error', end);
      incoming.pipe(outgoing).pipe(upstream);
      upstream.on('data', () => {
        slot.received();
        account();
      });
      await pipeline(upstream, socket);
      upstream.destroy();
      slot.end();
      // A connection that is closed while the browser still sends is reset, and loses what it has not read yet.
      incoming.unpipe(outgoing).resume();
      await closeOf(socket);
    } finally {
      upstream.destroy();
      end();
    }
  };

  /** A connection is used for one origin at a time, and closed before the next. */
  const clientFor = (connection: BrowserConnection, origin: string): Client => {
    if (connection.upstream?.origin === origin) return connection.upstream.client;
    void connection.upstream?.client.destroy();
    const client = new Client(origin, {
      connect: connect(connection.signal),
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: network.limits.headerBytes,
      headersTimeout: network.limits.headersMs,
      bodyTimeout: network.limits.bodyIdleMs,
    });
    connection.upstream = { origin, client };
    return client;
  };

  const relay = async (
    connection: BrowserConnection,
    request: IncomingMessage,
    response: ServerResponse,
    { url, path, slot }: PermittedRequest,
  ) => {
    const hasBody =
      'transfer-encoding' in request.headers || Number(request.headers['content-length'] ?? 0) > 0;
    const answer = await clientFor(connection, url.origin).request({
      method: request.method as 'GET',
      path,
      headers: relayedHeaders(request.rawHeaders),
      body: hasBody ? request.pipe(sending(slot)) : null,
      responseHeaders: 'raw',
      signal: connection.signal,
    });
    // Without a listener, the error event of a destroyed body would end the process.
    answer.body.on('error', () => {});
    answer.body.on('data', () => {
      slot.received();
      account();
    });
    const rawHeaders = answer.headers as unknown as readonly string[];
    response.sendDate = false;
    response.writeHead(answer.statusCode, relayedHeaders(rawHeaders));
    await pipeline(answer.body, response);
    account();
  };

  const refuse = (reason: string, host: string) => {
    refused.set(reason, (refused.get(reason) ?? 0) + 1);
    if (reason !== 'browser_request') onRefused?.({ host, reason });
  };

  /** Why a request is refused, whatever its port and address are; `undefined` if it is not. */
  const reasonToRefuse = ({ hostname, pathname }: URL): string | undefined => {
    if (hostname !== pageHost && isBrowserRequest(hostname, pathname)) return 'browser_request';
    return isOverBudget ? 'over_budget' : undefined;
  };

  const takePlace = async (connection: BrowserConnection) => {
    if (connection.isServed) return;
    connection.isServed = true;
    const place = createHostSlot(places, connection.race);
    await place.move('');
    connection.signal.addEventListener('abort', place.leave);
    if (connection.signal.aborted) place.leave();
  };

  const serve = async (
    connection: BrowserConnection,
    targetOf: () => URL,
    work: (permitted: PermittedRequest) => Promise<void>,
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
      // Without its path: browsers request longer URLs than those of pages may be.
      const url = checkUrl(new URL('/', given), network);
      await takePlace(connection);
      const slots = createHostSlot(connections.slots, connection.race);
      const slot = createBusySlot(slots, slotHostOf(url), network.limits.headersMs);
      try {
        await slot.take();
        await work({ url, path: given.pathname + given.search, slot });
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

  /** Serves one request of a connection after the other. */
  const queue = (
    request: IncomingMessage,
    targetOf: (written: string) => URL,
    work: (connection: BrowserConnection, permitted: PermittedRequest) => Promise<void>,
  ) => {
    const connection = browser.get(request.socket);
    if (connection === undefined) return;
    connection.last = connection.last.then(() =>
      serve(
        connection,
        () => targetOf(request.url ?? ''),
        (permitted) => work(connection, permitted),
      ),
    );
  };

  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: 0,
    noDelay: true,
  });
  server.maxConnections = maxConnections * (1 + waitingPerConnection);
  server.on('drop', () => refuse('too_many_connections', ''));
  server.on('connection', (socket: Socket) => {
    const connection = browserConnection(socket, () => browser.delete(socket));
    browser.set(socket, connection);
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  server.on('connect', (request, socket, head) => {
    const connection = browser.get(request.socket);
    if (connection === undefined) return;
    const incoming = new PassThrough();
    if (head.length > 0) incoming.write(head);
    // Read from the beginning: only so it is noticed that the browser gives up.
    socket.on('end', connection.end).pipe(incoming);
    queue(request, tunnelTarget, (_connection, permitted) =>
      tunnel(connection, incoming, permitted),
    );
  });
  server.on('request', (request, response) => {
    queue(request, plainTarget, (connection, permitted) =>
      relay(connection, request, response, permitted),
    );
  });

  signal.throwIfAborted();
  connections.signal.throwIfAborted();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  openPorts.add(port);

  let closing: Promise<void> | undefined;
  const closeOnce = async () => {
    signal.removeEventListener('abort', close);
    connections.signal.removeEventListener('abort', close);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    endAll();
    await Promise.all([closed, ...[...upstreams].map(closeOf)]);
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
  return { url: `http://127.0.0.1:${port}`, refused, bytes: received, close };
}

function browserConnection(socket: Socket, onEnd: () => void): BrowserConnection {
  const ending = new AbortController();
  // Each attempt to connect adds a listener.
  setMaxListeners(0, ending.signal);
  const over = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason));
  });
  over.catch(() => {});
  const connection: BrowserConnection = {
    socket,
    signal: ending.signal,
    race: (work) => Promise.race([over, work]),
    end() {
      if (ending.signal.aborted) return;
      onEnd();
      socket.destroy();
      ending.abort(new Error('The connection of the browser has ended.'));
      connection.upstream?.client.destroy().catch(() => {});
    },
    isServed: false,
    last: Promise.resolve(),
    upstream: undefined,
  };
  socket.on('error', () => {});
  socket.on('close', connection.end);
  return connection;
}

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

function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
}

function sumOf(sockets: Iterable<Socket>, of: (socket: Socket) => number): number {
  let sum = 0;
  for (const socket of sockets) sum += of(socket);
  return sum;
}
